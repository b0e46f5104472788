import type { ManyTicketsChange, ManyTicketsOutcome } from '@vakt/contract/ticket-list.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound, Refusal } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { addTicketComment } from './add-ticket-comment.ts'
import { changeTicketFacts } from './change-ticket-facts.ts'
import { changeTicketStatus } from './change-ticket-status.ts'
import { lockTicket } from './ticket-change-table.ts'

type Change = Omit<ManyTicketsChange, 'tickets'>

async function readNow(context: Context, customerId: string, ticketId: string) {
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

async function changeFacts(context: Context, customerId: string, ticketId: string, change: Change): Promise<void> {
  const { priority, assigneeId, addTags, removeTags } = change
  const { version, tags } = await readNow(context, customerId, ticketId)
  const facts = {
    ...(priority === undefined ? {} : { priority }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(addTags || removeTags ? { tags: tagsAfter(tags, change) } : {}),
  }
  if (Object.keys(facts).length > 0) await changeTicketFacts(context, customerId, ticketId, { version, ...facts })
}

async function changeStatus(context: Context, customerId: string, ticketId: string, { status, comment }: Change): Promise<void> {
  const { version, status: before } = await readNow(context, customerId, ticketId)
  if (status && comment && status !== before)
    await changeTicketStatus(context, customerId, ticketId, { status, comment, mentions: [], version })
  else if (comment) await addTicketComment(context, customerId, ticketId, { body: comment, private: false, mentions: [] })
}

/** What can be refused comes first: a closed ticket takes no facts, and only what is open can be closed. */
async function changeOne(context: Context, customerId: string, ticketId: string, change: Change): Promise<void> {
  const steps = change.status === 'closed' ? [changeFacts, changeStatus] : [changeStatus, changeFacts]
  for (const step of steps) await step(context, customerId, ticketId, change)
}

/** Each ticket for itself, by the rules of single changes; what is refused keeps none of the others. */
export async function changeManyTickets(context: Context, { tickets, ...change }: ManyTicketsChange): Promise<ManyTicketsOutcome> {
  if (change.status && !change.comment)
    throw Invalid.field('comment', 'A change of status needs a comment.', 'ticket.status.comment_required')
  const refused: ManyTicketsOutcome['refused'] = []
  for (const { customerId, ticketId } of tickets) {
    try {
      await changeOne(context, customerId, ticketId, change)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const [first] = error.errors
      const key = first?.message_translation_key ?? 'error.refused'
      refused.push({ ticketId, message: first?.message ?? error.message, message_translation_key: key })
    }
  }
  return { changed: tickets.length - refused.length, refused }
}
