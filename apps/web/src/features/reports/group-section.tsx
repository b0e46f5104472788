import type { ReportedGroup } from '@vakt/contract/reports/reports.ts'
import { writeShare } from '@vakt/domain/reports/write-figures.ts'
import { nameGroup } from '@vakt/domain/reports/write-period.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { LinkedFigure } from './linked-figure.tsx'
import type { ReportLinks } from './report-links.ts'
import styles from './reports.module.css'
import { reportsTexts } from './reports.texts.ts'

type GroupSectionProps = {
  title: string
  column: string
  groups: readonly ReportedGroup[]
  count: number
  links: {
    incidents: ReportLinks['incidentsOfGroup']
    resources: ReportLinks['resourcesOfGroup']
    /** The report of one of them. */
    report?: ReportLinks['group']
  }
}

/** Incidents and availability of groups of resources; a name leads to the report of the group, its incidents to their list. */
export function GroupSection({ title, column, groups, count, links }: GroupSectionProps) {
  const words = useTexts(reportsTexts)
  const language = useLanguage()
  const { number, locale } = useFormat()
  if (groups.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <p>{words.groupsLead(groups.length, count)}</p>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col" className={styles.rare}>
              {words.resources}
            </th>
            <th scope="col">{words.incidents}</th>
            <th scope="col" className={styles.rare}>
              {words.severities.critical}
            </th>
            <th scope="col">{words.all24}</th>
            <th scope="col">{words.outside}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ values, resources, incidents, critical, withWindows, withoutWindows }) => {
            const name = <bdi>{nameGroup(values, language)}</bdi>
            return (
              <tr key={JSON.stringify(values)}>
                <th scope="row">{links.report ? <PlainLink href={links.report(values)}>{name}</PlainLink> : name}</th>
                <td className={styles.rare}>
                  <LinkedFigure href={links.resources(values)}>{number(resources)}</LinkedFigure>
                </td>
                <td>
                  <LinkedFigure href={links.incidents(values)}>{number(incidents)}</LinkedFigure>
                </td>
                <td className={styles.rare}>
                  <LinkedFigure href={links.incidents(values, { severity: 'critical' })}>{number(critical)}</LinkedFigure>
                </td>
                <td>{writeShare(withWindows, locale)}</td>
                <td>{writeShare(withoutWindows, locale)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
