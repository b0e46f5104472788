import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './paging.module.css'
import { pagingTexts } from './paging.texts.ts'
import { pagesQuery } from './paging-queries.ts'

/** How the load is shared, and what was paged last. */
export function LatestPages() {
  const words = useTexts(pagingTexts)
  const titleOf = useIncidentTitle()
  const found = useQuery(pagesQuery)
  if (found.isError && !found.data) return <ErrorState title={words.pagesFailed} error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <ListSkeleton rows={4} />
  const { pages, load } = found.data
  const most = Math.max(1, ...load.flatMap(({ byHour }) => byHour))
  return (
    <>
      <section aria-labelledby="page-load">
        <h2 id="page-load">{words.load}</h2>
        {load.length === 0 ? <p className={styles.dim}>{words.noLoad}</p> : null}
        <ul className={styles.load}>
          {load.map(({ userId, name, count, atNight, byHour }) => (
            <li key={userId}>
              <span>
                <strong>{name}</strong> {words.loadOf(count, atNight)}
              </span>
              <svg viewBox="0 0 240 24" preserveAspectRatio="none" role="img" aria-label={words.hoursOf(name)}>
                <title>{byHour.flatMap((pagesInHour, hour) => (pagesInHour > 0 ? `${hour}:00 ${pagesInHour}` : [])).join(', ')}</title>
                {byHour.map((pagesInHour, hour) => (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: an hour is known by its place
                    key={hour}
                    x={hour * 10 + 1}
                    width={8}
                    y={23 - (22 * pagesInHour) / most}
                    height={1 + (22 * pagesInHour) / most}
                  />
                ))}
              </svg>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="page-list">
        <h2 id="page-list">{words.latest}</h2>
        {pages.length === 0 ? <p className={styles.dim}>{words.noPages}</p> : null}
        <ul className={styles.pages}>
          {pages.map(
            ({ pageId, at, kind, channel, name, customerId, customerName, incidentId, title, finding, step, acknowledgedAt, delivery }) => (
              <li key={pageId}>
                <ClockTime iso={at} />
                <span data-problem={['paged', 'waits', 'waits_for_hours'].includes(kind) ? undefined : true}>
                  {words.kinds[kind](name, step + 1)}
                  {channel === 'none' ? '' : ` · ${words.channels[channel]}`}
                  {acknowledgedAt ? ` · ${words.acknowledged}` : delivery === 'failed' ? ` · ${words.deliveryFailed}` : ''}
                </span>
                <span>
                  <Link to="/incidents/$customerId/$incidentId" params={{ customerId, incidentId }}>
                    {titleOf({ title, finding })}
                  </Link>{' '}
                  <span className={styles.dim}>{customerName}</span>
                </span>
              </li>
            ),
          )}
        </ul>
      </section>
    </>
  )
}
