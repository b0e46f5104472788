import type { Report } from '@vakt/contract/reports/reports.ts'
import { columnsOf, rowsOf, writeCost, writePrepaid } from '@vakt/domain/reports/report-rows.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityName } from './entity-name.tsx'
import { FigureTable } from './figure-table.tsx'
import { LinkedFigure } from './linked-figure.tsx'
import type { ReportLinks } from './report-links.ts'
import styles from './reports.module.css'
import { reportsTexts } from './reports.texts.ts'

/** Tickets, hours, cost, the inventory, windows and agents; a section of which nothing is known is left out. */
export function OtherSections({ report, links }: { report: Report; links: ReportLinks }) {
  const words = useTexts(reportsTexts)
  const language = useLanguage()
  const columns = columnsOf(report, language)
  const rows = rowsOf(report, language)
  const { tickets } = report.figures
  return (
    <>
      <FigureTable
        title={words.tickets}
        columns={columns}
        rows={rows.tickets}
        hrefOf={links.ticket}
        hrefBefore={links.before.ticket}
        lead={tickets.met === null ? null : words.ticketsLead(tickets.met, tickets.missed)}
      />
      {rows.hours.length > 0 ? (
        <FigureTable
          title={words.hours}
          columns={columns}
          rows={rows.hours}
          hrefOf={links.hours}
          hrefBefore={links.before.hours}
          lead={writePrepaid(report, language)}
        />
      ) : null}
      {rows.cloudOps.length > 0 ? (
        <FigureTable
          title={words.cloudOps}
          columns={columns}
          rows={rows.cloudOps}
          hrefOf={links.cloudOps}
          hrefBefore={links.before.cloudOps}
          lead={writeCost(report, language)}
        />
      ) : null}
      {rows.inventory.length > 0 ? (
        <FigureTable
          title={words.inventory}
          columns={columns}
          rows={rows.inventory}
          hrefOf={links.inventory}
          hrefBefore={links.before.inventory}
        >
          <LatestChanges report={report} links={links} />
        </FigureTable>
      ) : null}
      <FigureTable title={words.windows} columns={columns} rows={rows.windows} hrefOf={links.windows} hrefBefore={links.before.windows} />
      {rows.agents.length > 0 ? (
        <FigureTable title={words.agents} columns={columns} rows={rows.agents} hrefOf={links.agent} hrefBefore={links.before.agent}>
          <AgentVersions report={report} links={links} />
        </FigureTable>
      ) : null}
    </>
  )
}

function LatestChanges({ report: { changes }, links }: { report: Report; links: ReportLinks }) {
  const words = useTexts(reportsTexts)
  const { exact } = useFormat()
  if (changes.length === 0) return null
  return (
    <table className={styles.table} aria-label={words.changes}>
      <thead>
        <tr>
          <th scope="col">{words.resource}</th>
          <th scope="col">{words.change}</th>
          <th scope="col">{words.changedAt}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ entityId, name, kind, at }) => (
          <tr key={`${entityId} ${kind} ${at}`}>
            <th scope="row">
              <EntityName href={links.entity(entityId)} name={name} />
            </th>
            <td>{words.changeKinds[kind]}</td>
            <td>{exact(at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function AgentVersions({ report: { agentVersions }, links }: { report: Report; links: ReportLinks }) {
  const words = useTexts(reportsTexts)
  const { number } = useFormat()
  if (agentVersions.length === 0) return null
  return (
    <table className={styles.table} aria-label={words.version}>
      <thead>
        <tr>
          <th scope="col">{words.version}</th>
          <th scope="col">{words.machines}</th>
        </tr>
      </thead>
      <tbody>
        {agentVersions.map(({ version, machines }) => (
          <tr key={version}>
            <th scope="row">{version}</th>
            <td>
              <LinkedFigure href={links.agentVersion(version)}>{number(machines)}</LinkedFigure>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
