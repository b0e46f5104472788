import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TicketLink } from '#web/links/ticket-link.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SeverityMark } from '#web/ui/severity-mark.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-information.module.css'
import { entityIncidentsQuery } from './entity-queries.ts'

export function EntityIncidents({ customerId, entityId }: { customerId: string; entityId: string }) {
  const words = useTexts(entityTexts)
  const query = useInfiniteQuery(entityIncidentsQuery(customerId, entityId))
  const rows = query.data?.pages.flatMap((page) => page.result) ?? []
  if (query.isPending) return <ListSkeleton rows={2} />
  if (query.isError && rows.length === 0)
    return <ErrorState title={words.incidentsFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (rows.length === 0) {
    return (
      <p className={styles.dim}>
        <SeverityMark level="good" label={words.noIncidents} />
      </p>
    )
  }
  return (
    <>
      <ul className={styles.incidents}>
        {rows.map((incident) => (
          <li key={incident.incidentId}>
            <span className={styles.severity}>
              <SeverityMark level={incident.severity} />
            </span>
            <span className={styles.name}>{incident.title}</span>
            <span className={styles.meta}>
              {words[incident.state]} · <RelativeTime iso={incident.openedAt} />
            </span>
            <span className={styles.meta}>
              {incident.ticketId ? <TicketLink customerId={customerId} ticketId={incident.ticketId} /> : words.noTicket}
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button size="compact-sm" variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </>
  )
}
