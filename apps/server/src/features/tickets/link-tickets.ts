import { noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import { type CallContext, userIdAt } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertChanges, touchTicket } from './ticket-change-table.ts'
import { copyTicket, deleteLink, insertLink } from './ticket-link-table.ts'
import { lockSeenTicket } from './write-to-ticket.ts'

type Pair = { ticketId: string; otherTicketId: string }

/** Both know of it: each has it in its history. */
async function noteLink(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { pair, isLinked }: { pair: Pair; isLinked: boolean },
): Promise<void> {
  const { actor, now } = context
  for (const [ticketId, other] of [
    [pair.ticketId, pair.otherTicketId],
    [pair.otherTicketId, pair.ticketId],
  ] as const) {
    const change = { field: 'link', before: isLinked ? null : other, after: isLinked ? other : null }
    await insertChanges(transaction, customerId, { ticketId, changes: [change], actor, now })
    await touchTicket(transaction, customerId, { ticketId, actor, now })
    announce(transaction, { type: 'ticket.changed', customerId, ticketId })
  }
  await recordAction(transaction, context, customerId, {
    action: isLinked ? 'ticket.link' : 'ticket.unlink',
    target: `ticket ${pair.ticketId}`,
    details: { other: pair.otherTicketId },
  })
}

/** Both locked, the lower number first, so that two links at once do not wait for each other. */
async function lockPair(transaction: Transaction, customerId: string, given: Pair): Promise<Pair> {
  const pair = { ticketId: readNumericId(given.ticketId), otherTicketId: readNumericId(given.otherTicketId) }
  if (pair.ticketId === pair.otherTicketId)
    throw Invalid.field('otherTicketId', 'A ticket cannot be linked to itself.', 'ticket.link_itself')
  const inOrder = [pair.ticketId, pair.otherTicketId].sort((one, other) => Number(one) - Number(other))
  for (const ticketId of inOrder) await lockSeenTicket(transaction, customerId, ticketId, null)
  return pair
}

export async function linkTickets(context: Context, customerId: string, given: Pair): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    const pair = await lockPair(transaction, customerId, given)
    const isNew = await insertLink(transaction, customerId, { ...pair, kind: 'related', now: context.now })
    if (isNew) await noteLink(transaction, context, customerId, { pair, isLinked: true })
  })
}

export async function unlinkTickets(context: Context, customerId: string, given: Pair): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    const pair = await lockPair(transaction, customerId, given)
    if (await deleteLink(transaction, customerId, pair)) await noteLink(transaction, context, customerId, { pair, isLinked: false })
  })
}

export async function followUpTicket(
  context: CallContext,
  customerId: string,
  id: string,
  { description }: { description: string },
): Promise<{ ticketId: string; temp_id: string }> {
  const { caller, now } = context
  const followed = readNumericId(id)
  const requester = {
    userId: userIdAt(caller, customerId),
    name: caller?.name ?? 'Vakt',
    email: caller?.email ?? '',
  }
  return inTransaction(context, customerId, async (transaction) => {
    await lockSeenTicket(transaction, customerId, followed, null)
    const created = await copyTicket(transaction, customerId, { ticketId: followed, description, requester, now })
    const pair = { ticketId: followed, otherTicketId: created.ticketId }
    await insertLink(transaction, customerId, { ...pair, kind: 'follow_up', now })
    await recordAction(transaction, context, customerId, { action: 'ticket.create', target: `ticket ${created.ticketId}` })
    await noteEvent(
      transaction,
      { customerId, actor: context.actor, now },
      { topic: 'ticket', kind: 'created', subjectId: created.ticketId },
    )
    await noteLink(transaction, context, customerId, { pair, isLinked: true })
    await keepAnswer(transaction, context, customerId, created)
    return created
  })
}
