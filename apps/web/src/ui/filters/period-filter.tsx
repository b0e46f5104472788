import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type Format, useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterChip } from './filter-chip.tsx'
import { periodTexts } from './period.texts.ts'
import { dayOfMoment, namedPeriods, type Period, periodNames } from './period-days.ts'
import styles from './period-filter.module.css'

const loadPanel = () => import('./period-panel.tsx')
const PeriodPanel = lazy(() => loadPanel().then((module) => ({ default: module.PeriodPanel })))
const prepare = () => void loadPanel().catch(() => {})

const dayFormat = (locale: string, isOfThisYear: boolean) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...(isOfThisYear ? {} : { year: 'numeric' }), timeZone: 'UTC' })

/** Today by the clock of the reader. */
const todayIn = ({ timeZone }: Format) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format()

/** The period as the chip says it: by its name where it has one. */
function useSayPeriod(): (period: Period, today: string) => string {
  const words = useTexts(periodTexts)
  const { locale } = useFormat()
  return ({ from, to }, today) => {
    const named = namedPeriods(today)
    const name = periodNames.find((one) => named[one].from === from && named[one].to === to)
    if (name) return words[name]
    const say = (day: string) => dayFormat(locale, day.slice(0, 4) === today.slice(0, 4)).format(new Date(day))
    if (from && to) return from === to ? say(from) : `${say(from)} – ${say(to)}`
    return from ? words.since(say(from)) : to ? words.until(say(to)) : ''
  }
}

type PeriodFilterProps = Period & { label: string; onChange: (period: Period) => void }

/** A filter by days, also where moments are set: periods by name, and a calendar for any other. */
export function PeriodFilter({ label, from: beginning, to: end, onChange }: PeriodFilterProps) {
  const [from, to] = [dayOfMoment(beginning), dayOfMoment(end, true)]
  const format = useFormat()
  const today = todayIn(format)
  const sayPeriod = useSayPeriod()
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => !frame.current?.contains(target as Node) && setOpen(false)
    const stop = new AbortController()
    for (const way of ['pointerdown', 'focusin']) document.addEventListener(way, closeOutside, stop)
    return () => stop.abort()
  }, [isOpen])
  const close = () => {
    setOpen(false)
    frame.current?.querySelector('button')?.focus()
  }
  const said = sayPeriod({ from, to }, today)
  return (
    <span ref={frame} className={styles.frame}>
      <FilterChip
        label={label}
        options={[{ value: 'period', label: said }]}
        value={said ? ['period'] : []}
        onChange={() => onChange({ from: undefined, to: undefined })}
      >
        {(button) => (
          <button
            {...button}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onMouseEnter={prepare}
            onFocus={prepare}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </FilterChip>
      {isOpen ? (
        <Suspense>
          <PeriodPanel
            label={label}
            from={from}
            to={to}
            today={today}
            locale={format.locale}
            onClose={close}
            onChoose={(period) => {
              onChange(period)
              close()
            }}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
