import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Report } from '@vakt/contract/reports/reports.ts'
import { addMonths } from '@vakt/domain/cloudops/price.ts'
import { boundsOf, type ReportPeriod, readPeriod, stepPeriod, writePeriod } from '@vakt/domain/reports/report-period.ts'
import { withCapital } from '@vakt/domain/reports/write-figures.ts'
import { writeGroup, writePeriodName, writeReportTitle } from '@vakt/domain/reports/write-period.ts'
import { writeSummary } from '@vakt/domain/reports/write-summary.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useBranding, useProductName } from '#web/platform/branding.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import { AvailabilitySection } from './availability-section.tsx'
import { EmbeddedReportPage } from './embedded-report-page.tsx'
import { GroupSection } from './group-section.tsx'
import { IncidentsSection } from './incidents-section.tsx'
import { OtherSections } from './other-sections.tsx'
import { ChoicesFailed, ReportChoices } from './report-choices.tsx'
import { linksOf } from './report-links.ts'
import { type AskedReport, downloadDocument, downloadReport, monthsQuery, reportQuery } from './report-queries.ts'
import styles from './reports.module.css'
import { reportsTexts } from './reports.texts.ts'
import { RulesSection } from './rules-section.tsx'

const noGroup: readonly string[] = []

/** A report by its address: the built-in one of a period, or one of Power BI. */
export function ReportPage() {
  const words = useTexts(reportsTexts)
  const { customerId } = useShownCustomer()
  const { groupId, reportId } = useParams({ strict: false }) as { groupId?: string; reportId?: string }
  const { period = addMonths(new Date(serverNow()).toISOString().slice(0, 7), -1), group = noGroup } = useSearch({ strict: false })
  const known = readPeriod(period)
  if (groupId === 'builtin' && reportId === 'monthly' && known)
    return <BuiltIn asked={{ customerId, period, group: group as readonly string[] }} period={known} />
  if (groupId === 'powerbi' && reportId) return <EmbeddedReportPage customerId={customerId} embeddedReportId={reportId} />
  return (
    <EmptyState title={words.unknown} text={words.unknownText} isWholePage>
      <ToList customerId={customerId} />
    </EmptyState>
  )
}

function ToList({ customerId }: { customerId: string }) {
  const words = useTexts(reportsTexts)
  return (
    <ButtonLink variant="default" to="/reports/$customerId" params={{ customerId }}>
      {words.all}
    </ButtonLink>
  )
}

function BuiltIn({ asked, period }: { asked: AskedReport; period: ReportPeriod }) {
  const words = useTexts(reportsTexts)
  const language = useLanguage()
  const { exact } = useFormat()
  const { name } = useShownCustomer()
  const { customerId, group } = asked
  const { logo } = useBranding()
  const product = useProductName()
  const client = useQueryClient()
  const query = useQuery(reportQuery(asked))
  const title = writeReportTitle(period, language)
  const groupLine = group.length > 0 && query.data ? words.onlyGroup(writeGroup(query.data.tagKeys ?? [], group, language)) : null
  return (
    <article className={styles.page}>
      <div className={styles.cover} aria-hidden="true">
        {logo ? <img src={logo.path} width={logo.width} height={logo.height} alt="" /> : null}
        <span>{name}</span>
        <strong>{title}</strong>
        {groupLine ? <span>{groupLine}</span> : null}
        <span className={styles.dim}>{words.made(product, exact(new Date(serverNow()).toISOString()))}</span>
      </div>
      <PageHeading title={title} />
      {query.data ? <Summary report={query.data} groupLine={groupLine} /> : null}
      <div className={styles.actions}>
        <PeriodSteps asked={asked} period={period} />
        <ReportChoices customerId={customerId} period={period} group={group} />
        <span className={styles.rest}>
          <SaveDocument asked={asked} title={title} />
          <Button variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
          <ExportMenu onExport={(format) => downloadReport(client, asked, format)} />
          <ToList customerId={customerId} />
        </span>
      </div>
      {query.data ? <ChoicesFailed customerId={customerId} /> : null}
      {query.data ? (
        <Sections report={query.data} />
      ) : query.isPending ? (
        <DetailSkeleton />
      ) : (
        <ErrorState title={words.reportFailed} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </article>
  )
}

function Summary({ report, groupLine }: { report: Report; groupLine: string | null }) {
  const words = useTexts(reportsTexts)
  const language = useLanguage()
  const { exact } = useFormat()
  const { isOver, frozenAt, to } = report
  return (
    <div className={styles.said}>
      {groupLine ? <p>{groupLine}</p> : null}
      <p className={styles.summary}>{writeSummary(report, language)}</p>
      {isOver && !frozenAt ? null : <p className={styles.dim}>{frozenAt ? words.frozen(exact(frozenAt)) : words.until(exact(to))}</p>}
    </div>
  )
}

function Sections({ report }: { report: Report }) {
  const words = useTexts(reportsTexts)
  const { customerId, can } = useShownCustomer()
  const links = linksOf(report, { customerId, can })
  return (
    <>
      <IncidentsSection report={report} links={links} />
      <RulesSection rules={report.rules} links={links} />
      <AvailabilitySection availability={report.availability} links={links} />
      <GroupSection
        title={words.groups}
        column={(report.tagKeys ?? []).join(' / ')}
        groups={report.groups}
        count={report.groupCount}
        links={{ incidents: links.incidentsOfGroup, resources: links.resourcesOfGroup, report: links.group }}
      />
      <GroupSection
        title={words.applications}
        column={words.application}
        groups={report.applications}
        count={report.applicationCount}
        links={{ incidents: links.incidentsOfApplication, resources: links.resourcesOfApplication }}
      />
      <OtherSections report={report} links={links} />
    </>
  )
}

function SaveDocument({ asked, title }: { asked: AskedReport; title: string }) {
  const words = useTexts(reportsTexts)
  const language = useLanguage()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    await downloadDocument(client, asked, language).catch(failureToast(words.reportFailed))
    setBusy(false)
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => void save()} aria-label={`${words.savePdf}: ${title}`}>
      {words.savePdf}
    </Button>
  )
}

/** The periods beside this one, where there can be reports of them. */
function PeriodSteps({ asked: { customerId, group }, period }: { asked: AskedReport; period: ReportPeriod }) {
  const language = useLanguage()
  const { locale } = useFormat()
  const months = useQuery(monthsQuery(customerId)).data ?? []
  const first = months.at(-1)?.month
  const isKnown = (one: ReportPeriod) => first !== undefined && one.lastDay.slice(0, 7) >= first && boundsOf(one, 'UTC').from <= serverNow()
  return [stepPeriod(period, -1), stepPeriod(period, 1)].filter(isKnown).map((one) => (
    <ButtonLink
      key={one.firstDay}
      variant="default"
      to="/reports/$customerId/$groupId/report/$reportId"
      params={{ customerId, groupId: 'builtin', reportId: 'monthly' }}
      search={{ period: writePeriod(one), ...(group.length > 0 ? { group: [...group] } : {}) }}
      {...(one.firstDay < period.firstDay
        ? { leftSection: <ChevronLeft size={14} aria-hidden="true" /> }
        : { rightSection: <ChevronRight size={14} aria-hidden="true" /> })}
    >
      {withCapital(writePeriodName(one, language), locale)}
    </ButtonLink>
  ))
}
