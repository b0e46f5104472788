import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReportPeriod, readPeriod, writePeriod } from '@vakt/domain/reports/report-period.ts'
import { withCapital, writeMonth } from '@vakt/domain/reports/write-figures.ts'
import { writePeriodName } from '@vakt/domain/reports/write-period.ts'
import { lazy } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskForCustomer } from '#web/shared/customers/ask-for-customer.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { EmbeddedReports } from './embedded-reports.tsx'
import { PrepaidHours } from './prepaid-hours.tsx'
import { ReportChoices } from './report-choices.tsx'
import { ReportMails } from './report-mails.tsx'
import { monthsQuery } from './report-queries.ts'
import styles from './reports.module.css'
import { reportsTexts } from './reports.texts.ts'

const ReportsOfCustomers = lazy(() => import('./reports-of-customers.tsx').then((module) => ({ default: module.ReportsOfCustomers })))

const maxQuarters = 5

/** The latest first. */
function quartersOf(months: readonly string[]): ReportPeriod[] {
  const names = months.map((month) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`)
  return [...new Set(names)].slice(0, maxQuarters).flatMap((name) => readPeriod(name) ?? [])
}

/** The reports of a customer; the current month is as far as it has come. */
export function ReportsPage() {
  return (
    <AskForCustomer what="reports" beside={<ReportsOfCustomers />}>
      <ReportsOfCustomer />
    </AskForCustomer>
  )
}

function ReportsOfCustomer() {
  const words = useTexts(reportsTexts)
  const { locale, exact } = useFormat()
  const { customerId } = useShownCustomer()
  const language = useLanguage()
  const months = useQuery(monthsQuery(customerId))
  return (
    <div className={styles.page}>
      <PageHeading title={words.title}>{words.intro}</PageHeading>
      {months.data ? (
        <ul className={styles.months} aria-label={words.months}>
          {months.data.map(({ month, incidents, critical, lastOpened }, index) => (
            <li key={month}>
              <Link
                className={styles.card}
                to="/reports/$customerId/$groupId/report/$reportId"
                params={{ customerId, groupId: 'builtin', reportId: 'monthly' }}
                search={{ period: month }}
              >
                <strong>
                  {withCapital(writeMonth(month, locale), locale)}
                  {index === 0 ? ` (${words.soFar})` : ''}
                </strong>
                <span className={styles.dim}>{words.counts(incidents, critical)}</span>
                {lastOpened ? <span className={styles.dim}>{words.lastOpened(lastOpened.by, exact(lastOpened.at))}</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : months.isError ? (
        <ErrorState title={words.failed} error={months.error} onRetry={() => void months.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
      <section aria-label={words.otherPeriod}>
        <h2>{words.otherPeriod}</h2>
        <div className={styles.actions}>
          {quartersOf(months.data?.map(({ month }) => month) ?? []).map((quarter) => (
            <ButtonLink
              key={quarter.firstDay}
              variant="default"
              to="/reports/$customerId/$groupId/report/$reportId"
              params={{ customerId, groupId: 'builtin', reportId: 'monthly' }}
              search={{ period: writePeriod(quarter) }}
            >
              {withCapital(writePeriodName(quarter, language), locale)}
            </ButtonLink>
          ))}
          <ReportChoices customerId={customerId} />
        </div>
      </section>
      <PrepaidHours customerId={customerId} />
      <EmbeddedReports customerId={customerId} />
      <ReportMails customerId={customerId} />
    </div>
  )
}
