import type { Report } from '@vakt/contract/reports/reports.ts'
import { writeMinutes, writeShare } from '@vakt/domain/reports/write-figures.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityName } from './entity-name.tsx'
import { LinkedFigure } from './linked-figure.tsx'
import type { ReportLinks } from './report-links.ts'
import styles from './reports.module.css'
import { reportsTexts } from './reports.texts.ts'

/** The resources that were unavailable, the worst first, with what that means. */
export function AvailabilitySection({ availability, links }: Pick<Report, 'availability'> & { links: ReportLinks }) {
  const words = useTexts(reportsTexts)
  const { locale } = useFormat()
  const { affected, worst, withWindows, withoutWindows } = availability
  return (
    <section>
      <h2>{words.availability}</h2>
      {withWindows === null ? null : <p>{words.together(writeShare(withWindows, locale), writeShare(withoutWindows, locale))}</p>}
      <p className={styles.dim}>{words.definition}</p>
      {worst.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <>
          {affected > worst.length ? <p>{words.worst(worst.length)}</p> : null}
          <table className={styles.table} aria-label={words.availability}>
            <thead>
              <tr>
                <th scope="col">{words.resource}</th>
                <th scope="col">{words.down}</th>
                <th scope="col" className={styles.rare}>
                  {words.inWindows}
                </th>
                <th scope="col">{words.all24}</th>
                <th scope="col">{words.outside}</th>
              </tr>
            </thead>
            <tbody>
              {worst.map(({ entityId, name, minutesDown, minutesDownInWindows, ...shares }) => (
                <tr key={entityId}>
                  <th scope="row">
                    <EntityName href={links.entity(entityId)} name={name} />
                  </th>
                  <td>
                    <LinkedFigure href={links.outagesOf(entityId)}>{writeMinutes(minutesDown, locale)}</LinkedFigure>
                  </td>
                  <td className={styles.rare}>{writeMinutes(minutesDownInWindows, locale)}</td>
                  <td>{writeShare(shares.withWindows, locale)}</td>
                  <td>{writeShare(shares.withoutWindows, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
