import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { CalendarList } from './calendar-list.tsx'
import { calendarsQuery, targetsQuery } from './service-level-queries.ts'
import styles from './service-levels.module.css'
import { serviceLevelTexts } from './service-levels.texts.ts'
import { TargetsForm } from './targets-form.tsx'

/** Targets for all customers, those of the customer that is looked at, and the calendars by which they are counted. */
export function ServiceLevelsPage() {
  const { customerId, name } = useShownCustomer()
  const words = useTexts(serviceLevelTexts)
  usePageTitle(words.title)
  const calendars = useQuery(calendarsQuery)
  const forAll = useQuery(targetsQuery(null))
  const own = useQuery(targetsQuery(customerId))
  const failed = [calendars, forAll, own].find(({ isError, data }) => isError && !data)
  const isThere = calendars.data && forAll.data && own.data
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.intro}>{words.intro}</p>
      </header>
      {failed ? (
        <ErrorState title={words.failed} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isThere ? (
        <>
          <section aria-labelledby="service-targets">
            <h2 id="service-targets">{words.forAll}</h2>
            <TargetsForm
              key={`all ${forAll.data.version}`}
              customerId={null}
              targets={forAll.data}
              calendars={calendars.data}
              label={words.forAll}
            />
          </section>
          <section aria-labelledby="customer-targets">
            <h2 id="customer-targets">{words.forCustomer(name)}</h2>
            <p className={styles.intro}>{words.forCustomerHelp}</p>
            <TargetsForm
              key={`${customerId} ${own.data.version}`}
              customerId={customerId}
              targets={own.data}
              calendars={calendars.data}
              label={words.forCustomer(name)}
            />
          </section>
          <section aria-labelledby="service-calendars">
            <h2 id="service-calendars">{words.calendars}</h2>
            <CalendarList calendars={calendars.data} />
          </section>
        </>
      ) : (
        <ListSkeleton rows={10} />
      )}
    </div>
  )
}
