import { useNavigate } from '@tanstack/react-router'
import { overviewAccess } from '@vakt/contract/features.ts'
import type { Report } from '@vakt/contract/reports/reports.ts'
import { severities } from '@vakt/contract/severity.ts'
import { incidentBars } from '@vakt/domain/reports/incident-bars.ts'
import { columnsOf, rowsOf, writeIncidents } from '@vakt/domain/reports/report-rows.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { noIncidentsTexts } from '#web/shared/severity/no-incidents.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityShape } from '#web/shared/severity/severity-mark.tsx'
import { StackedBars } from '#web/ui/chart/stacked-bars.tsx'
import { FigureTable } from './figure-table.tsx'
import type { ReportLinks } from './report-links.ts'
import { reportsTexts } from './reports.texts.ts'

const anyState = ['open' as const, 'acknowledged' as const, 'resolved' as const]

/** How many incidents were opened, when, and how fast people were. Each number leads to its list. */
export function IncidentsSection({ report, links }: { report: Report; links: ReportLinks }) {
  const words = useTexts(reportsTexts)
  const levels = useTexts(severityTexts)
  const { noIncidents } = useTexts(noIncidentsTexts)
  const language = useLanguage()
  const { day } = useFormat()
  const { customerId, can } = useShownCustomer()
  const navigate = useNavigate()
  const { isByWeek, bars } = incidentBars(report)
  const open = (from: string) =>
    void navigate({
      to: '/incidents/$customerId',
      params: { customerId },
      search: {
        from,
        to: bars.find((bar) => bar.from === from)?.to ?? from,
        state: anyState,
        ...(report.group.length > 0 ? { group: report.group } : {}),
      },
    })
  return (
    <FigureTable
      title={words.incidents}
      columns={columnsOf(report, language)}
      rows={rowsOf(report, language).incidents}
      hrefOf={links.incident}
      hrefBefore={links.before.incident}
      lead={writeIncidents(report, language)}
      chart={
        <StackedBars
          label={isByWeek ? words.perWeek : words.perDay}
          series={severities.map((severity) => ({
            key: severity,
            label: levels[severity],
            color: `--vakt-bar-${severity}`,
            mark: <SeverityShape level={severity} />,
          }))}
          bars={bars.map(({ from, counts }) => ({
            key: from,
            label: day(from),
            axisLabel: day(from),
            values: severities.map((severity) => counts[severity]),
          }))}
          barsLabel={isByWeek ? words.week : words.day}
          nothing={noIncidents}
          {...(can(overviewAccess) ? { onChoose: open } : {})}
        />
      }
    />
  )
}
