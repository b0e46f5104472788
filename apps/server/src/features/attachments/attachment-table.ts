import type { Attachment } from '@vakt/contract/tickets/attachments.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { AttachmentVariant } from './attachment-store.ts'

/** What a temp_id belongs to, and which of its five places are taken. */
export type AttachmentTarget = {
  ticketId: string
  commentId: string | null
  /** The user whose comment it is, or from whom the ticket is; null for no one of this customer. */
  userId: string | null
  /** Whether it belongs to a private comment. */
  private: boolean
  status: TicketStatus
  taken: number[]
  /** When the ticket was closed by this comment, if it was: its files come after it. */
  closedAt: Date | null
}

export async function findTarget(transaction: Transaction, customerId: string, tempId: string): Promise<AttachmentTarget | undefined> {
  const { rows } = await transaction.query<AttachmentTarget>(
    `select o.ticket_id as "ticketId", o.comment_id as "commentId", o.user_id as "userId", o.private, t.status,
       array(select a.place from ticket_attachment a
         where a.customer_id = $1 and a.ticket_id = o.ticket_id and a.comment_id is not distinct from o.comment_id) as taken,
       (select h.at from ticket_change h where h.customer_id = $1 and h.ticket_id = o.ticket_id and h.field = 'status' and h.after = 'closed'
         and h.at = o.created_at limit 1) as "closedAt"
     from (
       select ticket_id, null::bigint as comment_id, requester_id::text as user_id, null::timestamptz as created_at, false as private
       from ticket where customer_id = $1 and temp_id = $2
       union all
       select ticket_id, comment_id, author_id, created_at, private from ticket_comment where customer_id = $1 and temp_id = $2
     ) o join ticket t on t.customer_id = $1 and t.ticket_id = o.ticket_id`,
    [customerId, tempId],
  )
  return rows[0]
}

/** Until the transaction ends, only one upload to this temp_id goes on from here. */
export async function lockTempId(transaction: Transaction, tempId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('attachment ' || $1, 0))", [tempId])
}

export type NewAttachment = Omit<Attachment, 'created'> & {
  ticketId: string
  commentId: string | null
  place: number
  hasPreview: boolean
  actor: Actor
  now: Date
}

export async function insertAttachment(transaction: Transaction, customerId: string, attachment: NewAttachment): Promise<void> {
  const { actor } = attachment
  const author = actor.type === 'user' ? ['user', actor.userId, actor.name] : ['system', actor.job, 'Vakt']
  await transaction.query(
    `insert into ticket_attachment (customer_id, attachment_id, ticket_id, comment_id, place, file_name, content_type, size, has_preview,
       author_type, author_id, author_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      customerId,
      attachment.attachmentId,
      attachment.ticketId,
      attachment.commentId,
      attachment.place,
      attachment.fileName,
      attachment.contentType,
      attachment.size,
      attachment.hasPreview,
      ...author,
      attachment.now,
    ],
  )
}

export async function insertContent(
  transaction: Transaction,
  customerId: string,
  part: { attachmentId: string; variant: AttachmentVariant; content: Buffer },
): Promise<void> {
  await transaction.query('insert into ticket_attachment_content (customer_id, attachment_id, variant, content) values ($1, $2, $3, $4)', [
    customerId,
    part.attachmentId,
    part.variant,
    part.content,
  ])
}

/** Private are those of private comments: without `withPrivate` they are not even read. */
const isVisible = `(a.comment_id is null or $3 or exists (select from ticket_comment c
  where c.customer_id = a.customer_id and c.ticket_id = a.ticket_id and c.comment_id = a.comment_id and not c.private))`

export type AttachmentOfTicket = Omit<Attachment, 'created'> & { commentId: string | null; created: Date }

export async function readAttachmentsOfTicket(
  transaction: Transaction,
  customerId: string,
  ticketId: string,
  { withPrivate }: { withPrivate: boolean },
): Promise<AttachmentOfTicket[]> {
  const { rows } = await transaction.query<AttachmentOfTicket>({
    name: 'read-attachments-of-ticket',
    text: `select a.attachment_id as "attachmentId", a.comment_id as "commentId", a.file_name as "fileName", a.content_type as "contentType", a.size,
        a.created_at as created
      from ticket_attachment a where a.customer_id = $1 and a.ticket_id = $2 and ${isVisible} order by a.place`,
    values: [customerId, ticketId, withPrivate],
  })
  return rows
}

/** `content` is null where it is in the object storage. */
export type AttachmentFile = { fileName: string; contentType: string; hasPreview: boolean; content: Buffer | null }

export async function readAttachmentFile(
  transaction: Transaction,
  customerId: string,
  file: { ticketId: string; attachmentId: string; variant: AttachmentVariant; withPrivate: boolean },
): Promise<AttachmentFile | undefined> {
  const { rows } = await transaction.query<AttachmentFile>(
    `select a.file_name as "fileName", a.content_type as "contentType", a.has_preview as "hasPreview", p.content
     from ticket_attachment a
     left join ticket_attachment_content p on p.customer_id = a.customer_id and p.attachment_id = a.attachment_id and p.variant = $5
     where a.customer_id = $1 and a.ticket_id = $2 and a.attachment_id = $4 and ${isVisible}`,
    [customerId, file.ticketId, file.withPrivate, file.attachmentId, file.variant],
  )
  return rows[0]
}

/** Which of these are attachments, of any customer. */
export async function findKnownAttachmentsForAllCustomers(transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await transaction.query<{ id: string }>(
    'select attachment_id as id from ticket_attachment where attachment_id = any($1::uuid[])',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}
