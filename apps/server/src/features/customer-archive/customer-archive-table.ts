import type { ArchiveState } from '@vakt/contract/customers/customer-archive.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { ArchiveProgress } from './archive-entries.ts'

export const archiveQueueName = 'write-customer-archive'

export type ArchiveRow = {
  archiveId: string
  state: ArchiveState
  askedAt: Date
  askedBy: string
  filesWritten: number
  files: number
  rows: number
  bytes: number
  finishedAt: Date | null
  expiresAt: Date | null
  failure: string | null
}

/** One whose job has failed for good, or is gone, has failed: also when the process that wrote it was killed. */
const columns = `a.archive_id as "archiveId", a.asked_at as "askedAt", a.asked_by as "askedBy", a.files_written as "filesWritten", a.files,
  a.rows::float8 as rows, a.bytes::float8 as bytes, a.finished_at as "finishedAt", a.expires_at as "expiresAt",
  case when a.state <> 'ready' and j.job_id is null then 'failed' else a.state end as state,
  case when a.state <> 'ready' then a.failure end as failure`
const from = `customer_archive a left join job j on j.queue = '${archiveQueueName}' and j.tenant = a.customer_id and j.row_id = a.archive_id::text
  and j.state <> 'failed'`

/** The newest first; without those whose time is over. */
export async function readArchives(transaction: Transaction, customerId: string, now: Date): Promise<ArchiveRow[]> {
  const { rows } = await transaction.query<ArchiveRow>(
    `select ${columns} from ${from} where a.customer_id = $1 and (a.expires_at is null or a.expires_at > $2) order by a.asked_at desc`,
    [customerId, now],
  )
  return rows
}

/** Who asks for an archive of this customer waits for who asks at the same time; undefined where there is no such customer. */
export async function lockArchives(
  transaction: Transaction,
  customerId: string,
): Promise<{ name: string; isProvider: boolean } | undefined> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('customer archive ' || $1, 0))", [customerId])
  const { rows } = await transaction.query<{ name: string; isProvider: boolean }>(
    'select name, is_provider as "isProvider" from customer where customer_id = $1',
    [customerId],
  )
  return rows[0]
}

/** One that was not finished is asked for again instead. */
export async function askForArchive(transaction: Transaction, customerId: string, asked: { at: Date; by: string }): Promise<string> {
  const { rows } = await transaction.query<{ archiveId: string }>(
    `insert into customer_archive (customer_id, state, asked_at, asked_by) values ($1, 'waiting', $2, $3)
     on conflict (customer_id) where state <> 'ready' do update set state = 'waiting', asked_at = $2, asked_by = $3, failure = null, writing_id = null,
       files_written = 0, files = 0, rows = 0, bytes = 0, parts = 0
     returning archive_id as "archiveId"`,
    [customerId, asked.at, asked.by],
  )
  return rows[0]?.archiveId ?? ''
}

export type AskedArchive = { customerName: string; askedAt: Date; askedBy: string }

/** From here on only what is written under `writingId` counts; undefined where it is ready, or was removed. */
export async function beginWriting(
  transaction: Transaction,
  customerId: string,
  { archiveId, writingId }: { archiveId: string; writingId: string },
): Promise<AskedArchive | undefined> {
  const { rows } = await transaction.query<AskedArchive>(
    `update customer_archive a set state = 'writing', writing_id = $3, files_written = 0, files = 0, rows = 0, bytes = 0, parts = 0
     from customer c where a.customer_id = $1 and a.archive_id = $2 and a.state <> 'ready' and c.customer_id = a.customer_id
     returning c.name as "customerName", a.asked_at as "askedAt", a.asked_by as "askedBy"`,
    [customerId, archiveId, writingId],
  )
  return rows[0]
}

type Writing = { archiveId: string; writingId: string }

export async function noteProgress(
  transaction: Transaction,
  customerId: string,
  { archiveId, writingId, filesWritten, files, rows }: Writing & ArchiveProgress,
): Promise<void> {
  await transaction.query(
    `update customer_archive set files_written = $4, files = $5, rows = $6 where customer_id = $1 and archive_id = $2 and writing_id = $3`,
    [customerId, archiveId, writingId, filesWritten, files, rows],
  )
}

