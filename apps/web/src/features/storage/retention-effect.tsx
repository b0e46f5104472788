import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { retentionTexts } from './retention.texts.ts'
import { type AskedDays, retentionEffectQuery } from './retention-queries.ts'
import styles from './storage.module.css'

/** What the next night removes with these periods; null: one of them cannot be. */
export function RetentionEffect({ customerId, asked }: { customerId: string; asked: AskedDays | null }) {
  const words = useTexts(retentionTexts)
  const { locale, timeZone, number } = useFormat()
  const { data } = useQuery({ ...retentionEffectQuery(customerId, asked ?? {}), enabled: asked !== null })
  const date = (iso: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(iso))
  if (asked === null) return <p className={styles.note}>{words.unknown}</p>
  if (!data) return null
  return (
    <div aria-live="polite">
      <p>{data.removes.length === 0 ? words.nothing(date(data.at)) : words.night(date(data.at))}</p>
      {data.removes.length === 0 ? null : (
        <ul>
          {data.removes.map(({ what, count, isMore, before }) => (
            <li key={what}>{words.removes[what](isMore ? words.moreThan(number(count)) : number(count), date(before))}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
