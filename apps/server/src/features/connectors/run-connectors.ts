import type { AzureSettings } from '@vakt/contract/connectors.ts'
import { markMissedEntities, type SourceEntity, saveEntities } from '#server/features/entities/save-entities.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type Job, LeaseLost } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { CannotDecrypt, type SecretBox } from '#server/platform/keys/secret-box.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { AzureAddresses } from './azure-request.ts'
import {
  addToRun,
  beginRun,
  type ClaimedRun,
  finishRun,
  insertRun,
  lockOpenRun,
  readConnectorTimes,
  renewClaim,
  writeNextRun,
} from './connector-run-table.ts'
import { connectorQueueName, markConnectorSecret } from './connector-table.ts'
import { findNextRun } from './next-run.ts'
import { type Delivery, type Source, SourceFailure } from './source.ts'

/** What secrets are encrypted with, the clouds that can be read, and what brings uploaded files. */
export type ConnectorSettings = {
  secrets: SecretBox
  addresses: AzureAddresses
  azure: () => Promise<Source<AzureSettings>>
  upload: Delivery
}

const maxRepeats = 3
/** So many at a time, that others get in between. */
const portionSize = 1000

/** Somebody else goes on with the run, or nobody. */
class RunLost extends Error {}

type Run = JobRun & { claimed: ClaimedRun; claim: string }

/** The run that is to be carried out now, if any. Without one the job waits for the schedule, or for the worker that has the run. */
async function begin(
  transaction: Transaction,
  { customerId, rowId: connectorId, attempts, leaseToken: claim }: Job,
  { now, finish }: { now: Date; finish: JobRun['finish'] },
): Promise<ClaimedRun | undefined> {
  const times = await readConnectorTimes(transaction, customerId, connectorId, { lock: 'for no key update' })
  const open = times && (await lockOpenRun(transaction, customerId, connectorId))
  if (open?.state === 'running' && open.heldForMilliseconds > 0) {
    await finish(transaction, new Date(now.getTime() + open.heldForMilliseconds))
    return
  }
  if (open?.state === 'running') {
    const leftBehind = { state: 'cut_off', gone: 0, reason: 'left_behind', detail: null, now } as const
    await finishRun(transaction, customerId, open.runId, leftBehind)
    // What takes its worker down each time waits for the schedule.
    if (attempts <= maxRepeats) await insertRun(transaction, customerId, { connectorId, cause: 'repeat', askedBy: open.askedBy, now })
  }
  if (times?.nextAt && times.nextAt <= now) {
    await writeNextRun(transaction, customerId, connectorId, await findNextRun(times, now))
    await insertRun(transaction, customerId, { connectorId, cause: 'schedule', askedBy: null, now })
  }
  const claimed = times && (await beginRun(transaction, customerId, { connectorId, claim, now }))
  if (!claimed) await finish(transaction, times?.nextAt ?? null)
  return claimed
}

/** A transaction of the run's customer, which holds only as long as the run is ours. */
function within<T>({ claimed, claim, createContext }: Run, work: (transaction: Transaction, now: Date) => Promise<T>): Promise<T> {
  const context = createContext()
  return inTransaction(context, claimed.customerId, async (transaction) => {
    if (!(await renewClaim(transaction, claimed, claim))) throw new RunLost()
    return work(transaction, context.now)
  })
}

async function saveAll(run: Run, pages: AsyncIterable<readonly SourceEntity[]>): Promise<number> {
  const { customerId, connectorId, runId, kind } = run.claimed
  let seen = 0
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += portionSize) {
      run.signal.throwIfAborted()
      const portion = page.slice(from, from + portionSize)
      await within(run, async (transaction, now) => {
        const saved = await saveEntities(transaction, customerId, { connectorId, runId, kind, now }, portion)
        await addToRun(transaction, customerId, runId, { ...saved, seen: portion.length })
        announce(transaction, { type: 'connector.changed', customerId })
      })
      seen += portion.length
    }
    // A page may be empty, and waiting for the next one may take minutes.
    if (page.length === 0) await within(run, async () => {})
  }
  return seen
}

/** Keeps the run ours while its source lets us wait. */
function keepAlive(run: Run): () => void {
  const timer = setInterval(() => void within(run, async () => {}).catch(() => {}), 20_000)
  return () => clearInterval(timer)
}

