import { setImmediate as nextTurn } from 'node:timers/promises'
import { type UploadProblem, uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import { type RowEntity, readUploadRow } from '@vakt/domain/upload-row.ts'
import { compareEntities } from '#server/features/entities/compare-entities.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type Job, LeaseLost } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { BrokenFile } from './broken-file.ts'
import { beginCheck, type ClaimedUpload, checkQueueName, renewCheck, returnCheck, writeFound } from './entity-upload-table.ts'
import { readParts } from './read-parts.ts'
import { type ReadRow, readRows } from './read-rows.ts'
import { countMissing, countStandings, deleteFindings, insertProblems, insertRows } from './upload-row-table.ts'

/** Someone else goes on with the check, or the file was removed. */
class CheckLost extends Error {}

type Check = JobRun & { upload: ClaimedUpload }

/** A transaction of the upload's customer, which holds only as long as the check is ours. */
function within<T>({ upload, createContext }: Check, progress: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const context = createContext()
  return inTransaction(context, upload.customerId, async (transaction) => {
    if (!(await renewCheck(transaction, upload, progress))) throw new CheckLost()
    return work(transaction)
  })
}

type Tally = { rows: number; bad: number; problems: number; broken: UploadProblem | null }

function sortOut(portion: readonly ReadRow[], upload: ClaimedUpload) {
  const good: { row: number; entity: RowEntity }[] = []
  const problems: UploadProblem[] = []
  for (const row of portion) {
    if (row.isNone) {
      problems.push({ row: row.row, column: null, problem: 'not_an_object', value: null })
      continue
    }
    const outcome = readUploadRow(row, upload)
    if ('entity' in outcome) good.push({ row: row.row, entity: outcome.entity })
    else problems.push(...outcome.problems)
  }
  return { good, problems }
}

async function checkPortion(check: Check, tally: Tally, progress: number, portion: readonly ReadRow[]): Promise<void> {
  const { upload } = check
  const { customerId, uploadId } = upload
  const { good, problems } = sortOut(portion, upload)
  await within(check, progress, async (transaction) => {
    const entities = good.map(({ entity }) => entity)
    const compared = await compareEntities(transaction, customerId, 'upload', entities)
    const staged = good.flatMap(({ row, entity }, index) => {
      const found = compared[index]
      return found ? [{ row, entity, ...found }] : []
    })
    const repeated = await insertRows(transaction, customerId, uploadId, staged)
    const column = upload.columns.find(({ use }) => use === 'id')?.name ?? null
    const told = repeated.map(({ row, firstRow }): UploadProblem => ({ row, column, problem: 'repeated', value: String(firstRow) }))
    const all = [...problems, ...told]
    const room = Math.max(0, uploadLimits.maxProblems - tally.problems)
    await insertProblems(transaction, customerId, uploadId, all.slice(0, room))
    tally.rows += portion.length
    tally.bad += portion.length - good.length + repeated.length
    tally.problems += all.length
  })
  await nextTurn()
}

async function readThrough(check: Check): Promise<Tally> {
  const { upload, signal } = check
  const { customerId, uploadId, size } = upload
  const tally: Tally = { rows: 0, bad: 0, problems: 0, broken: null }
  let progress = 0
  const parts = readParts(check.createContext(), upload, (bytes) => {
    progress = Math.min(99, Math.floor((bytes / size) * 100))
  })
  await within(check, 0, (transaction) => deleteFindings(transaction, customerId, uploadId))
  try {
    for await (const portion of readRows(parts, upload)) {
      signal.throwIfAborted()
      await checkPortion(check, tally, progress, portion)
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    tally.broken = error.told
    tally.problems += 1
    await within(check, progress, (transaction) => insertProblems(transaction, customerId, uploadId, [error.told]))
  }
  return tally
}

async function conclude(check: Check, tally: Tally): Promise<void> {
  const { customerId, uploadId } = check.upload
  await within(check, 99, async (transaction) => {
    const counts = await countStandings(transaction, customerId, uploadId)
    const missing = await countMissing(transaction, customerId, uploadId)
    const none = { added: 0, changed: 0, returned: 0, unchanged: 0, kept: 0 }
    await writeFound(transaction, check.upload, { ...none, ...counts, missing, ...tally })
    await check.finish(transaction)
  })
}

async function carryOut(check: Check): Promise<void> {
  const { upload, signal } = check
  const { log } = check.createContext()
  const { customerId, uploadId } = upload
  const about = { job: checkQueueName, customerId, uploadId }
  try {
    const tally = await readThrough(check)
    await conclude(check, tally)
    log.info({ ...about, rows: tally.rows, bad: tally.bad, broken: tally.broken?.problem }, 'job')
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    const isLost = error instanceof CheckLost
    if (isLost) log.warn({ ...about, state: 'lost' }, 'job')
    else if (!signal.aborted) log.error({ ...about, err: error }, 'job failed')
    const { now, ...context } = check.createContext()
    await inTransaction(context, customerId, async (transaction) => {
      if (!isLost) await returnCheck(transaction, upload, signal.aborted ? 'waiting' : 'failed')
      await check.finish(transaction, isLost || signal.aborted ? now : null)
    })
  }
}

async function begin(job: Job, at: JobRun): Promise<ClaimedUpload | undefined> {
  const { now, ...context } = at.createContext()
  const { customerId, rowId: uploadId, leaseToken: claim } = job
  return inTransaction(context, customerId, async (transaction) => {
    const begun = await beginCheck(transaction, customerId, { uploadId, claim })
    if (begun.state === 'due') return begun.upload
    await at.finish(transaction, begun.state === 'held' ? new Date(now.getTime() + begun.milliseconds) : null)
  })
}

/** Goes through files that wait for it, and notes what their import would do; of each customer one at a time. */
export const uploadQueues = (): Record<string, Queue> => ({
  [checkQueueName]: {
    slots: 4,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 120,
    // A check is given up before: see `beginCheck`.
    maxAttempts: 8,
    maxSeconds: 60 * 60,
    async run(job, at) {
      const upload = await begin(job, at)
      if (upload) await carryOut({ ...at, upload })
    },
  },
})
