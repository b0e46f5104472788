import type { Alert } from '@vakt/contract/alerts.ts'
import type { ReactNode } from 'react'
import { EntityLink } from '#web/links/entity-link.tsx'
import { ReadableName } from '#web/links/readable-name.tsx'
import { TicketLink } from '#web/links/ticket-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/row-table.tsx'
import { SeverityMark } from '#web/ui/severity-mark.tsx'
import { AlertStateMark } from './alert-state-mark.tsx'

type Words = Record<'severity' | 'alert' | 'entity' | 'state' | 'started' | 'ticket' | 'source' | 'unmatched', string>

type AlertColumnsInput = { words: Words; customerId: string; title: (alert: Alert) => ReactNode }

export function alertColumns({ words, customerId, title }: AlertColumnsInput): Column<Alert>[] {
  return [
    {
      key: 'severity',
      label: words.severity,
      width: '7.5rem',
      phone: 'second',
      cell: (alert) => <SeverityMark level={alert.severity} quiet={alert.state === 'resolved'} />,
    },
    { key: 'alert', label: words.alert, phone: 'first', cell: title },
    {
      key: 'entity',
      label: words.entity,
      width: '22%',
      phone: 'second',
      cell: ({ entity, targetName }) =>
        entity ? (
          <EntityLink customerId={customerId} entity={entity} />
        ) : (
          <span title={words.unmatched}>{targetName ?? words.unmatched}</span>
        ),
    },
    { key: 'state', label: words.state, width: '7rem', phone: 'hidden', cell: (alert) => <AlertStateMark state={alert.state} /> },
    {
      key: 'source',
      label: words.source,
      width: '9rem',
      phone: 'hidden',
      cell: (alert) => <ReadableName of="source" value={alert.source} />,
    },
    {
      key: 'ticket',
      label: words.ticket,
      width: '6rem',
      phone: 'hidden',
      cell: ({ ticketId }) => (ticketId ? <TicketLink customerId={customerId} ticketId={ticketId} /> : null),
    },
    { key: 'started', label: words.started, width: '8.5rem', phone: 'first', cell: (alert) => <RelativeTime iso={alert.startedAt} /> },
  ]
}
