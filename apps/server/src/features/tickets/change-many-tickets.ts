import type { ManyTicketsChange, ManyTicketsOutcome, TicketUndo } from '@vakt/contract/ticket-list.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound, Refusal } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { addTicketComment } from './add-ticket-comment.ts'
import { changeTicketFacts } from './change-ticket-facts.ts'
import { changeTicketStatus } from './change-ticket-status.ts'
import { type LockedTicket, lockTicket } from './ticket-change-table.ts'

type Change = Omit<ManyTicketsChange, 'tickets'>

export async function readTicketNow(context: Context, customerId: string, ticketId: string): Promise<LockedTicket> {
  const ticket = await inTransaction(context, customerId, (transaction) => lockTicket(transaction, customerId, readNumericId(ticketId)))
  if (!ticket) throw new NotFound()
  return ticket
}

const sameTag = (one: string) => one.trim().toLowerCase()

function tagsAfter(tags: readonly string[], { addTags = [], removeTags = [] }: Change): string[] {
  const removed = new Set(removeTags.map(sameTag))
  const kept = tags.filter((tag) => !removed.has(sameTag(tag)))
  const there = new Set(kept.map(sameTag))
  return [...kept, ...addTags.filter((tag) => !there.has(sameTag(tag)))]
}

/** Somebody who is named without being known, as in what was imported, could not be named again. */
const isKnown = ({ assignee, assigneeId }: LockedTicket) => assignee === null || assigneeId !== null

async function changeFacts(context: Context, customerId: string, ticketId: string, change: Change): Promise<TicketUndo | null> {
  const { priority, assigneeId, addTags, removeTags } = change
  const before = await readTicketNow(context, customerId, ticketId)
  const facts = {
    ...(priority === undefined ? {} : { priority }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(addTags || removeTags ? { tags: tagsAfter(before.tags, change) } : {}),
  }
  if (Object.keys(facts).length === 0) return null
  await changeTicketFacts(context, customerId, ticketId, { version: before.version, ...facts })
  const after = await readTicketNow(context, customerId, ticketId)
  const read = (ticket: LockedTicket) => ({
    ...(before.priority === after.priority ? {} : { priority: ticket.priority }),
    ...(before.assigneeId === after.assigneeId || !isKnown(before) ? {} : { assigneeId: ticket.assigneeId }),
    ...(String(before.tags) === String(after.tags) ? {} : { tags: ticket.tags }),
  })
  const was = read(before)
  return Object.keys(was).length === 0 ? null : { customerId, ticketId, was, became: read(after) }
}

async function changeStatus(context: Context, customerId: string, ticketId: string, { status, comment }: Change): Promise<null> {
  const { version, status: before } = await readTicketNow(context, customerId, ticketId)
  if (status && comment && status !== before)
    await changeTicketStatus(context, customerId, ticketId, { status, comment, mentions: [], version })
  else if (comment) await addTicketComment(context, customerId, ticketId, { body: comment, private: false, mentions: [] })
  return null
}

/** What can be refused comes first: a closed ticket takes no facts, and only what is open can be closed. What is closed then stays so. */
async function changeOne(context: Context, customerId: string, ticketId: string, change: Change): Promise<TicketUndo | null> {
  const isClosing = change.status === 'closed'
  const steps = isClosing ? [changeFacts, changeStatus] : [changeStatus, changeFacts]
  let undo: TicketUndo | null = null
  for (const step of steps) undo = (await step(context, customerId, ticketId, change)) ?? undo
  return isClosing ? null : undo
}

/** Does each for itself, so that one that is refused keeps none of the others. */
export async function doEach<One extends { ticketId: string }, Result>(tickets: readonly One[], work: (one: One) => Promise<Result>) {
  const results: Result[] = []
  const refused: ManyTicketsOutcome['refused'] = []
  for (const ticket of tickets) {
    try {
      results.push(await work(ticket))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const [first] = error.errors
      const key = first?.message_translation_key ?? 'error.refused'
      refused.push({ ticketId: ticket.ticketId, message: first?.message ?? error.message, message_translation_key: key })
    }
  }
  return { results, refused }
}

/** Each ticket by the rules of single changes. */
export async function changeManyTickets(context: Context, { tickets, ...change }: ManyTicketsChange): Promise<ManyTicketsOutcome> {
  if (change.status && !change.comment)
    throw Invalid.field('comment', 'A change of status needs a comment.', 'ticket.status.comment_required')
  const { results, refused } = await doEach(tickets, ({ customerId, ticketId }) => changeOne(context, customerId, ticketId, change))
  return { changed: results.length, refused, undo: results.filter((one) => one !== null) }
}
