import type { CurrentTicket } from '@vakt/contract/tickets/ticket-details.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { type Changer, decideStatus } from '@vakt/domain/ticket-status.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import { followServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, Stale } from '#server/platform/errors.ts'
import {
  insertChanges,
  insertComment,
  type LockedTicket,
  lockTicket,
  type SystemMessage,
  touchTicket,
  updateStatus,
} from './ticket-change-table.ts'

const changerOf = ({ actor, isStaff }: Pick<Context, 'actor' | 'isStaff'>): Changer =>
  actor.type === 'system' ? 'system' : isStaff ? 'staff' : 'customer'

const presentCurrent = ({ description: _, externalByStaff: __, modified, ...ticket }: LockedTicket): CurrentTicket => ({
  ...ticket,
  modified: modified.toISOString(),
})

/** The ticket, locked; refused with what it is now when `seen` is not its version any more. */
export async function lockSeenTicket(
  transaction: Transaction,
  customerId: string,
  ticketId: string,
  seen: number | null,
): Promise<LockedTicket> {
  const ticket = await lockTicket(transaction, customerId, ticketId)
  if (!ticket) throw new NotFound()
  if (seen !== null && seen !== ticket.version) {
    const message = `The ticket has changed: you saw version ${seen}, now it is ${ticket.version}.`
    throw new Stale(presentCurrent(ticket), message, 'ticket.changed_meanwhile')
  }
  return ticket
}

export const ticketIsClosed = () => Conflict.field('', 'The ticket is closed. Open a new one that refers to it.', 'ticket.closed')

export type TicketComment = {
  body: string
  private: boolean
  mentions: { userId: string; name: string }[]
  /** What the body says in English, for each reader in their language. */
  message?: SystemMessage
  /** The status that the comment explains; without it only what a comment does by itself. */
  status?: TicketStatus
}

/** Writes a comment on a locked ticket, with the status that follows from it: the one way in which a status changes. */
export async function writeComment(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { ticketId, ticket, comment }: { ticketId: string; ticket: LockedTicket; comment: TicketComment },
): Promise<{ added: { commentId: string; temp_id: string }; before: TicketStatus; after: TicketStatus }> {
  const { actor, now, isStaff } = context
  const { status: to, body } = comment
  const before = ticket.status
  const by = changerOf(context)
  const decision = decideStatus({ from: before, ...(to ? { to } : {}), by, comment: body, isPrivate: comment.private })
  if ('refused' in decision) throw refusalOf(decision.refused, before, to)
  const after = decision.status
  const added = await insertComment(transaction, customerId, {
    ticketId,
    body,
    private: comment.private,
    mentions: comment.mentions,
    byStaff: isStaff && actor.type === 'user',
    message: comment.message,
    actor,
    now,
  })
  if (after !== before) {
    await updateStatus(transaction, customerId, ticketId, after)
    await insertChanges(transaction, customerId, { ticketId, changes: [{ field: 'status', before, after }], actor, now })
  }
  await touchTicket(transaction, customerId, { ticketId, actor, now, isPrivate: comment.private })
  if (!comment.private || after !== before) await followServiceLevels(transaction, customerId, [ticketId], now)
  const { commentId } = added
  const about = { topic: 'ticket', subjectId: ticketId, private: comment.private, details: { commentId } } as const
  const namedUserIds = comment.mentions.map(({ userId }) => userId)
  await noteEvent(
    transaction,
    { customerId, actor, now },
    ...(to === undefined ? [{ ...about, kind: 'commented' as const }] : []),
    ...(after === before ? [] : [{ ...about, kind: 'status_changed' as const, details: { commentId, before, after } }]),
    ...(namedUserIds.length > 0 ? [{ ...about, kind: 'mentioned' as const, namedUserIds }] : []),
  )
  return { added, before, after }
}

function refusalOf(reason: string, before: TicketStatus, to: TicketStatus | undefined): Error {
  switch (reason) {
    case 'comment_required':
      return Invalid.field('comment', 'A comment is required.', 'ticket.status.comment_required')
    case 'closed':
      return ticketIsClosed()
    case 'not_yours':
      return Invalid.field('status', `Only the provider’s staff can set a ticket to "${to}".`, 'ticket.status.not_yours')
    default:
      return Invalid.field('status', `A ticket that is "${before}" cannot become "${to}".`, 'ticket.status.not_possible')
  }
}