export async function noteFailure(transaction: Transaction, customerId: string, archiveId: string, failure: string): Promise<void> {
  await transaction.query(`update customer_archive set failure = $3 where customer_id = $1 and archive_id = $2 and state <> 'ready'`, [
    customerId,
    archiveId,
    failure.slice(0, 500),
  ])
}

/** Takes the place of the archive before. */
export async function finishWriting(
  transaction: Transaction,
  customerId: string,
  { archiveId, writingId, bytes, parts, now, expiresAt }: Writing & { bytes: number; parts: number; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update customer_archive set state = 'ready', bytes = $4, parts = $5, finished_at = $6, expires_at = $7, failure = null
     where customer_id = $1 and archive_id = $2 and writing_id = $3`,
    [customerId, archiveId, writingId, bytes, parts, now, expiresAt],
  )
  if (rowCount !== 1) return false
  await transaction.query(`delete from customer_archive where customer_id = $1 and archive_id <> $2 and state = 'ready'`, [
    customerId,
    archiveId,
  ])
  await transaction.query('delete from customer_archive_part where customer_id = $1 and archive_id = $2 and writing_id <> $3', [
    customerId,
    archiveId,
    writingId,
  ])
  return true
}

export type ReadyArchive = { writingId: string; parts: number; bytes: number; finishedAt: Date; customerName: string }

export async function readReadyArchive(
  transaction: Transaction,
  customerId: string,
  archiveId: string,
  now: Date,
): Promise<ReadyArchive | undefined> {
  const { rows } = await transaction.query<ReadyArchive>(
    `select a.writing_id as "writingId", a.parts, a.bytes::float8 as bytes, a.finished_at as "finishedAt", c.name as "customerName"
     from customer_archive a join customer c using (customer_id)
     where a.customer_id = $1 and a.archive_id = $2 and a.state = 'ready' and a.expires_at > $3`,
    [customerId, archiveId, now],
  )
  return rows[0]
}

/** False where another attempt writes it by now, or it was removed: nothing was kept. */
export async function insertPart(
  transaction: Transaction,
  customerId: string,
  { archiveId, writingId, number, content }: Writing & { number: number; content: Buffer | null },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into customer_archive_part (customer_id, archive_id, writing_id, number, content)
     select $1, $2, $3, $4, $5 from customer_archive where customer_id = $1 and archive_id = $2 and writing_id = $3`,
    [customerId, archiveId, writingId, number, content],
  )
  return rowCount === 1
}

/** What an attempt that was cut off left. */
export async function deleteParts(transaction: Transaction, customerId: string, archiveId: string): Promise<void> {
  await transaction.query('delete from customer_archive_part where customer_id = $1 and archive_id = $2', [customerId, archiveId])
}

/** The content is null where it is in the object storage; undefined where there is no such part. */
export async function readPart(
  transaction: Transaction,
  customerId: string,
  { archiveId, writingId, number }: Writing & { number: number },
): Promise<Buffer | null | undefined> {
  const { rows } = await transaction.query<{ content: Buffer | null }>(
    'select content from customer_archive_part where customer_id = $1 and archive_id = $2 and writing_id = $3 and number = $4',
    [customerId, archiveId, writingId, number],
  )
  return rows[0]?.content
}

/** One at a time, since it may be large: what is past its time, and what has not been finished since `askedBefore`. */
export async function deleteOldArchiveForAllCustomers(
  transaction: Transaction,
  { now, askedBefore }: { now: Date; askedBefore: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `delete from customer_archive where archive_id = (
       select a.archive_id from ${from} where a.expires_at <= $1 or a.state <> 'ready' and j.job_id is null and a.asked_at < $2 limit 1)`,
    [now, askedBefore],
  )
  return rowCount === 1
}

export async function findKnownArchivesForAllCustomers(transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await transaction.query<{ id: string }>(
    'select archive_id as id from customer_archive where archive_id = any($1::uuid[])',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}
