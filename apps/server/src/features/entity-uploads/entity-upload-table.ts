import type { ColumnUse, EntityUpload, UploadColumn } from '@vakt/contract/entities/entity-uploads.ts'
import { guessUses } from '@vakt/domain/upload-columns.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs, enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import type { UploadShape } from './upload-shape.ts'

/** The queue of the work queue that checks uploads. */
export const checkQueueName = 'check-uploads'

/** Announced to the worker that takes uploads away. */
export const uploadChannel = 'vakt_entity_upload'

type Found = NonNullable<EntityUpload['found']>

export type UploadState = EntityUpload['state'] | 'removed'

export type UploadRecord = Omit<EntityUpload, 'createdAt' | 'removedAt' | 'state'> & {
  customerId: string
  state: UploadState
  createdAt: Date
  createdKey: string
  isWholeEstate: boolean
}

const columns = `upload_id as "uploadId", customer_id as "customerId", file_name as "fileName", size::float8 as size, format, encoding, delimiter,
  has_header as "hasHeader", columns, type_for_all as "typeForAll", state, progress::int as progress, found,
  is_whole_estate as "isWholeEstate", run_id as "runId", created_by as "createdBy", created_at as "createdAt",
  created_at::text as "createdKey"`

export async function insertUpload(
  transaction: Transaction,
  customerId: string,
  upload: { uploadId: string; fileName: string; createdBy: string; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into entity_upload (customer_id, upload_id, file_name, state, created_by, created_at, changed_at)
     values ($1, $2, $3, 'receiving', $4, $5, $5)`,
    [customerId, upload.uploadId, upload.fileName, upload.createdBy, upload.now],
  )
}

/** Uploads of one customer are begun one after the other, for the length of one transaction. */
export async function lockUploads(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('entity uploads ' || $1, 0))", [customerId])
}

/** How many have contents that take up room. */
export async function countOpenUploads(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select count(*)::int as count from entity_upload where customer_id = $1 and has_contents and state not in ('imported', 'removed')`,
    [customerId],
  )
  return rows[0]?.count ?? 0
}

