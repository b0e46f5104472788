import { targetKeyOf } from '#server/features/entities/entity-key.ts'
import { matchBindings } from '#server/features/entities/match-bindings.ts'
import { type EntityMatch, matchEntities } from '#server/features/entities/match-entities.ts'
import { entityTarget, hostTarget, nameOfTarget, targetsOfLabels } from '#server/features/signals/formats/alert-targets.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { keepJobsForAllCustomers } from '#server/platform/jobs/standing-job-table.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import {
  findCustomersWithNewSeriesForAllCustomers,
  findCustomersWithUnmatchedSeriesForAllCustomers,
  listUnmatchedTargets,
  type MatchedSeries,
  readNewSeries,
  writeEntityOfTarget,
  writeMatches,
} from './series-match-table.ts'

const batchSize = 500
/** By what series stand in `entity_binding`, where alerts have the name of their format. */
export const metricSource = 'metrics'

type Labels = Record<string, string>

/** What the labels of a series name, as those of alerts do; OTLP writes some of them with dots. */
const targetsOf = (labels: Labels) => [
  ...targetsOfLabels(labels),
  ...entityTarget(labels['vakt.entity'] ?? null),
  ...hostTarget(labels['host.name'] ?? null),
]

function namedBy(labels: Labels) {
  const targets = targetsOf(labels)
  const targetName = nameOfTarget(targets[0]) ?? labels.job ?? labels['service.name'] ?? null
  return { source: metricSource, targets, targetName, fingerprint: metricSource }
}

/** The entities of these label sets, in their order; null where none matches, or more than one. */
async function findEntities(transaction: Transaction, customerId: string, all: Labels[]): Promise<(string | null)[]> {
  const named = all.map(namedBy)
  const matches = await matchEntities(
    transaction,
    customerId,
    named.map(({ targets }) => targets),
  )
  const bound = await matchBindings(transaction, customerId, named)
  return named.map((_, index) => matches[index]?.entityId ?? bound[index]?.entityId ?? null)
}

/** Of series that a token of the provider brought: the entities of any customer that their labels name, or that people linked. */
export async function findOwners(transaction: Transaction, providerId: string, all: Labels[]): Promise<(EntityMatch | null)[]> {
  const named = all.map(namedBy)
  const matches = await matchEntities(
    transaction,
    null,
    named.map(({ targets }) => targets),
  )
  const bound = await matchBindings(transaction, providerId, named)
  return named.map((_, index) => matches[index] ?? bound[index] ?? null)
}

const matchingQueueName = 'match-metric-series'
const matchingAgainQueueName = 'match-metric-series-again'

async function enqueueFor(context: Context, queue: string, find: (transaction: Transaction) => Promise<string[]>): Promise<boolean> {
  await workForAllCustomers(context, async (transaction) => {
    const customers = await find(transaction)
    await keepJobsForAllCustomers(
      transaction,
      queue,
      customers.map((customerId) => ({ customerId, rowId: customerId })),
    )
  })
  return false
}

/** Makes a job for each customer with series that were not matched yet. */
export const enqueueNewSeries = (context: Context): Promise<boolean> =>
  enqueueFor(context, matchingQueueName, findCustomersWithNewSeriesForAllCustomers)

/** Makes a job for each customer with series that match nothing. */
export const enqueueUnmatchedSeries = (context: Context): Promise<boolean> =>
  enqueueFor(context, matchingAgainQueueName, findCustomersWithUnmatchedSeriesForAllCustomers)

export function matchingQueues(): Record<string, Queue> {
  const shared = { maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 60, maxAttempts: 8, isStanding: true as const }
  return {
    [matchingQueueName]: {
      ...shared,
      slots: 2,
      async run({ customerId }, { createContext, finish }) {
        const context = createContext()
        await matchBatch(context, customerId, (transaction, hasMore) => finish(transaction, hasMore ? context.now : null))
      },
    },
    [matchingAgainQueueName]: {
      ...shared,
      slots: 1,
      run: ({ customerId }, { createContext, signal }) => matchAgain(createContext(), customerId, signal),
    },
  }
}

/** Matches some of a customer's series that are new to the entities that their labels name. Answers whether there may be more. */
function matchBatch(
  context: Context,
  customerId: string,
  finish: (transaction: Transaction, hasMore: boolean) => Promise<void> = async () => {},
): Promise<boolean> {
  return inTransaction(context, customerId, async (transaction) => {
    const series = await readNewSeries(transaction, customerId, batchSize)
    const hasMore = series.length === batchSize
    await finish(transaction, hasMore)
    const entityIds = await findEntities(
      transaction,
      customerId,
      series.map(({ labels }) => labels),
    )
    const matched: MatchedSeries[] = series.map(({ seriesNo, labels }, index) => {
      const named = namedBy(labels)
      return { seriesNo, entityId: entityIds[index] ?? null, targetKey: targetKeyOf(named), targetName: named.targetName }
    })
    await writeMatches(transaction, customerId, matched)
    if (matched.some(({ entityId }) => entityId === null)) announce(transaction, { type: 'unmatched.changed', customerId })
    return hasMore
  })
}

/** Tries again what matched nothing: a resource may have come since. All of it, in the order of what it names. */
async function matchAgain(context: Context, customerId: string, signal?: AbortSignal): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined && !signal?.aborted) {
    const last: string = after
    after = await inTransaction(context, customerId, async (transaction) => {
      const batch = await listUnmatchedTargets(transaction, customerId, { after: last, limit: batchSize })
      const entityIds = await findEntities(
        transaction,
        customerId,
        batch.map(({ labels }) => labels),
      )
      const found = batch.flatMap(({ targetKey }, index) => (entityIds[index] ? [{ targetKey, entityId: entityIds[index] }] : []))
      await writeEntityOfTarget(transaction, customerId, found)
      return batch.length === batchSize ? batch.at(-1)?.targetKey : undefined
    })
  }
}

/** Matches without the work queue: for the demo content and for tests. Answers whether there may be more. */
export async function matchNewSeries(createContext: () => Context): Promise<boolean> {
  let hasMore = false
  for (const customerId of await workForAllCustomers(createContext(), findCustomersWithNewSeriesForAllCustomers))
    hasMore = (await matchBatch(createContext(), customerId)) || hasMore
  return hasMore
}

/** Gives all series that name this and match nothing the entity that people said it is. */
export const bindSeriesOfTarget = (
  transaction: Transaction,
  customerId: string,
  bound: { targetKey: string; entityId: string },
): Promise<void> => writeEntityOfTarget(transaction, customerId, [bound])
