import { randomUUID } from 'node:crypto'
import type { AzureSettings } from '@vakt/contract/connectors.ts'
import { markMissedEntities, type SourceEntity, saveEntities } from '#server/features/entities/save-entities.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { CannotDecrypt, type SecretBox } from '#server/platform/keys/secret-box.ts'
import { announce } from '#server/platform/live/announce.ts'
import {
  addToRun,
  askForRun,
  type ClaimedRun,
  claimRunsForAllCustomers,
  cutOffLapsedForAllCustomers,
  finishRun,
  lockDueConnector,
  readDueConnectorsForAllCustomers,
  renewClaim,
  writeNextRun,
} from './connector-run-table.ts'
import { markConnectorSecret } from './connector-table.ts'
import { findNextRun } from './next-run.ts'
import { type Delivery, type Source, SourceFailure } from './source.ts'

/** What secrets are encrypted with, the clouds that can be read, and what brings uploaded files. */
export type ConnectorSettings = { secrets: SecretBox; azure: () => Promise<Source<AzureSettings>>; upload: Delivery }

const mostAtOnce = 3
/** So many at a time, that others get in between. */
const portionSize = 1000

/** Somebody else goes on with the run, or nobody. */
class RunLost extends Error {}

/** Each in a transaction of its own, so that one that fails holds up no other. */
async function askForDueRuns(context: Context): Promise<void> {
  const { now } = context
  await workForAllCustomers(context, async (transaction) => {
    for (const { customerId, connectorId, askedBy } of await cutOffLapsedForAllCustomers(transaction, now))
      await askForRun(transaction, customerId, { connectorId, cause: 'repeat', askedBy, now })
  })
  for (const { customerId, connectorId } of await workForAllCustomers(context, (transaction) =>
    readDueConnectorsForAllCustomers(transaction, now),
  ))
    await inTransaction(context, customerId, async (transaction) => {
      const schedule = await lockDueConnector(transaction, customerId, connectorId, now)
      if (!schedule) return
      await writeNextRun(transaction, customerId, connectorId, await findNextRun(schedule, now))
      await askForRun(transaction, customerId, { connectorId, cause: 'schedule', askedBy: null, now })
    }).catch((error) => context.log.error({ err: error, job: 'run-connectors', customerId, connectorId }, 'job failed'))
}

type Run = { claimed: ClaimedRun; claim: string; createContext: () => Context; signal: AbortSignal }

/** A transaction of the run's customer, which holds only as long as the run is ours. */
function within<T>(
  { claimed, claim, createContext }: Run,
  work: (transaction: Parameters<Parameters<typeof inTransaction>[2]>[0], now: Date) => Promise<T>,
): Promise<T> {
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
  const timer = setInterval(() => void within(run, async () => {}).catch(() => {}), 30_000)
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

async function finish(run: Run, { upload }: ConnectorSettings): Promise<number> {
  const { customerId, connectorId, runId, kind } = run.claimed
  return within(run, async (transaction, now) => {
    const isWhole = kind !== 'upload' || (await upload.settle(transaction, customerId, { runId, state: 'succeeded' })).isWhole
    const gone = isWhole ? await markMissedEntities(transaction, customerId, { connectorId, runId, now }) : 0
    await finishRun(transaction, customerId, runId, { state: 'succeeded', gone, reason: null, detail: null, now })
    announce(transaction, { type: 'connector.changed', customerId }, { type: 'entity.changed', customerId })
    return gone
  })
}

async function giveUp(run: Run, error: unknown, { upload }: ConnectorSettings): Promise<void> {
  const { customerId, connectorId, runId, kind } = run.claimed
  const isStopping = run.signal.aborted
  const { reason, detail } = error instanceof SourceFailure ? error : { reason: 'failed' as const, detail: null }
  await within(run, async (transaction, now) => {
    const fate = isStopping
      ? { state: 'cut_off' as const, reason: 'left_behind' as const, detail: null }
      : { state: 'failed' as const, reason, detail }
    await finishRun(transaction, customerId, runId, { ...fate, gone: 0, now })
    if (kind === 'upload') await upload.settle(transaction, customerId, { runId, state: fate.state })
    if (isStopping) await askForRun(transaction, customerId, { connectorId, cause: 'repeat', askedBy: null, now })
    announce(transaction, { type: 'connector.changed', customerId }, { type: 'entity.changed', customerId })
  })
}

async function carryOut(run: Run, settings: ConnectorSettings): Promise<void> {
  const { log } = run.createContext()
  const { customerId, connectorId, runId } = run.claimed
  const about = { job: 'run-connectors', customerId, connectorId, runId }
  const release = keepAlive(run)
  try {
    const seen = await readEverything(run, settings)
    const gone = await finish(run, settings)
    log.info({ ...about, seen, gone, state: 'succeeded' }, 'job')
  } catch (error) {
    if (error instanceof RunLost) return log.warn({ ...about, state: 'lost' }, 'job')
    if (error instanceof SourceFailure) log.warn({ ...about, reason: error.reason, detail: error.detail, state: 'failed' }, 'job')
    else if (!run.signal.aborted) log.error({ ...about, err: error }, 'job failed')
    await giveUp(run, error, settings).catch((failure: unknown) => {
      if (!(failure instanceof RunLost)) throw failure
    })
  } finally {
    release()
  }
}

/**
 * Runs the connectors whose time has come or that somebody asks for, a few side by side. When `signal` stops it, what goes on is cut off
 * and will be repeated. Answers whether there may be more.
 */
export async function runConnectors(createContext: () => Context, settings: ConnectorSettings, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  const context = createContext()
  await askForDueRuns(context)
  const claim = randomUUID()
  const claimed = await workForAllCustomers(context, (transaction) =>
    claimRunsForAllCustomers(transaction, { claim, limit: mostAtOnce, now: context.now }),
  )
  const outcomes = await Promise.allSettled(claimed.map((each) => carryOut({ claimed: each, claim, createContext, signal }, settings)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') context.log.error({ err: outcome.reason, job: 'run-connectors' }, 'job failed')
  return claimed.length === mostAtOnce
}
