import { useInfiniteQuery } from '@tanstack/react-query'
import type { Incident } from '@vakt/contract/incidents/incidents.ts'
import { X } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { WindowOfIncident } from '#web/shared/service-windows/held-by.tsx'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import type { DashboardSearch } from './dashboard-search.ts'
import { openIncidentsQuery } from './incident-queries.ts'
import { incidentTexts } from './incidents.texts.ts'
import styles from './open-incidents.module.css'
import type { OpenedGroup } from './opened-groups.ts'

type OpenIncidentsProps = {
  customerId: string
  search: DashboardSearch
  group: OpenedGroup
  name: string
  onChange: (group: OpenedGroup, isOpen: boolean) => void
}

/** The incidents behind a count, in place under it. */
export function OpenIncidents({ customerId, search, group, name, onChange }: OpenIncidentsProps) {
  const words = useTexts(incidentTexts)
  const incidents = useInfiniteQuery(openIncidentsQuery(customerId, search, group))
  const rows = useRows(incidents.data)
  const { path, severity } = group
  return (
    <section className={styles.panel} aria-label={words.incidentsIn(name)} aria-busy={incidents.isPlaceholderData}>
      <button type="button" className={styles.close} aria-label={words.close} onClick={() => onChange({ path }, false)}>
        <X size={16} aria-hidden="true" />
      </button>
      {incidents.isPending ? <ListSkeleton rows={2} /> : null}
      {incidents.isError && rows.length === 0 ? (
        <ErrorState title={words.overviewFailed} error={incidents.error} onRetry={() => void incidents.refetch()} />
      ) : null}
      {incidents.isSuccess && rows.length === 0 ? <p className={styles.none}>{severity ? words.noneOfSeverity : words.noneOpen}</p> : null}
      {rows.length > 0 ? (
        <ul className={styles.list}>
          {rows.map((incident) => (
            <IncidentItem key={incident.incidentId} customerId={customerId} incident={incident} />
          ))}
        </ul>
      ) : null}
      {incidents.hasNextPage || severity ? (
        <div className={styles.actions}>
          {incidents.hasNextPage ? (
            <Button
              size="compact-sm"
              variant="default"
              loading={incidents.isFetchingNextPage}
              onClick={() => void incidents.fetchNextPage()}
            >
              {words.more}
            </Button>
          ) : null}
          {severity ? (
            <Button size="compact-sm" variant="subtle" onClick={() => onChange({ path }, true)}>
              {words.showAllSeverities}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

function IncidentItem({ customerId, incident }: { customerId: string; incident: Incident }) {
  const titleOf = useIncidentTitle()
  const words = useTexts(incidentTexts)
  return (
    <li className={styles.incident}>
      <span className={styles.severity}>
        <SeverityMark level={incident.severity} />
      </span>
      <span className={styles.main}>
        <PlainLink className={styles.title} href={incidentPath(customerId, incident.incidentId)}>
          {titleOf(incident)}
        </PlainLink>
        <span className={styles.where}>
          {incident.entity ? <EntityLink customerId={customerId} entity={incident.entity} /> : words.unmatched}
          {incident.firingAlerts > 1 ? <span> · {words.firing(incident.firingAlerts)}</span> : null}
          {incident.heldBy ? (
            <span>
              {' · '}
              <WindowOfIncident customerId={customerId} incident={incident} />
            </span>
          ) : null}
        </span>
      </span>
      <span className={styles.state}>{words[incident.state]}</span>
      <span className={styles.since}>
        <RelativeTime iso={incident.openedAt} />
      </span>
      <span className={styles.ticket}>
        {incident.ticketId ? <TicketLink customerId={customerId} ticketId={incident.ticketId} /> : words.noTicket}
      </span>
    </li>
  )
}
