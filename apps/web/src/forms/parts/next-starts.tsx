import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { checkRecurrence, nextOccurrences } from '@vakt/domain/recurrence.ts'
import { useId, useMemo } from 'react'
import { describeRecurrence, describeStarts } from '#web/forms/recurrence-text.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './recurrence.module.css'
import { scheduleTexts } from './schedule.texts.ts'

const shownStarts = 10

/** What a recurrence comes to: in words, and its next ten starts. Nothing while something is wrong with it. */
export function NextStarts({ recurrence }: { recurrence: Recurrence }) {
  const words = useTexts(scheduleTexts)
  const { locale } = useFormat()
  const id = useId()
  const starts = useMemo(
    () => (checkRecurrence(recurrence) === null ? nextOccurrences(recurrence, new Date(), shownStarts) : null),
    [recurrence],
  )
  if (!starts) return null
  return (
    <div className={styles.next}>
      <p className={styles.summary}>{describeRecurrence(recurrence, words, locale)}</p>
      <p id={id} className={styles.dim}>
        {starts.length > 0 ? words.nextStarts : words.noStarts}
      </p>
      <ol className={styles.starts} aria-labelledby={id}>
        {describeStarts(starts, recurrence.timeZone, words, locale).map(({ key, text, offset, note }) => (
          <li key={key}>
            {text} <span className={styles.dim}>{offset}</span>
            {note ? <span className={styles.clocks}>{note}</span> : null}
          </li>
        ))}
      </ol>
    </div>
  )
}
