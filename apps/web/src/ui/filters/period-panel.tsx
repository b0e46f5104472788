import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { periodTexts } from './period.texts.ts'
import { addDays, addMonths, namedPeriods, type Period, periodNames, weeksOfMonth } from './period-days.ts'
import styles from './period-filter.module.css'

type PeriodPanelProps = Period & {
  label: string
  today: string
  locale: string
  onChoose: (period: Period) => void
  onClose: () => void
}

const toEdge = 8
const dayKeys: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/** Periods by name beside a month, in which the first and the last day are chosen. Arrows move by days, Page Up and Down by months. */
export function PeriodPanel({ label, from, to, today, locale, onChoose, onClose }: PeriodPanelProps) {
  const words = useTexts(periodTexts)
  const panel = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(to ?? from ?? today)
  const [first, setFirst] = useState<string>()
  const hasMoved = useRef(true)
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format: write } = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (day: string) => write(new Date(day))
  }
  const [whole, month, weekday] = [format({ dateStyle: 'full' }), format({ month: 'long', year: 'numeric' }), format({ weekday: 'short' })]
  const weeks = weeksOfMonth(at)
  const chosen = first ? { from: first, to: first } : { from: from ?? to, to: to ?? from }

  useLayoutEffect(() => {
    const { left = 0, right = 0 } = panel.current?.getBoundingClientRect() ?? {}
    const shift = Math.max(0, toEdge - left) - Math.max(0, right - document.documentElement.clientWidth + toEdge)
    if (shift !== 0 && panel.current) panel.current.style.translate = `${shift}px`
  }, [])
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    panel.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])

  const choose = (day: string) => {
    if (first) return onChoose(first < day ? { from: first, to: day } : { from: day, to: first })
    setFirst(day)
    setAt(day)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return onClose()
    }
    const day = (event.target as HTMLElement).dataset.day
    const next = day && dayKeys[event.key]?.(day)
    if (!next) return
    event.preventDefault()
    hasMoved.current = true
    setAt(next)
  }
  return (
    <div ref={panel} role="dialog" aria-label={label} className={styles.panel} onKeyDown={handleKey}>
      <div className={styles.names}>
        {periodNames.map((name) => {
          const period = namedPeriods(today)[name]
          return (
            <button
              key={name}
              type="button"
              className={styles.name}
              aria-pressed={period.from === from && period.to === to}
              onClick={() => onChoose(period)}
            >
              {words[name]}
            </button>
          )
        })}
      </div>
      <div className={styles.month}>
        <div className={styles.head}>
          <button type="button" className={styles.step} aria-label={words.previousMonth} onClick={() => setAt(addMonths(at, -1))}>
            <ChevronLeft size={16} aria-hidden="true" />
          </button>
          <strong aria-live="polite">{month(at)}</strong>
          <button type="button" className={styles.step} aria-label={words.nextMonth} onClick={() => setAt(addMonths(at, 1))}>
            <ChevronRight size={16} aria-hidden="true" />
          </button>
        </div>
        <div className={styles.days}>
          {weeks[0]?.map((day) => (
            <span key={day} className={styles.weekday} aria-hidden="true">
              {weekday(day)}
            </span>
          ))}
          {weeks.flat().map((day) => (
            <button
              key={day}
              type="button"
              className={styles.day}
              data-day={day}
              data-other={day.slice(0, 7) !== at.slice(0, 7) || undefined}
              data-today={day === today || undefined}
              aria-label={whole(day)}
              aria-pressed={chosen.from !== undefined && chosen.to !== undefined && chosen.from <= day && day <= chosen.to}
              tabIndex={day === at ? 0 : -1}
              onClick={() => choose(day)}
            >
              {Number(day.slice(8))}
            </button>
          ))}
        </div>
        <p className={styles.hint} aria-live="polite">
          {first ? words.chooseLast(format({ day: 'numeric', month: 'short' })(first)) : words.chooseFirst}
        </p>
      </div>
    </div>
  )
}
