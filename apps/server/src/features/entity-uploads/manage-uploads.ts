import type {
  checkUpload as checkOperation,
  EntityUpload,
  importUpload as importOperation,
  RowStatus,
  UploadedEntity,
  UploadProblem,
  UploadReading,
} from '@vakt/contract/entities/entity-uploads.ts'
import type { BodyOf } from '@vakt/contract/operation.ts'
import { findUsesFault } from '@vakt/domain/upload-columns.ts'
import { startUploadRun } from '#server/features/connectors/start-upload-run.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  failLostImports,
  lockUpload,
  readHabit,
  readPart,
  readUpload,
  readUploadPage,
  type UploadRecord,
  writeCheckWanted,
  writeHabit,
  writeShape,
  writeUploadState,
} from './entity-upload-table.ts'
import { presentUpload } from './present-upload.ts'
import { sampleBytes } from './receive-upload.ts'
import { readMissingPage, readProblemPage, readStandingPage } from './upload-row-table.ts'
import { findShape } from './upload-shape.ts'

type Page = { uploadId: string; limit?: number | undefined }
type After = readonly string[] | null

async function find(transaction: Transaction, customerId: string, id: string): Promise<UploadRecord> {
  const upload = await readUpload(transaction, customerId, readUuid(id))
  if (!upload) throw new NotFound()
  return upload
}

/** Locked, and in one of these states. */
async function take(
  transaction: Transaction,
  customerId: string,
  id: string,
  states: readonly EntityUpload['state'][],
): Promise<UploadRecord> {
  await lockUpload(transaction, customerId, readUuid(id))
  const upload = await find(transaction, customerId, id)
  if ((states as readonly string[]).includes(upload.state)) return upload
  throw Conflict.field('', `This cannot be done with a file that is ${upload.state}.`, `entity_upload.is_${upload.state}`)
}

export async function getUpload(context: Context, customerId: string, id: string): Promise<EntityUpload> {
  return inTransaction(context, customerId, async (transaction) => presentUpload(await find(transaction, customerId, id)))
}

export async function listUploads(context: Context, customerId: string, { limit = 50 }: { limit?: number }, after: After) {
  const rows = await inTransaction(context, customerId, (transaction) => readUploadPage(transaction, customerId, { after, limit }))
  const page = nextPage(rows, limit, ({ createdKey, uploadId }) => [createdKey, uploadId])
  return { ...page, rows: page.rows.map(presentUpload) }
}

export async function readUploadAgain(context: Context, customerId: string, id: string, reading: UploadReading): Promise<EntityUpload> {
  return inTransaction(context, customerId, async (transaction) => {
    const { uploadId, fileName } = await take(transaction, customerId, id, ['received', 'checked'])
    const start = await readPart(transaction, customerId, uploadId, 0)
    if (!start) throw new NotFound()
    const text = new TextDecoder(reading.encoding).decode(start.subarray(0, sampleBytes), { stream: true })
    const { uses } = await readHabit(transaction, customerId)
    await writeShape(transaction, customerId, uploadId, findShape(text, { ...reading, fileName, habit: uses }))
    return presentUpload(await find(transaction, customerId, uploadId))
  })
}

const faults = {
  no_name_or_id: 'Say which column holds the id, or which the name.',
  no_type: 'Say which column holds the type, or give one type for all.',
  used_twice: 'Two columns are used as the same thing.',
  column_count: 'There must be as many uses as columns.',
}

