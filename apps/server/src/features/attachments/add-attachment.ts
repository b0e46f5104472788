import { randomUUID } from 'node:crypto'
import { type Attachment, attachmentLimits } from '@vakt/contract/tickets/attachments.ts'
import { attachmentEndings, attachmentTypeOf, cleanFileName } from '@vakt/domain/attachment-file.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, Refusal } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { AttachmentStore } from './attachment-store.ts'
import { findTarget, insertAttachment, lockTempId } from './attachment-table.ts'
import { prepareContents } from './prepare-contents.ts'

type Upload = { tempId: string; fileName: string; readFile: () => Promise<Buffer> }

function readName(given: string): { fileName: string; contentType: string } {
  const fileName = cleanFileName(given)
  if (!fileName) throw Invalid.field('fileName', 'The file needs a name.', 'attachment.name')
  const contentType = attachmentTypeOf(fileName)
  if (!contentType) {
    const kinds = attachmentEndings.join(', ')
    throw Invalid.field('fileName', `Files of this kind cannot be attached. These can: ${kinds}.`, 'attachment.kind')
  }
  return { fileName, contentType }
}

/** Milliseconds in which the files of the comment that closed a ticket may still come. */
const filesFollowWithin = 15 * 60_000
const places = Array.from({ length: attachmentLimits.maxFiles }, (_, index) => index + 1)

/** The ticket or comment of this temp_id, and the place that the next file gets there. It is found by anyone who made it, and by staff. */
async function findPlace(transaction: Transaction, { actor, isStaff, now }: Context, customerId: string, tempId: string) {
  const target = await findTarget(transaction, customerId, tempId)
  // A service token is the requester of no ticket: the temp_id, which only its maker is told, is enough.
  const isOfToken = actor.type === 'user' && actor.isServiceToken && target?.private === false
  const isOwn = isOfToken || (actor.type === 'user' && target?.userId === actor.userId)
  if (!target || !(isOwn || isStaff)) throw new NotFound()
  const isOfClosing = target.closedAt !== null && now.getTime() - target.closedAt.getTime() < filesFollowWithin
  if (target.status === 'closed' && !isOfClosing)
    throw Conflict.field('', 'The ticket is closed. Open a new one that refers to it.', 'ticket.closed')
  const place = places.find((number) => !target.taken.includes(number))
  if (!place) throw Invalid.field('file', `There are ${places.length} files here already, which is the limit.`, 'attachment.limit')
  return { ...target, place }
}

export async function addAttachment(context: Context, store: AttachmentStore, customerId: string, upload: Upload): Promise<Attachment> {
  const tempId = readUuid(upload.tempId).toLowerCase()
  // Looked up before the file is taken in, and again when it is kept.
  await inTransaction(context, customerId, (transaction) => findPlace(transaction, context, customerId, tempId))
  const { fileName, contentType } = readName(upload.fileName)
  const { actor, now } = context
  const userId = actor.type === 'user' ? actor.userId : actor.job
  const contents = await prepareContents(contentType, await upload.readFile(), userId)
  const attachment = { attachmentId: randomUUID(), fileName, contentType, size: contents.whole.length }
  const kept = await store.keep(customerId, attachment.attachmentId, contents)
  try {
    return await inTransaction(context, customerId, async (transaction) => {
      await lockTempId(transaction, tempId)
      const { ticketId, commentId, place, private: isPrivate } = await findPlace(transaction, context, customerId, tempId)
      const hasPreview = contents.preview !== null
      await insertAttachment(transaction, customerId, { ...attachment, ticketId, commentId, place, hasPreview, actor, now })
      await kept.settle(transaction)
      const { attachmentId, size } = attachment
      const details = { attachmentId, contentType, size }
      await recordAction(transaction, context, customerId, { action: 'ticket.attach', target: `ticket ${ticketId}`, details })
      announce(transaction, { type: 'ticket.changed', customerId, ticketId, ...(isPrivate ? { staffOnly: true } : {}) })
      return { ...attachment, created: now.toISOString() }
    })
  } catch (error) {
    // Of any other failure it is not known whether the row is there; what is left over then is swept up later.
    if (error instanceof Refusal)
      await kept.discard().catch((failure) => context.log.warn({ err: failure }, 'contents of a refused attachment not removed'))
    throw error
  }
}
