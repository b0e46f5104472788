import { type OpenNow, type OpenNowOfAllCustomers, openNowSorts } from '@vakt/contract/open-now.ts'
import { totalOf } from '@vakt/domain/severity.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { useArrivals } from '#web/ui/hooks/use-arrivals.ts'
import type { DashboardSearch } from './dashboard-search.ts'
import styles from './open-now.module.css'
import { openNowTexts } from './open-now.texts.ts'
import { OpenNowRow } from './open-now-row.tsx'

const SortMenu = lazy(() => import('#web/lists/sort-menu.tsx').then((module) => ({ default: module.SortMenu })))
const NothingMatches = lazy(() => import('#web/ui/table/nothing-matches.tsx').then((module) => ({ default: module.NothingMatches })))

type ListProps = {
  customerId: string
  data: OpenNow | OpenNowOfAllCustomers
  search: DashboardSearch
  onChange: (search: DashboardSearch) => void
  onClear: () => void
  /** Search and filters, on a phone: in one line with the order, so that the first incident is in sight. */
  tools?: ReactNode
}

/** One that got worse, or better, is marked as one that came. */
const arrivalKey = ({ incidentId, severity }: OpenNow['incidents'][number]) => `${incidentId} ${severity}`

/** The open incidents by name. What the filters hide is said beside the title, and can be brought back there. */
export function OpenNowList({ customerId, data, search, onChange, onClear, tools }: ListProps) {
  const words = useTexts(openNowTexts)
  const all = totalOf(data.totals.counts)
  const hasArrived = useArrivals(data.incidents.map(arrivalKey))
  if (all === 0) return null
  const onSort = (chosen: string) => {
    const { sort: _, ...rest } = search
    const sort = openNowSorts.find((one) => one === chosen)
    onChange(sort && sort !== 'severity' ? { ...rest, sort } : rest)
  }
  return (
    <section className={styles.section} aria-labelledby="open-now">
      <div className={styles.head} data-tools={tools ? '' : undefined}>
        <h2 id="open-now" tabIndex={-1} data-skip-target>
          {words.title}
        </h2>
        {data.matching < all ? (
          <span role="status">
            {words.shown(data.matching, all)} ·{' '}
            <button type="button" className={styles.clear} onClick={onClear}>
              {words.clear}
            </button>
          </span>
        ) : null}
        {tools ? <div className={styles.tools}>{tools}</div> : null}
        {all > 1 ? (
          <div className={styles.sort}>
            <Suspense>
              <SortMenu
                label={words.sort}
                size="compact-sm"
                showsIcon={!!tools}
                sorts={openNowSorts}
                names={words.sorts}
                sorting={{ sort: search.sort ?? 'severity', direction: 'desc', onSort }}
              />
            </Suspense>
          </div>
        ) : null}
      </div>
      {data.matching === 0 ? (
        <Suspense>
          <NothingMatches title={words.nothingMatches} hidden={all} onClear={onClear} />
        </Suspense>
      ) : (
        <ul className={styles.list}>
          {data.incidents.map((incident) => (
            <OpenNowRow
              key={incident.incidentId}
              customerId={'customer' in incident ? incident.customer.customerId : customerId}
              incident={incident}
              hasArrived={hasArrived(arrivalKey(incident))}
              {...('customer' in incident ? { customer: incident.customer } : {})}
            />
          ))}
        </ul>
      )}
      {data.incidents.length < data.matching && !search.shown ? (
        <button type="button" className={styles.all} onClick={() => onChange({ ...search, shown: 'all' })}>
          {words.showAll(data.matching)}
        </button>
      ) : null}
    </section>
  )
}
