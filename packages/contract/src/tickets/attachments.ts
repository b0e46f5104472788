import { ticketAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

export const attachmentLimits = { maxFiles: 5, maxBytes: 4 * 1024 * 1024 } as const

export const Attachment = object({
  attachmentId: Type.String(),
  fileName: Type.String(),
  contentType: Type.String(),
  /** In bytes, as it is kept: an image is written again without its metadata. */
  size: Type.Integer(),
  created: moment(),
})
export type Attachment = Static<typeof Attachment>

export const addAttachment = operation({
  summary: 'Attach a file to what the temp_id belongs to: the ticket or comment that the caller has just made; once per file, at most 5',
  method: 'POST',
  path: '/customer/:customerId/ticket/attachment/:tempId/:fileName',
  // Anyone who made the ticket or the comment may, feedback of those without rights to tickets among it.
  access: 'signed-in',
  openToLimited: true,
  recordsItself: ['ticket.attach'],
  tokenAccess: ['@feature.tickets.write'],
  fileBody: { maxBytes: attachmentLimits.maxBytes },
  result: Attachment,
})

export const getAttachment = operation({
  summary: 'The file of an attachment',
  method: 'GET',
  path: '/customer/:customerId/ticket/:ticketId/attachment/:attachmentId',
  access: ticketAccess,
  openToLimited: true,
  query: object({ preview: Type.Optional(oneOf(['', 'true'], { description: 'A small picture of it; images only' })) }),
  fileAnswer: true,
})
