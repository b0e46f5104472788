import type { Report } from '@vakt/contract/reports/reports.ts'
import { noisyRules } from '@vakt/domain/reports/noisy-rules.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { LinkedFigure } from './linked-figure.tsx'
import type { ReportLinks } from './report-links.ts'
import styles from './reports.module.css'
import { reportsTexts } from './reports.texts.ts'

/** The rules that opened the most incidents, and what to do about those that mostly end by themselves. */
export function RulesSection({ rules, links }: Pick<Report, 'rules'> & { links: ReportLinks }) {
  const words = useTexts(reportsTexts)
  const { number } = useFormat()
  const noisy = noisyRules(rules)
  return (
    <section>
      <h2>{words.rules}</h2>
      {rules.length === 0 ? (
        <p>{words.noRules}</p>
      ) : (
        <>
          <p>{noisy.length > 0 ? words.noisy(noisy) : words.notNoisy}</p>
          <table className={styles.table} aria-label={words.rules}>
            <thead>
              <tr>
                <th scope="col">{words.rule}</th>
                <th scope="col">{words.opened}</th>
                <th scope="col">{words.severities.critical}</th>
                <th scope="col">{words.short}</th>
              </tr>
            </thead>
            <tbody>
              {rules.map(({ rule, opened, critical, short }) => (
                <tr key={rule}>
                  <th scope="row">
                    <bdi>{rule}</bdi>
                  </th>
                  <td>
                    <LinkedFigure href={links.rule(rule)}>{number(opened)}</LinkedFigure>
                  </td>
                  <td>
                    <LinkedFigure href={links.rule(rule, { severity: 'critical' })}>{number(critical)}</LinkedFigure>
                  </td>
                  <td>
                    <LinkedFigure href={links.rule(rule, { within: '10' })}>{number(short)}</LinkedFigure>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
