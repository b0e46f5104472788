import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './schedule-plot.module.css'
import type { ScheduleBar } from './schedule-timeline.tsx'
import { type Span, shareOf } from './span.ts'
import type { EditKind } from './timeline-lanes.ts'

type ScheduleBarViewProps = {
  bar: ScheduleBar
  span: Span
  top: number
  /** For assistive technology. */
  name: string
  /** In pixels: it is seen and hit however short its time is. */
  minWidth: number
  /** The label stands after the bar, which is too short for it. */
  isLabelBeside: boolean
  isTabStop: boolean
  isChanging: boolean
  isEditable: boolean
  onFocus: () => void
  onBlur: () => void
  onPointerEnter: (event: PointerEvent) => void
  onPointerLeave: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onClick: () => void
  onDrag: (event: PointerEvent, kind: EditKind) => void
}

const percent = (share: number) => `${Math.min(Math.max(share, 0), 1) * 100}%`

/** A bar that is opened by click, moved by its middle and resized by its ends. */
export function ScheduleBarView({
  bar,
  span,
  top,
  name,
  minWidth,
  isLabelBeside,
  isTabStop,
  isChanging,
  isEditable,
  onDrag,
  ...handlers
}: ScheduleBarViewProps) {
  const start = shareOf(bar.from, span)
  const end = bar.to === null ? 1 : shareOf(bar.to, span)
  return (
    <button
      type="button"
      {...handlers}
      className={styles.bar}
      data-bar={bar.key}
      data-look={bar.look ?? 'solid'}
      data-begins={start >= 0 || undefined}
      data-ends={(bar.to !== null && end <= 1) || undefined}
      data-editable={isEditable || undefined}
      data-changing={isChanging || undefined}
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      style={{
        insetInlineStart: percent(start),
        insetInlineEnd: percent(1 - end),
        top,
        minWidth,
        ...(bar.color ? { '--bar': `var(${bar.color})` } : {}),
      }}
      onKeyUp={(event) => isEditable && event.key === ' ' && event.preventDefault()}
      onPointerDown={(event) => onDrag(event, 'move')}
    >
      {isEditable && start >= 0 ? <span className={styles.handle} onPointerDown={(event) => onDrag(event, 'start')} /> : null}
      {isLabelBeside ? null : (
        <span className={styles.barLabel} data-has-short={bar.short ? '' : undefined}>
          {bar.label}
        </span>
      )}
      {bar.short ? <span className={styles.barShort}>{bar.short}</span> : null}
      {isEditable && bar.to !== null && end <= 1 ? (
        <span className={styles.handle} data-end onPointerDown={(event) => onDrag(event, 'end')} />
      ) : null}
    </button>
  )
}
