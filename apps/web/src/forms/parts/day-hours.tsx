import type { OpeningHours } from '@vakt/contract/tickets/service-levels.ts'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { hoursBetween, minuteOf, minutesOfDay, moveHours, parseHours, writeHours } from '#web/forms/week-hours.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { scheduleTexts } from './schedule.texts.ts'
import styles from './week-hours.module.css'

type Props = {
  id: string
  name: string
  /** Null: closed. A text that is no opening hours is what was typed. */
  hours: OpeningHours | string | null
  isOff: boolean
  onChange: (hours: OpeningHours | null) => void
}

const steps: Record<string, number> = {
  ArrowRight: 15,
  ArrowUp: 15,
  ArrowLeft: -15,
  ArrowDown: -15,
  PageUp: 60,
  PageDown: -60,
  Home: -minutesOfDay,
  End: minutesOfDay,
}
const share = (time: string) => `${(minuteOf(time) / minutesOfDay) * 100}%`

/** One day: its hours as text, and the same drawn on a line from midnight to midnight. */
export function DayHours({ id, name, hours, isOff, onChange }: Props) {
  const words = useTexts(scheduleTexts)
  const [draft, setDraft] = useState<string | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const open = typeof hours === 'string' ? null : hours
  const minuteAt = ({ clientX }: { clientX: number }) => {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return ((clientX - left) / width) * minutesOfDay
  }

  /** Draws, moves the whole, or drags the edge that was taken hold of. */
  function drag(event: PointerEvent) {
    if (isOff || event.button !== 0) return
    const part = (event.target as HTMLElement).dataset.part as 'opens' | 'closes' | 'both' | undefined
    const from = minuteAt(event)
    const follow = (moved: { clientX: number }) => {
      const to = minuteAt(moved)
      if (!open || !part) return onChange(hoursBetween(from, to))
      onChange(moveHours(open, part, Math.round((to - from) / 15) * 15))
    }
    const target = event.currentTarget as HTMLElement
    target.setPointerCapture(event.pointerId)
    target.onpointermove = follow
    target.onlostpointercapture = () => {
      target.onpointermove = null
    }
  }

  function press(event: KeyboardEvent, part: 'opens' | 'closes') {
    const by = steps[event.key]
    const isRemoved = event.key === 'Delete' || event.key === 'Backspace'
    if (isOff || !open || (by === undefined && !isRemoved)) return
    event.preventDefault()
    if (by !== undefined) return onChange(moveHours(open, part, by))
    onChange(null)
    document.getElementById(id)?.focus()
  }

  return (
    <div className={styles.day}>
      <label htmlFor={id} className={styles.name}>
        {name}
      </label>
      <PlainInput
        id={id}
        autoComplete="off"
        className={styles.text}
        placeholder={words.closed}
        disabled={isOff}
        aria-invalid={typeof hours === 'string'}
        maxLength={20}
        value={draft ?? (typeof hours === 'string' ? hours : writeHours(hours))}
        onChange={(event) => {
          const text = event.currentTarget.value
          const read = parseHours(text)
          setDraft(text)
          onChange(read === undefined ? (text as never) : read)
        }}
        onBlur={() => setDraft(null)}
      />
      <div ref={track} className={styles.track} data-off={isOff || undefined} onPointerDown={drag}>
        {open ? (
          <div
            className={styles.bar}
            data-part="both"
            style={{ insetInlineStart: share(open.opens), width: `calc(${share(open.closes)} - ${share(open.opens)})` }}
          >
            {(['opens', 'closes'] as const).map((part) => (
              <span
                key={part}
                role="slider"
                tabIndex={isOff ? -1 : 0}
                data-part={part}
                className={styles.edge}
                aria-label={words[part](name)}
                aria-disabled={isOff}
                aria-valuemin={0}
                aria-valuemax={minutesOfDay}
                aria-valuenow={minuteOf(open[part])}
                aria-valuetext={open[part]}
                onKeyDown={(event) => press(event, part)}
              />
            ))}
          </div>
        ) : null}
      </div>
    </div>
  )
}
