import type { ticketColumnKeys } from '@vakt/contract/tickets/ticket-views.ts'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { TicketRow } from '#web/features/tickets/ticket-queries.ts'
import styles from '#web/features/tickets/tickets.module.css'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useActorName } from '#web/platform/branding.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PriorityMark, SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { TimeLeft } from '#web/shared/tickets/time-left.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { CellEditor } from '#web/ui/table/cell-editor.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'

const StatusOfRow = lazy(() => import('./row-editors.tsx').then((module) => ({ default: module.StatusOfRow })))
const AssigneeOfRow = lazy(() => import('./row-editors.tsx').then((module) => ({ default: module.AssigneeOfRow })))

type TicketColumnKey = (typeof ticketColumnKeys)[number]
type Words = (typeof ticketTexts)['en'] & (typeof ticketListTexts)['en']

const shownTags = 2
const dim = (text: ReactNode) => <span className={styles.dim}>{text}</span>
const orNone = (text: string | null) => text ?? dim('–')

const columnsOf = (words: Words): Record<TicketColumnKey, Column<TicketRow>> => ({
  number: {
    key: 'number',
    label: words.number,
    width: '4.75rem',
    phone: 'hidden',
    sort: 'number',
    isDim: true,
    cell: ({ ticketId }) => `#${ticketId}`,
  },
  customer: {
    key: 'customer',
    label: words.customer,
    width: '8.5rem',
    phone: 'yielding',
    cell: ({ customer }) => <span title={customer?.name}>{orNone(customer?.name ?? null)}</span>,
  },
  priority: {
    key: 'priority',
    label: words.priority,
    width: '7rem',
    phone: 'second',
    sort: 'priority',
    cell: ({ priority, status }) => <PriorityMark priority={priority} quiet={status === 'resolved' || status === 'closed'} />,
  },
  status: {
    key: 'status',
    label: words.status,
    width: '11.5rem',
    phone: 'second',
    sort: 'status',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  timeLeft: {
    key: 'timeLeft',
    label: words.timeLeft,
    width: '12.75rem',
    phone: 'yielding',
    sort: 'due',
    cell: ({ serviceLevel }) => (serviceLevel ? <TimeLeft level={serviceLevel} /> : null),
  },
  type: { key: 'type', label: words.type, width: '6.5rem', phone: 'hidden', isDim: true, cell: ({ type }) => words[type] },
  assignee: {
    key: 'assignee',
    label: words.assignee,
    width: '11rem',
    phone: 'hidden',
    cell: ({ assignee, assigneeGroup }) => orNone(assignee ?? assigneeGroup),
  },
  group: { key: 'group', label: words.group, width: '9rem', phone: 'hidden', cell: ({ assigneeGroup }) => orNone(assigneeGroup) },
  requester: {
    key: 'requester',
    label: words.requester,
    width: '10rem',
    phone: 'hidden',
    cell: ({ requester }) => <RequesterName requester={requester} />,
  },
  tags: {
    key: 'tags',
    label: words.tags,
    width: '12rem',
    phone: 'hidden',
    cell: ({ tags }) => (
      <span className={styles.tagsInRow} title={tags.join(', ')}>
        {tags.slice(0, shownTags).map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        {tags.length > shownTags ? dim(`+${tags.length - shownTags}`) : null}
      </span>
    ),
  },
  entity: { key: 'entity', label: words.entity, width: '11rem', phone: 'hidden', cell: ({ entity }) => orNone(entity?.name ?? null) },
  source: {
    key: 'source',
    label: words.source,
    width: '8.5rem',
    phone: 'hidden',
    isDim: true,
    cell: ({ source }) => (source === 'monitoring' ? words.byMonitoring : words.byPerson),
  },
  created: {
    key: 'created',
    label: words.created,
    width: '9.5rem',
    phone: 'hidden',
    sort: 'created',
    isDim: true,
    cell: ({ created }) => <RelativeTime iso={created} />,
  },
  changed: {
    key: 'changed',
    label: words.changed,
    width: '9.5rem',
    phone: 'first',
    sort: 'modified',
    isDim: true,
    cell: ({ modified }) => <RelativeTime iso={modified} />,
  },
})

const names = (subject: string, resource: string) => subject.toLowerCase().includes(resource.toLowerCase())

/** A ticket that monitoring opened without a rule is the portal's own. */
function RequesterName({ requester }: Pick<TicketRow, 'requester'>) {
  const actorName = useActorName()
  return <span title={requester.email ?? undefined}>{requester.email ? requester.name : actorName(requester.name)}</span>
}

const onlyWhenAsked: readonly TicketColumnKey[] = ['group', 'requester', 'tags', 'entity', 'source', 'created', 'type']

type ColumnsProps = {
  hrefOf: (ticket: TicketRow) => string
  namesEntity: boolean
  isAll: boolean
  /** Whose a ticket is, where its status and assignee can be changed in the row. */
  editAs?: ((ticket: TicketRow) => string) | undefined
}

/** Status and assignee, changed where they stand. */
const editable = (columns: Record<'status' | 'assignee', Column<TicketRow>>, words: Words, customerOf: (ticket: TicketRow) => string) => ({
  status: {
    ...columns.status,
    cell: (ticket: TicketRow) =>
      ticket.status === 'closed' ? (
        columns.status.cell(ticket)
      ) : (
        <CellEditor
          label={words.changeStatusOf(ticket.ticketId)}
          editor={(close) => (
            <Suspense>
              <StatusOfRow customerId={customerOf(ticket)} ticket={ticket} onDone={close} />
            </Suspense>
          )}
        >
          {columns.status.cell(ticket)}
        </CellEditor>
      ),
  },
  assignee: {
    ...columns.assignee,
    cell: (ticket: TicketRow) =>
      ticket.status === 'closed' ? (
        columns.assignee.cell(ticket)
      ) : (
        <CellEditor
          label={words.assignOf(ticket.ticketId)}
          editor={(close) => (
            <Suspense>
              <AssigneeOfRow customerId={customerOf(ticket)} ticket={ticket} onDone={close} />
            </Suspense>
          )}
        >
          {columns.assignee.cell(ticket)}
        </CellEditor>
      ),
  },
})

/** Every column; over all customers also whose each ticket is. `namesEntity` where no column of its own does. */
export function useTicketColumns({ hrefOf, namesEntity, isAll, editAs }: ColumnsProps): Column<TicketRow>[] {
  const [ticketWords, listWords] = [useTexts(ticketTexts), useTexts(ticketListTexts)]
  return useMemo(() => {
    const words = { ...ticketWords, ...listWords }
    const { number, customer, ...read } = columnsOf(words)
    const others = editAs ? { ...read, ...editable(read, words, editAs) } : read
    const subject: Column<TicketRow> = {
      key: 'subject',
      label: words.subject,
      phone: 'first',
      choice: 'always',
      wraps: true,
      cell: (ticket) => (
        <>
          {ticket.isUnread ? <span className={styles.unread} role="img" aria-label={words.unread} title={words.unread} /> : null}
          <PlainLink href={hrefOf(ticket)} data-row-link data-unread={ticket.isUnread || undefined} title={ticket.subject}>
            <bdi>{ticket.subject}</bdi>
          </PlainLink>
          {editAs && ticket.customerAnswered ? <span className={styles.answered}>{words.customerAnswered}</span> : null}
          {ticket.incidentSeverity ? (
            <span className={styles.escalated}>
              <SeverityMark level={ticket.incidentSeverity} label={words.incidentIs[ticket.incidentSeverity]} />
            </span>
          ) : null}
          {ticket.entity && namesEntity && !names(ticket.subject, ticket.entity.name) ? (
            <span className={styles.beside}>{ticket.entity.name}</span>
          ) : null}
        </>
      ),
    }
    // Over all customers the time left says more than the last change, and a subject needs the room.
    const asked: readonly string[] = isAll ? [...onlyWhenAsked, 'changed'] : onlyWhenAsked
    const rest = Object.values(others).map((column) => (asked.includes(column.key) ? { ...column, choice: 'asked' as const } : column))
    return [number, subject, ...(isAll ? [{ ...customer, choice: 'always' as const }] : []), ...rest]
  }, [ticketWords, listWords, hrefOf, namesEntity, isAll, editAs])
}