/** Asks the worker to go through the whole file. */
export async function checkUpload(
  context: Context,
  customerId: string,
  id: string,
  { uses, typeForAll: given }: BodyOf<typeof checkOperation>,
): Promise<EntityUpload> {
  const typeForAll = given?.trim() || null
  return inTransaction(context, customerId, async (transaction) => {
    const { uploadId, columns } = await take(transaction, customerId, id, ['received', 'checked', 'failed'])
    const fault = findUsesFault(columns.length, uses, typeForAll)
    if (fault) throw Invalid.field(fault === 'no_type' ? 'typeForAll' : 'uses', faults[fault], `entity_upload.${fault}`)
    const used = columns.map((column, index) => ({ ...column, use: uses[index] ?? 'none' }))
    await writeCheckWanted(transaction, customerId, { uploadId, columns: used, typeForAll })
    const habit = await readHabit(transaction, customerId)
    const named = Object.fromEntries([...Object.entries(habit.uses).slice(-1000), ...used.map(({ name, use }) => [name, use] as const)])
    await writeHabit(transaction, customerId, { uses: named, typeForAll })
    return presentUpload(await find(transaction, customerId, uploadId))
  })
}

export async function listUploadProblems(context: Context, customerId: string, { uploadId: id, limit = 50 }: Page, after: After) {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const { uploadId } = await find(transaction, customerId, id)
    return readProblemPage(transaction, customerId, uploadId, { after, limit })
  })
  const page = nextPage(rows, limit, ({ row, problemId }) => [String(row), problemId])
  return { ...page, rows: page.rows.map(({ problemId: _, ...problem }): UploadProblem => problem) }
}

export async function listUploadedEntities(
  context: Context,
  customerId: string,
  { uploadId: id, limit = 50, standing }: Page & { standing?: RowStatus | undefined },
  after: After,
): Promise<Listing<UploadedEntity>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const { uploadId } = await find(transaction, customerId, id)
    return standing === 'missing'
      ? readMissingPage(transaction, customerId, uploadId, { after, limit })
      : readStandingPage(transaction, customerId, uploadId, { standing, after, limit })
  })
  const page = nextPage(rows, limit, ({ position }) => [position])
  return { ...page, rows: page.rows.map(({ position: _, ...row }) => row) }
}

function refuseUnless({ found }: UploadRecord, leaveOutBadRows: boolean): void {
  if (!found || found.broken)
    throw Conflict.field('', 'The file cannot be read to its end, so that nothing of it is imported.', 'entity_upload.broken')
  if (found.bad > 0 && !leaveOutBadRows)
    throw Conflict.field('', `${found.bad} rows cannot be imported. Fix them, or say that they are left out.`, 'entity_upload.bad_rows')
  if (found.rows === found.bad) throw Conflict.field('', 'No row of it can be imported.', 'entity_upload.nothing_left')
}

/** Starts the run that imports what was checked. */
export async function importUpload(
  context: Context,
  customerId: string,
  id: string,
  { leaveOutBadRows, isWholeEstate: wanted }: BodyOf<typeof importOperation>,
): Promise<EntityUpload> {
  const { actor, now } = context
  return inTransaction(context, customerId, async (transaction) => {
    const upload = await take(transaction, customerId, id, ['checked'])
    refuseUnless(upload, leaveOutBadRows)
    const { uploadId, found } = upload
    const askedBy = actor.type === 'user' ? actor.name : actor.job
    const runId = await startUploadRun(transaction, customerId, { askedBy, now })
    await failLostImports(transaction, customerId)
    const isWholeEstate = wanted && found?.bad === 0
    await writeUploadState(transaction, customerId, { uploadId, state: 'importing', runId, isWholeEstate })
    await recordAction(transaction, context, customerId, {
      action: 'entity-upload.import',
      target: uploadId,
      details: { fileName: upload.fileName, rows: found?.rows, leftOut: found?.bad, isWholeEstate },
    })
    return presentUpload(await find(transaction, customerId, uploadId))
  })
}

export async function removeUpload(context: Context, customerId: string, id: string): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    const removable = ['received', 'waiting', 'checking', 'checked', 'imported', 'failed'] as const
    const { uploadId, fileName } = await take(transaction, customerId, id, removable)
    await writeUploadState(transaction, customerId, { uploadId, state: 'removed' })
    return { fileName }
  })
}