async function readEverything(run: Run, { secrets, azure, upload }: ConnectorSettings): Promise<number> {
  const { sealedSecret, connectorId, customerId, kind, settings } = run.claimed
  if (kind === 'upload') return saveAll(run, upload.read(run.createContext(), customerId))
  let secret: string
  try {
    if (!sealedSecret) throw new Error('There is none.')
    secret = secrets.open(connectorId, sealedSecret).toString('utf8')
  } catch (error) {
    if (error instanceof CannotDecrypt) await within(run, (transaction, now) => markConnectorSecret(transaction, connectorId, false, now))
    throw new SourceFailure('secret_unreadable')
  }
  const seen = await saveAll(run, (await azure()).read({ settings, secret, signal: run.signal }))
  // A service principal that lost its rights is shown an empty world, without any error.
  if (seen === 0) throw new SourceFailure('nothing_seen')
  return seen
}

/** With the run its job is finished, which then waits for the next time. */
async function finishJob(run: Run, transaction: Transaction): Promise<void> {
  const times = await readConnectorTimes(transaction, run.claimed.customerId, run.claimed.connectorId)
  await run.finish(transaction, times?.nextAt ?? null)
}

async function succeed(run: Run, { upload }: ConnectorSettings): Promise<number> {
  const { customerId, connectorId, runId, kind } = run.claimed
  return within(run, async (transaction, now) => {
    const isWhole = kind !== 'upload' || (await upload.settle(transaction, customerId, { runId, state: 'succeeded' })).isWhole
    const gone = isWhole ? await markMissedEntities(transaction, customerId, { connectorId, runId, now }) : 0
    await finishRun(transaction, customerId, runId, { state: 'succeeded', gone, reason: null, detail: null, now })
    await finishJob(run, transaction)
    announce(transaction, { type: 'connector.changed', customerId }, { type: 'entity.changed', customerId })
    return gone
  })
}

async function giveUp(run: Run, error: unknown, { upload }: ConnectorSettings): Promise<void> {
  const { customerId, connectorId, runId, kind } = run.claimed
  const isStopping = run.signal.aborted
  const { reason, detail } = error instanceof SourceFailure ? error : { reason: 'failed' as const, detail: null }
  await within(run, async (transaction, now) => {
    const outcome = isStopping
      ? { state: 'cut_off' as const, reason: 'left_behind' as const, detail: null }
      : { state: 'failed' as const, reason, detail }
    await finishRun(transaction, customerId, runId, { ...outcome, gone: 0, now })
    if (kind === 'upload') await upload.settle(transaction, customerId, { runId, state: outcome.state })
    if (isStopping) await insertRun(transaction, customerId, { connectorId, cause: 'repeat', askedBy: null, now })
    if (isStopping) await run.finish(transaction, now)
    else await finishJob(run, transaction)
    announce(transaction, { type: 'connector.changed', customerId }, { type: 'entity.changed', customerId })
  })
}

/** The run is not ours any more: what is to be done next is seen by looking again. */
async function leave(run: Run): Promise<void> {
  const { log, now, ...context } = run.createContext()
  const { customerId, connectorId, runId } = run.claimed
  log.warn({ job: connectorQueueName, customerId, connectorId, runId, state: 'lost' }, 'job')
  await inTransaction(context, customerId, (transaction) => run.finish(transaction, now))
}

async function carryOut(run: Run, settings: ConnectorSettings): Promise<void> {
  const { log } = run.createContext()
  const { customerId, connectorId, runId } = run.claimed
  const about = { job: connectorQueueName, customerId, connectorId, runId }
  const release = keepAlive(run)
  try {
    const seen = await readEverything(run, settings)
    const gone = await succeed(run, settings)
    log.info({ ...about, seen, gone, state: 'succeeded' }, 'job')
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    if (error instanceof RunLost) return leave(run)
    if (error instanceof SourceFailure) log.warn({ ...about, reason: error.reason, detail: error.detail, state: 'failed' }, 'job')
    else if (!run.signal.aborted) log.error({ ...about, err: error }, 'job failed')
    await giveUp(run, error, settings).catch((failure: unknown) => {
      if (!(failure instanceof RunLost)) throw failure
      return leave(run)
    })
  } finally {
    release()
  }
}

/** Runs connectors at their times and when they are asked to. One that waits for its cloud keeps a slot of its customer, and no other's. */
export const connectorQueues = (settings: ConnectorSettings): Record<string, Queue> => ({
  [connectorQueueName]: {
    slots: 10,
    maxPerCustomer: 3,
    maxPerKey: 3,
    leaseSeconds: 120,
    maxAttempts: 8,
    maxSeconds: 60 * 60,
    async run(job, at) {
      const context = at.createContext()
      const { now } = context
      const claimed = await inTransaction(context, job.customerId, (transaction) => begin(transaction, job, { now, finish: at.finish }))
      if (claimed) await carryOut({ ...at, claimed, claim: job.leaseToken }, settings)
    },
  },
})
