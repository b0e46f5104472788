import { heartbeatInSeconds, type PresenceDoing, type Present } from '@vakt/contract/tickets/ticket-presence.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Forbidden, Invalid, NotFound } from '#server/platform/errors.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { deletePresence, hasTicket, putPresence, readPresence } from './ticket-presence-table.ts'
import { noteTicketVisit } from './ticket-visit-table.ts'

type Ids = { ticketId: string; tab: string }

const silentMilliseconds = 2.5 * heartbeatInSeconds * 1000

const tell = (transaction: Transaction, customerId: string, ticketId: string) =>
  announce(transaction, { type: 'ticket.presence', customerId, ticketId })

/** Others are told only when it is news: a heartbeat by itself wakes no one. */
export async function showPresence(context: Context, customerId: string, ids: Ids, doing: PresenceDoing): Promise<{ others: Present[] }> {
  const { actor, now, isStaff } = context
  if (actor.type !== 'user') throw new Forbidden()
  if (doing === 'writing_privately' && !isStaff)
    throw Invalid.field('doing', 'Only staff can write private comments.', 'ticket.comment_private')
  const { userId, name } = actor
  const [ticketId, tab] = [readNumericId(ids.ticketId), readUuid(ids.tab)]
  const silentSince = new Date(now.getTime() - silentMilliseconds)
  return inTransaction(context, customerId, async (transaction) => {
    const put = { ticketId, tab, userId, name, byStaff: isStaff, doing, now, silentSince }
    const isNews = await putPresence(transaction, customerId, put)
    await noteTicketVisit(transaction, customerId, { ticketId, userId, now })
    const others = await readPresence(transaction, customerId, { ticketId, userId, isStaff, silentSince })
    if (!others) throw new NotFound()
    if (isNews) tell(transaction, customerId, ticketId)
    return { others }
  })
}

export async function endPresence(context: Context, customerId: string, ids: Ids): Promise<undefined> {
  const { actor, now } = context
  if (actor.type !== 'user') throw new Forbidden()
  const [ticketId, tab] = [readNumericId(ids.ticketId), readUuid(ids.tab)]
  await inTransaction(context, customerId, async (transaction) => {
    if (!(await hasTicket(transaction, customerId, ticketId))) throw new NotFound()
    // In the order of `showPresence`: a heartbeat that is still on its way as the page is left would else wait for this call, and it for the heartbeat.
    const wasThere = await deletePresence(transaction, customerId, { ticketId, tab, userId: actor.userId })
    await noteTicketVisit(transaction, customerId, { ticketId, userId: actor.userId, now })
    if (wasThere) tell(transaction, customerId, ticketId)
  })
}
