import type { Transaction } from '#server/platform/database/transaction.ts'
import { attachmentRowsOf } from './demo-files.ts'
import { hourRowsOf } from './demo-hours.ts'
import { linkRowsOf } from './demo-ticket-links.ts'
import { insertRows } from './insert-rows.ts'
import { commentRowOf, commentVersionRowOf, type TicketDraft } from './ticket-draft.ts'

/** What was written and done on the tickets: comments and what they said first, files, registered time, and which tickets belong together. */
export async function insertTicketWork(transaction: Transaction, stored: readonly (readonly [TicketDraft, string])[]): Promise<void> {
  const steps = stored
    .flatMap(([draft, ticketId]) => draft.steps.map((step) => ({ draft, ticketId, step })))
    .sort((a, b) => a.step.at - b.step.at)
  const written = steps.filter(({ step }) => step.text !== undefined)
  const ids = await insertRows(transaction, 'ticket_comment', written.map(commentRowOf), 'comment_id')
  const comments = written.map((one, index) => ({ ...one, commentId: ids[index] ?? '' }))
  const edited = comments.filter(({ step }) => step.before !== undefined)
  await insertRows(transaction, 'ticket_comment_version', edited.map(commentVersionRowOf))
  const files = attachmentRowsOf(stored, comments)
  await insertRows(transaction, 'ticket_attachment', files.attachments)
  await insertRows(transaction, 'ticket_attachment_content', files.contents)
  await insertRows(transaction, 'ticket_hours', steps.flatMap(hourRowsOf))
  await insertRows(transaction, 'ticket_link', linkRowsOf(stored))
}
