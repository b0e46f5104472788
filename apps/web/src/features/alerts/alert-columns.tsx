import type { ReactNode } from 'react'
import { ownerOf } from '#web/shared/customers/list-scope.tsx'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { HeldBy } from '#web/shared/service-windows/held-by.tsx'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import styles from './alert-panel.module.css'
import type { AlertRow } from './alert-queries.ts'
import { AlertStateMark } from './alert-state-mark.tsx'

type Words = Record<'severity' | 'alert' | 'entity' | 'handling' | 'assignee' | 'started' | 'duration' | 'ticket' | 'unmatched', string> & {
  isAcknowledged: string
  acknowledgedBy: (who: string) => string
}

type AlertColumnsInput = {
  words: Words
  customerId: string
  title: (alert: AlertRow) => ReactNode
  durationOf: (alert: AlertRow) => string
  /** Whose each alert is, over all customers. */
  customer: Column<AlertRow>[]
}

export function alertColumns({ words, customerId, title, durationOf, customer }: AlertColumnsInput): Column<AlertRow>[] {
  // Over all customers titles need its room; since when is beside it.
  const duration: Column<AlertRow> = {
    key: 'duration',
    label: words.duration,
    width: '8rem',
    phone: 'hidden',
    yields: true,
    cell: durationOf,
  }
  return [
    {
      key: 'severity',
      label: words.severity,
      width: '9.25rem',
      phone: 'second',
      sort: 'severity',
      cell: (alert) => <SeverityMark level={alert.severity} quiet={alert.state === 'resolved'} />,
    },
    { key: 'alert', label: words.alert, phone: 'first', wraps: true, cell: title },
    ...customer,
    {
      key: 'entity',
      label: words.entity,
      width: '15%',
      phone: 'second',
      cell: ({ entity, targetName, ...row }) =>
        entity ? (
          <EntityLink customerId={ownerOf(row, customerId)} entity={entity} />
        ) : (
          <span title={words.unmatched}>{targetName ?? words.unmatched}</span>
        ),
    },
    {
      key: 'handling',
      label: words.handling,
      width: '8.5rem',
      phone: 'second',
      wraps: true,
      cell: ({ state, handling, heldBy, ...row }) =>
        heldBy ? (
          <HeldBy customerId={ownerOf(row, customerId)} heldBy={heldBy} isShort />
        ) : state === 'firing' && handling?.acknowledgedBy ? (
          <span className={styles.onWide} title={words.acknowledgedBy(handling.acknowledgedBy)}>
            {words.isAcknowledged}
          </span>
        ) : (
          <span className={styles.onWide}>
            <AlertStateMark state={state} />
          </span>
        ),
    },
    {
      key: 'assignee',
      label: words.assignee,
      width: '9.5rem',
      phone: 'hidden',
      yields: true,
      cell: ({ handling }) => handling?.assignee ?? null,
    },
    {
      key: 'ticket',
      label: words.ticket,
      width: '6rem',
      phone: 'hidden',
      yields: true,
      cell: ({ ticketId, ...row }) => (ticketId ? <TicketLink customerId={ownerOf(row, customerId)} ticketId={ticketId} /> : null),
    },
    ...(customer.length > 0 ? [] : [duration]),
    {
      key: 'started',
      label: words.started,
      width: '9.5rem',
      phone: 'first',
      sort: 'started',
      cell: (alert) => <RelativeTime iso={alert.startedAt} />,
    },
  ]
}
