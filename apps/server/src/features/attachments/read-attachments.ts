import type { Attachment } from '@vakt/contract/tickets/attachments.ts'
import { isImageType } from '@vakt/domain/attachment-file.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/http/serve.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import type { AttachmentStore } from './attachment-store.ts'
import { readAttachmentFile, readAttachmentsOfTicket } from './attachment-table.ts'

/** The attachments of a ticket: its own, and those of each comment by its id. Without `withPrivate` none of private comments. */
export async function listAttachments(
  transaction: Transaction,
  customerId: string,
  ticketId: string,
  options: { withPrivate: boolean },
): Promise<{ own: Attachment[]; ofComment: (commentId: string) => Attachment[] }> {
  const rows = await readAttachmentsOfTicket(transaction, customerId, ticketId, options)
  const byPlace = new Map<string | null, Attachment[]>()
  for (const { commentId, created, ...attachment } of rows) {
    const there = byPlace.get(commentId) ?? []
    there.push({ ...attachment, created: created.toISOString() })
    byPlace.set(commentId, there)
  }
  const of = (commentId: string | null) => byPlace.get(commentId) ?? []
  return { own: of(null), ofComment: of }
}

export async function getAttachment(
  context: Context,
  store: AttachmentStore,
  customerId: string,
  file: { ticketId: string; attachmentId: string; isPreview: boolean },
): Promise<FileAnswer> {
  const ids = { ticketId: readNumericId(file.ticketId), attachmentId: readUuid(file.attachmentId).toLowerCase() }
  const variant = file.isPreview ? 'preview' : 'whole'
  const found = await inTransaction(context, customerId, (transaction) =>
    readAttachmentFile(transaction, customerId, { ...ids, variant, withPrivate: context.isStaff }),
  )
  if (!found || (file.isPreview && !found.hasPreview)) throw new NotFound()
  const content = found.content ?? (await store.fetch(ids.attachmentId, variant))
  const contentType = file.isPreview ? 'image/webp' : found.contentType
  return {
    fileName: file.isPreview ? `${found.fileName}.webp` : found.fileName,
    contentType,
    content,
    isShownInline: isImageType(contentType),
    version: `${ids.attachmentId}-${variant}`,
  }
}
