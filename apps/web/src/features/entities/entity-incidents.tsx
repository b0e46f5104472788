import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-information.module.css'
import { entityIncidentsQuery } from './entity-queries.ts'

type IncidentsOf = { customerId: string; entityId: string }

/** What is wrong with the entity now, or all that ever was. */
export function EntityIncidents(entity: IncidentsOf) {
  const words = useTexts(entityTexts)
  const [shown, show] = useState<'open' | 'all'>('open')
  return (
    <Section
      title={words.incidents}
      aside={
        <FilterTabs
          label={words.incidentsShown}
          value={shown}
          options={[
            { value: 'open', label: words.openNow },
            { value: 'all', label: words.history },
          ]}
          onChange={show}
        />
      }
    >
      <IncidentRows {...entity} withResolved={shown === 'all'} />
    </Section>
  )
}

function IncidentRows({ customerId, entityId, withResolved }: IncidentsOf & { withResolved: boolean }) {
  const words = useTexts(entityTexts)
  const titleOf = useIncidentTitle()
  const query = useInfiniteQuery(entityIncidentsQuery(customerId, entityId, { withResolved }))
  const rows = useRows(query.data)
  if (query.isPending) return <ListSkeleton rows={2} />
  if (query.isError && rows.length === 0)
    return <ErrorState title={words.incidentsFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (rows.length === 0) {
    return (
      <p className={styles.dim}>
        <SeverityMark level="good" label={withResolved ? words.neverIncidents : words.noIncidents} />
      </p>
    )
  }
  return (
    <>
      <ul className={styles.incidents}>
        {rows.map((incident) => (
          <li key={incident.incidentId}>
            <span className={styles.severity}>
              <SeverityMark level={incident.severity} quiet={incident.state === 'resolved'} />
            </span>
            <PlainLink className={styles.name} href={incidentPath(customerId, incident.incidentId)}>
              {titleOf(incident)}
            </PlainLink>
            <span className={styles.meta}>
              {words[incident.state]} · <RelativeTime iso={incident.resolvedAt ?? incident.openedAt} />
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
