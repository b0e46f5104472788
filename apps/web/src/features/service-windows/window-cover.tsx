import type { WindowPreview } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { writeTimes } from '#web/shared/service-windows/window-times.ts'
import styles from './window-form.module.css'
import { windowFormTexts } from './window-form.texts.ts'

/** `Stockholm` of `Europe/Stockholm`. */
const zoneName = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

type CoveredProps = Pick<WindowPreview, 'entities' | 'covered'> & { customerId: string }

/** The first by name of what a window covers now. */
export function CoveredNames({ customerId, entities, covered }: CoveredProps) {
  const words = useTexts(windowFormTexts)
  return (
    <ul className={styles.names}>
      {covered.map((entity) => (
        <li key={entity.entityId}>
          <EntityLink customerId={customerId} entity={entity} />
        </li>
      ))}
      {entities > covered.length ? <li className={styles.dim}>{words.and(entities - covered.length)}</li> : null}
    </ul>
  )
}

export function useStartsTitle(isOnce: boolean): string {
  const words = useTexts(windowFormTexts)
  const zone = zoneName(useFormat().timeZone)
  return isOnce ? words.theStart(zone) : words.nextStarts(zone)
}

/** The next starts in the time of the reader; `covers` is how many resources each covers. */
export function NextStarts({ starts, covers }: { starts: WindowPreview['starts']; covers?: number | undefined }) {
  const words = useTexts(windowFormTexts)
  const format = useFormat()
  const changes = new Set(starts.map(({ offsetMinutes }) => offsetMinutes)).size > 1
  return (
    <>
      <ol className={styles.starts}>
        {starts.map((start) => (
          <li key={start.startsAt}>
            {writeTimes(start, format)}
            {covers === undefined ? null : <span className={styles.dim}> · {words.coversShort(covers)}</span>}
          </li>
        ))}
      </ol>
      {changes ? <p className={styles.dim}>{words.clocksChange}</p> : null}
    </>
  )
}
