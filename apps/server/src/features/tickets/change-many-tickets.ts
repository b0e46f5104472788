import type { ManyTicketsChange, ManyTicketsOutcome, TicketUndo } from '@vakt/contract/tickets/ticket-list.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { answerOnce, keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { commentOn } from './add-ticket-comment.ts'
import { checkFacts, setFacts, tidyFacts } from './change-ticket-facts.ts'
import { setStatus } from './change-ticket-status.ts'
import { doEachTicket } from './do-each-ticket.ts'
import type { LockedTicket } from './ticket-change-table.ts'
import { lockIncidentOfTicket } from './ticket-of-incident.ts'
import { lockSeenTicket } from './write-to-ticket.ts'

type Change = Omit<ManyTicketsChange, 'tickets'>

const sameTag = (one: string) => one.trim().toLowerCase()

function tagsAfter(tags: readonly string[], { addTags = [], removeTags = [] }: Change): string[] {
  const removed = new Set(removeTags.map(sameTag))
  const kept = tags.filter((tag) => !removed.has(sameTag(tag)))
  const there = new Set(kept.map(sameTag))
  return [...kept, ...addTags.filter((tag) => !there.has(sameTag(tag)))]
}

/** Someone who is named without being known, as in what was imported, could not be named again. */
const isKnown = ({ assignee, assigneeId }: LockedTicket) => assignee === null || assigneeId !== null

function undoOf(customerId: string, ticketId: string, before: LockedTicket, after: LockedTicket): TicketUndo | null {
  const read = (ticket: LockedTicket) => ({
    ...(before.priority === after.priority ? {} : { priority: ticket.priority }),
    ...(before.assigneeId === after.assigneeId || !isKnown(before) ? {} : { assigneeId: ticket.assigneeId }),
    ...(String(before.tags) === String(after.tags) ? {} : { tags: ticket.tags }),
  })
  const was = read(before)
  return Object.keys(was).length === 0 ? null : { customerId, ticketId, was, became: read(after) }
}

async function writeStatus(transaction: Transaction, context: Context, customerId: string, ticketId: string, { status, comment }: Change) {
  if (!comment) return
  const incidentId = context.isStaff && status ? await lockIncidentOfTicket(transaction, customerId, ticketId) : null
  const ticket = await lockSeenTicket(transaction, customerId, ticketId, null)
  const written = { body: comment, private: false, mentions: [] }
  if (status && status !== ticket.status)
    await setStatus(transaction, context, customerId, { ticketId, ticket, comment: { ...written, status }, incidentId })
  else await commentOn(transaction, context, customerId, { ticketId, ticket, comment: written })
}

/**
 * One ticket in one transaction: all of the change, or nothing. What can be refused comes first: a closed ticket takes no facts, and only what
 * is open can be closed. What is closed then stays so: there is nothing to undo.
 */
async function changeOne(context: Context, customerId: string, id: string, change: Change): Promise<TicketUndo | null> {
  const ticketId = readNumericId(id)
  const { priority, assigneeId, addTags, removeTags } = change
  const named = { ...(priority === undefined ? {} : { priority }), ...(assigneeId === undefined ? {} : { assigneeId }) }
  const checked = await checkFacts(context, customerId, ticketId, named)
  const isClosing = change.status === 'closed'
  return inTransaction(context, customerId, async (transaction) => {
    if (isClosing && context.isStaff) await lockIncidentOfTicket(transaction, customerId, ticketId)
    const lock = () => lockSeenTicket(transaction, customerId, ticketId, null)
    if (!isClosing) await writeStatus(transaction, context, customerId, ticketId, change)
    const before = await lock()
    const tags = addTags || removeTags ? tidyFacts({ tags: tagsAfter(before.tags, change) }) : {}
    const wanted = { ...checked.wanted, ...tags }
    if (Object.keys(wanted).length > 0) await setFacts(transaction, context, customerId, { ...checked, ticketId, ticket: before, wanted })
    const undo = isClosing ? null : undoOf(customerId, ticketId, before, await lock())
    if (isClosing) await writeStatus(transaction, context, customerId, ticketId, change)
    await keepAnswer(transaction, context, customerId, undo)
    return undo
  })
}

/** The key of a call about many, for one ticket. No key that a caller can send has a space. */
const forTicket = (context: CallContext, ticketId: string): CallContext =>
  context.idempotency ? { ...context, idempotency: { ...context.idempotency, key: `${context.idempotency.key} ${ticketId}` } } : context

/**
 * Each ticket by the rules of single changes. With an Idempotency-Key each is changed once, however often the call is made: after a fault the
 * call that is repeated does the rest.
 */
export async function changeManyTickets(context: CallContext, { tickets, ...change }: ManyTicketsChange): Promise<ManyTicketsOutcome> {
  const { caller } = context
  if (!caller) throw new NotSignedIn()
  if (change.status && !change.comment)
    throw Invalid.field('comment', 'A change of status needs a comment.', 'ticket.status.comment_required')
  const { results, refused, hasFaults } = await doEachTicket(context, tickets, async ({ customerId, ticketId }) => {
    const ofTicket = forTicket(context, ticketId)
    return (await answerOnce(ofTicket, customerId, () => changeOne(ofTicket, customerId, ticketId, change))).answer
  })
  const outcome = { changed: results.length, refused, undo: results.filter((one) => one !== null) }
  if (context.idempotency && !hasFaults)
    await inTransaction(context, caller.customerId, (transaction) => keepAnswer(transaction, context, caller.customerId, outcome))
  return outcome
}
