import { noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import { inOneStatement, inTransaction } from '#server/platform/database/transaction.ts'
import { Forbidden, Invalid, NotFound, Stale } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readMentions } from './find-ticket-people.ts'
import { lockComment, readCommentVersions, updateComment } from './ticket-comment-table.ts'
import { lockSeenTicket, ticketIsClosed } from './write-to-ticket.ts'

type Ids = { ticketId: string; commentId: string }

/** No one rewrites someone else's words, the staff no more than the customer. */
export async function editTicketComment(
  context: Context,
  customerId: string,
  ids: Ids,
  edit: { body: string; mentions: string[]; version: number },
): Promise<undefined> {
  const { actor, now, isStaff } = context
  const [ticketId, commentId] = [readNumericId(ids.ticketId), readNumericId(ids.commentId)]
  if (edit.body.trim() === '') throw Invalid.field('body', 'The comment cannot be empty.', 'ticket.comment_empty')
  const of = { ticketId, commentId, actor }
  const seen = await inTransaction(context, customerId, (transaction) => lockComment(transaction, customerId, of))
  if (!seen || (seen.private && !isStaff)) throw new NotFound()
  const mentions = await readMentions(context, customerId, ticketId, { ids: edit.mentions, isPrivate: seen.private })
  await inTransaction(context, customerId, async (transaction) => {
    const ticket = await lockSeenTicket(transaction, customerId, ticketId, null)
    const before = await lockComment(transaction, customerId, of)
    if (!before) throw new NotFound()
    if (!before.isOwn) throw new Forbidden()
    if (ticket.status === 'closed') throw ticketIsClosed()
    if (before.version !== edit.version) {
      const message = `The comment was changed in the meantime: you saw version ${edit.version}, now it is ${before.version}.`
      throw new Stale({ version: before.version, body: before.body }, message, 'ticket.comment_changed_meanwhile')
    }
    if (before.body === edit.body) return
    await updateComment(transaction, customerId, { ticketId, commentId, before, body: edit.body, mentions, now })
    const namedUserIds = mentions.map(({ userId }) => userId).filter((userId) => !before.mentioned.includes(userId))
    if (namedUserIds.length > 0)
      await noteEvent(
        transaction,
        { customerId, actor, now },
        { topic: 'ticket', kind: 'mentioned', subjectId: ticketId, private: before.private, namedUserIds, details: { commentId } },
      )
    await recordAction(transaction, context, customerId, {
      action: 'ticket.comment-edit',
      target: `ticket ${ticketId}`,
      details: { commentId },
    })
    announce(transaction, { type: 'ticket.changed', customerId, ticketId, ...(before.private ? { staffOnly: true } : {}) })
  })
}

export async function listCommentVersions(context: Context, customerId: string, ids: Ids) {
  const of = { ticketId: readNumericId(ids.ticketId), commentId: readNumericId(ids.commentId), isStaff: context.isStaff }
  const versions = await inOneStatement(context, customerId, (transaction) => readCommentVersions(transaction, customerId, of))
  if (versions.length === 0) throw new NotFound()
  return { versions: versions.map(({ written, ...version }) => ({ ...version, written: written.toISOString() })) }
}