/** False when it was removed in the meantime. */
export async function insertPart(
  transaction: Transaction,
  customerId: string,
  { uploadId, number, content, now }: { uploadId: string; number: number; content: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update entity_upload set changed_at = $3 where customer_id = $1 and upload_id = $2 and state = 'receiving'`,
    [customerId, uploadId, now],
  )
  if (rowCount !== 1) return false
  await transaction.query('insert into entity_upload_part (customer_id, upload_id, number, content) values ($1, $2, $3, $4)', [
    customerId,
    uploadId,
    number,
    content,
  ])
  return true
}

export async function readPart(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  number: number,
): Promise<Buffer | undefined> {
  const { rows } = await transaction.query<{ content: Buffer }>(
    'select content from entity_upload_part where customer_id = $1 and upload_id = $2 and number = $3',
    [customerId, uploadId, number],
  )
  return rows[0]?.content
}

/** As it is read now; whatever a check found before does not hold any more. */
export async function writeShape(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  { format, encoding, delimiter, hasHeader, columns: found }: UploadShape,
): Promise<void> {
  await transaction.query(
    `update entity_upload set format = $3, encoding = $4, delimiter = $5, has_header = $6, columns = $7, state = 'received', found = null
     where customer_id = $1 and upload_id = $2`,
    [customerId, uploadId, format, encoding, delimiter, hasHeader, JSON.stringify(found)],
  )
}

export async function writeReceived(
  transaction: Transaction,
  customerId: string,
  { uploadId, size, typeForAll }: { uploadId: string; size: number; typeForAll: string | null },
): Promise<void> {
  await transaction.query('update entity_upload set size = $3, type_for_all = $4 where customer_id = $1 and upload_id = $2', [
    customerId,
    uploadId,
    size,
    typeForAll,
  ])
}

export async function readUpload(transaction: Transaction, customerId: string, uploadId: string): Promise<UploadRecord | undefined> {
  const { rows } = await transaction.query<UploadRecord>(
    `select ${columns} from entity_upload where customer_id = $1 and upload_id = $2 and state <> 'removed'`,
    [customerId, uploadId],
  )
  return rows[0]
}

/** No one else changes it until the transaction ends. */
export async function lockUpload(transaction: Transaction, customerId: string, uploadId: string): Promise<void> {
  await transaction.query('select from entity_upload where customer_id = $1 and upload_id = $2 for update', [customerId, uploadId])
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readUploadPage(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<UploadRecord[]> {
  const { rows } = await transaction.query<UploadRecord>(
    `select ${columns} from entity_upload where customer_id = $1 and state not in ('removed', 'receiving')
       and ($2::timestamptz is null or (created_at, upload_id) < ($2, $3::uuid))
     order by created_at desc, upload_id desc limit $4`,
    [customerId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

/** Has the worker check it. */
export async function writeCheckWanted(
  transaction: Transaction,
  customerId: string,
  { uploadId, columns: used, typeForAll }: { uploadId: string; columns: UploadColumn[]; typeForAll: string | null },
): Promise<void> {
  await transaction.query(
    `update entity_upload set state = 'waiting', columns = $3, type_for_all = $4, found = null, progress = 0, attempts = 0
     where customer_id = $1 and upload_id = $2`,
    [customerId, uploadId, JSON.stringify(used), typeForAll],
  )
  await enqueueJobs(transaction, [{ queue: checkQueueName, customerId, rowId: uploadId }])
}

export async function writeUploadState(
  transaction: Transaction,
  customerId: string,
  { uploadId, state, runId, isWholeEstate }: { uploadId: string; state: UploadState; runId?: string; isWholeEstate?: boolean },
): Promise<void> {
  await transaction.query(
    `update entity_upload set state = $3, run_id = coalesce($4, run_id), is_whole_estate = coalesce($5, is_whole_estate)
     where customer_id = $1 and upload_id = $2`,
    [customerId, uploadId, state, runId, isWholeEstate],
  )
  transaction.announceOnCommit(uploadChannel)
}

/** With its contents, of which there is not yet more than what was sent. */
export async function deleteUpload(transaction: Transaction, customerId: string, uploadId: string): Promise<void> {
  await transaction.query('delete from entity_upload where customer_id = $1 and upload_id = $2', [customerId, uploadId])
}

/** Whose run was taken away from it. */
export async function failLostImports(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query(`update entity_upload set state = 'failed' where customer_id = $1 and state = 'importing'`, [customerId])
}

/** The one that is being imported. */
export async function readImporting(transaction: Transaction, customerId: string): Promise<UploadRecord | undefined> {
  const { rows } = await transaction.query<UploadRecord>(
    `select ${columns} from entity_upload where customer_id = $1 and state = 'importing'`,
    [customerId],
  )
  return rows[0]
}

type Habit = { uses: Record<string, ColumnUse>; typeForAll: string | null }

/** What the customer chose for columns by their name. Columns called as its tag groups are tags until it chooses otherwise. */
export async function readHabit(transaction: Transaction, customerId: string): Promise<Habit> {
  const { rows } = await transaction.query<Habit & { tagKeys: string[] }>(
    `select coalesce(h.uses, '{}') as uses, h.type_for_all as "typeForAll", c.tag_keys as "tagKeys"
     from customer c left join entity_upload_habit h on h.customer_id = c.customer_id where c.customer_id = $1`,
    [customerId],
  )
  const { uses, typeForAll, tagKeys } = rows[0] ?? { uses: {}, typeForAll: null, tagKeys: [] }
  const groups = tagKeys.filter((key) => guessUses([key])[0] === 'property').map((key): [string, ColumnUse] => [key, 'tag'])
  return { uses: { ...Object.fromEntries(groups), ...uses }, typeForAll }
}

export async function writeHabit(transaction: Transaction, customerId: string, { uses, typeForAll }: Habit): Promise<void> {
  await transaction.query(
    `insert into entity_upload_habit (customer_id, uses, type_for_all) values ($1, $2, $3)
     on conflict (customer_id) do update set uses = excluded.uses, type_for_all = excluded.type_for_all`,
    [customerId, JSON.stringify(uses), typeForAll],
  )
}

/** Less than the lease of its job, so that the worker that takes the job over finds the check lapsed. */
const leaseSeconds = 60
/** A check that took its server down so often is given up. */
const maxAttempts = 3

export type ClaimedUpload = UploadRecord & { claim: string }

/** What a check waits for: nothing (it is done, or the file is gone), the worker that has it, or being carried out now. */
export type CheckState = { state: 'ended' } | { state: 'held'; milliseconds: number } | { state: 'due'; upload: ClaimedUpload }

/** Begins a check that waits, or was left behind; the third that was left behind has failed. */
export async function beginCheck(
  transaction: Transaction,
  customerId: string,
  { uploadId, claim }: { uploadId: string; claim: string },
): Promise<CheckState> {
  const { rows } = await transaction.query<{ state: string; attempts: number; milliseconds: number | null }>(
    `select state, attempts::int as attempts, (extract(epoch from claimed_until - now()) * 1000)::float8 as milliseconds
     from entity_upload where customer_id = $1 and upload_id = $2 and state in ('waiting', 'checking') for no key update`,
    [customerId, uploadId],
  )
  const [found] = rows
  if (!found) return { state: 'ended' }
  const { state, attempts, milliseconds } = found
  if (state === 'checking' && milliseconds !== null && milliseconds > 0) return { state: 'held', milliseconds }
  if (state === 'checking' && attempts >= maxAttempts) {
    await transaction.query("update entity_upload set state = 'failed', claim = null where customer_id = $1 and upload_id = $2", [
      customerId,
      uploadId,
    ])
    return { state: 'ended' }
  }
  const begun = await transaction.query<UploadRecord>(
    `update entity_upload set state = 'checking', claim = $3, claimed_until = now() + make_interval(secs => ${leaseSeconds}),
       attempts = attempts + 1, progress = 0
     where customer_id = $1 and upload_id = $2 returning ${columns}`,
    [customerId, uploadId, claim],
  )
  const [upload] = begun.rows
  return upload ? { state: 'due', upload: { ...upload, claim } } : { state: 'ended' }
}

export const enqueueWaitingChecks = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    checkQueueName,
    "select customer_id, upload_id::text, '', now() from entity_upload where state in ('waiting', 'checking')",
  )

/** False when it was removed, or another worker has it. */
export async function renewCheck(
  transaction: Transaction,
  { customerId, uploadId, claim }: ClaimedUpload,
  progress: number,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update entity_upload set claimed_until = now() + make_interval(secs => ${leaseSeconds}), progress = $4
     where customer_id = $1 and upload_id = $2 and claim = $3 and state = 'checking'`,
    [customerId, uploadId, claim, progress],
  )
  return rowCount === 1
}

export async function writeFound(transaction: Transaction, { customerId, uploadId }: UploadRecord, found: Found): Promise<void> {
  await transaction.query(
    `update entity_upload set state = 'checked', progress = 100, found = $3, claim = null, claimed_until = null
     where customer_id = $1 and upload_id = $2`,
    [customerId, uploadId, JSON.stringify(found)],
  )
}

/** A check that its server had to break off begins again. */
export async function returnCheck(transaction: Transaction, { customerId, uploadId, claim }: ClaimedUpload, state: 'waiting' | 'failed') {
  await transaction.query(
    `update entity_upload set state = $4, claim = null, claimed_until = null
     where customer_id = $1 and upload_id = $2 and claim = $3 and state = 'checking'`,
    [customerId, uploadId, claim, state],
  )
}
