import type { Ticket } from '@vakt/contract/tickets.ts'
import type { ReactNode } from 'react'
import { StatusBadge } from '#web/links/status-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/row-table.tsx'
import { PriorityMark } from '#web/ui/severity-mark.tsx'
import styles from './tickets.module.css'

type Words = Record<'priority' | 'subject' | 'status' | 'type' | 'assignee' | 'changed' | 'number' | Ticket['type'], string>

export function ticketColumns({ words, title }: { words: Words; title: (ticket: Ticket) => ReactNode }): Column<Ticket>[] {
  return [
    {
      key: 'number',
      label: words.number,
      width: '5rem',
      phone: 'hidden',
      cell: ({ ticketId }) => <span className={styles.dim}>#{ticketId}</span>,
    },
    {
      key: 'subject',
      label: words.subject,
      phone: 'first',
      cell: (ticket) => (
        <>
          {title(ticket)}
          {ticket.entity ? <span className={styles.beside}>{ticket.entity.name}</span> : null}
        </>
      ),
    },
    {
      key: 'priority',
      label: words.priority,
      width: '7.5rem',
      phone: 'second',
      cell: ({ priority, status }) => <PriorityMark priority={priority} quiet={status === 'resolved' || status === 'closed'} />,
    },
    { key: 'status', label: words.status, width: '12rem', phone: 'second', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'type',
      label: words.type,
      width: '7rem',
      phone: 'hidden',
      cell: ({ type }) => <span className={styles.dim}>{words[type]}</span>,
    },
    {
      key: 'assignee',
      label: words.assignee,
      width: '10rem',
      phone: 'hidden',
      cell: ({ assignee, assigneeGroup }) => assignee ?? assigneeGroup ?? <span className={styles.dim}>–</span>,
    },
    {
      key: 'changed',
      label: words.changed,
      width: '8.5rem',
      phone: 'first',
      cell: ({ modified }) => (
        <span className={styles.dim}>
          <RelativeTime iso={modified} />
        </span>
      ),
    },
  ]
}
