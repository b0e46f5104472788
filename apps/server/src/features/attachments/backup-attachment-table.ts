import { objectsLock } from '#server/platform/backup/objects-lock.ts'
import type { Client } from '#server/platform/backup/read-catalog.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { AttachmentVariant } from './attachment-store.ts'

type Part = { attachmentId: string; variant: AttachmentVariant }

/** Of all customers that the connection sees: what has no content in the database. */
export async function readPartsInBucketForAllCustomers(client: Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select a.attachment_id as "attachmentId", part.variant from ticket_attachment a, unnest(array['whole', 'preview']) as part (variant)
     where (part.variant = 'whole' or a.has_preview) and not exists (
       select from ticket_attachment_content c where c.customer_id = a.customer_id and c.attachment_id = a.attachment_id)
     order by a.attachment_id, part.variant`,
  )
  return rows
}

/** Of whichever customer the attachment is. */
export async function insertRestoredContentForAllCustomers(
  client: Client,
  { attachmentId, variant }: Part,
  content: Buffer,
): Promise<void> {
  await client.query(
    `insert into ticket_attachment_content (customer_id, attachment_id, variant, content)
     select customer_id, attachment_id, $2, $3 from ticket_attachment where attachment_id = $1`,
    [attachmentId, variant, content],
  )
}

/** Until the transaction ends no backup begins to read the bucket. False while one does. */
export async function lockObjects(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ is_locked: boolean }>(`select pg_try_advisory_xact_lock(${objectsLock}) as is_locked`)
  return rows[0]?.is_locked ?? false
}
