import type { Incident } from '@vakt/contract/incidents.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { incidentPath } from '#web/shared/links/paths.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import { incidentTexts } from './incidents.texts.ts'
import { OpenDuration, useDuration } from './open-duration.tsx'

export function useIncidentColumns(customerId: string): Column<Incident>[] {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts) }
  const duration = useDuration()
  return [
    {
      key: 'severity',
      label: words.severity,
      width: '9rem',
      phone: 'second',
      cell: ({ severity, state }) => <SeverityMark level={severity} quiet={state === 'resolved'} />,
    },
    {
      key: 'incident',
      label: words.incident,
      phone: 'first',
      wraps: true,
      cell: ({ incidentId, title }) => (
        <PlainLink href={incidentPath(customerId, incidentId)} data-row-link title={title}>
          <bdi>{title}</bdi>
        </PlainLink>
      ),
    },
    {
      key: 'entity',
      label: words.entity,
      width: '14%',
      phone: 'hidden',
      cell: ({ entity }) => (entity ? <EntityLink customerId={customerId} entity={entity} /> : words.unmatched),
    },
    { key: 'state', label: words.state, width: '8.5rem', phone: 'second', cell: ({ state }) => words[state] },
    {
      key: 'assignee',
      label: words.assignee,
      width: '9rem',
      phone: 'hidden',
      yields: true,
      cell: ({ assignee }) => assignee?.name ?? null,
    },
    {
      key: 'ticket',
      label: words.ticket,
      width: '6rem',
      phone: 'hidden',
      yields: true,
      cell: ({ ticketId }) => (ticketId ? <TicketLink customerId={customerId} ticketId={ticketId} /> : null),
    },
    {
      key: 'duration',
      label: words.duration,
      width: '8rem',
      phone: 'hidden',
      yields: true,
      cell: ({ openedAt, resolvedAt }) => (resolvedAt ? duration(openedAt, Date.parse(resolvedAt)) : <OpenDuration iso={openedAt} />),
    },
    { key: 'since', label: words.opened, width: '9.5rem', phone: 'first', cell: ({ openedAt }) => <RelativeTime iso={openedAt} /> },
  ]
}
