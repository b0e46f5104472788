import type { Transaction } from '#server/platform/database/transaction.ts'
import { type ArchiveKind, shownName } from './archive-kind.ts'

export type ArchivedRow = Record<string, unknown>
export type RowPage = { rows: ArchivedRow[]; next: string[] | null }

const entityName = `(select e.name from entity e where e.customer_id = r.customer_id and e.entity_id = r.entity_id) as "entityName"`

function selectOf({ columns, shown }: ArchiveKind): string {
  return columns
    .flatMap((column) => {
      const field = `${shown[column] ?? `r."${column}"`} as "${shownName(column)}"`
      return column === 'entity_id' ? [field, entityName] : [field]
    })
    .join(', ')
}

/** The time as ISO 8601 in UTC. One that never comes is empty. */
const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? null : value
}

/** The next rows of a kind behind the key `after`; from the first on for null. */
export async function readArchivedPage(
  transaction: Transaction,
  customerId: string,
  { archived, after, limit }: { archived: ArchiveKind; after: readonly string[] | null; limit: number },
): Promise<RowPage> {
  const key = archived.key.map((column) => `r."${column}"`)
  const conditions = [
    'r.customer_id = $1',
    ...(archived.where ? [archived.where] : []),
    ...(after ? [`(${key.join(', ')}) > (${after.map((_, index) => `$${index + 3}`).join(', ')})`] : []),
  ]
  const { rows } = await transaction.query<ArchivedRow & { behind: string[] }>(
    // As text: a time as JavaScript has it would lose its microseconds.
    `select ${selectOf(archived)}, array[${key.map((column) => `${column}::text`).join(', ')}] as behind
     from ${archived.table} r where ${conditions.join(' and ')} order by ${key.join(', ')} limit $2`,
    [customerId, limit, ...(after ?? [])],
  )
  const last = rows.at(-1)
  return {
    rows: rows.map(({ behind: _, ...row }) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    next: last && rows.length === limit ? last.behind : null,
  }
}

export type ArchivedFile = { attachmentId: string; ticketId: string; fileName: string; contentType: string }

const isPublic = `(a.comment_id is null or exists (select from ticket_comment c
  where c.customer_id = a.customer_id and c.ticket_id = a.ticket_id and c.comment_id = a.comment_id and not c.private))`

/** Attachments but those of private comments, by their id. */
export async function readArchivedFiles(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<ArchivedFile[]> {
  const { rows } = await transaction.query<ArchivedFile>(
    `select a.attachment_id as "attachmentId", a.ticket_id as "ticketId", a.file_name as "fileName", a.content_type as "contentType"
     from ticket_attachment a where a.customer_id = $1 and ($2::uuid is null or a.attachment_id > $2) and ${isPublic}
     order by a.attachment_id limit $3`,
    [customerId, after, limit],
  )
  return rows
}

export async function countArchivedFiles(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select count(*)::int as count from ticket_attachment a where a.customer_id = $1 and ${isPublic}`,
    [customerId],
  )
  return rows[0]?.count ?? 0
}

/** Null where it is in the object storage. */
export async function readArchivedContent(transaction: Transaction, customerId: string, attachmentId: string): Promise<Buffer | null> {
  const { rows } = await transaction.query<{ content: Buffer }>(
    `select content from ticket_attachment_content where customer_id = $1 and attachment_id = $2 and variant = 'whole'`,
    [customerId, attachmentId],
  )
  return rows[0]?.content ?? null
}
