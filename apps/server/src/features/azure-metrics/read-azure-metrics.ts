import type { ConnectorProblem } from '@vakt/contract/connectors.ts'
import type { AzureAddresses } from '#server/features/connectors/azure-request.ts'
import { noteMetricsProblem } from '#server/features/connectors/note-metrics-problem.ts'
import { SourceFailure } from '#server/features/connectors/source.ts'
import { createPointParts, type PointParts, takePoints } from '#server/features/metrics/take-points.ts'
import { PointCollector } from '#server/features/metrics/wire/sent-points.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { CannotDecrypt, type SecretBox } from '#server/platform/keys/secret-box.ts'
import {
  type AskedConnector,
  azureMetricQueueName,
  readAskedConnector,
  readLookedAtEntities,
  readProgress,
  readWatchedMetrics,
  type WantedMetric,
  writeProgress,
} from './azure-metric-table.ts'
import { type AzureMetric, type AzureMetricsClient, type AzurePoint, createAzureMetricsClient } from './azure-metrics-client.ts'
import { findPairs, keyOfPair, type Pair, planQuestions } from './plan-questions.ts'

const minute = 60_000
/** A resource that people begin to look at is read within this time; what is read already, every five minutes. */
const lookMilliseconds = minute
const readMilliseconds = 5 * minute
/** After Azure asked to wait, or could not be read. */
const restMilliseconds = 5 * minute
/** Azure's last minutes are not complete yet; of two values of one time the first one counts. */
const settlingMilliseconds = 3 * minute
/** What was not read for so long is read like what never was. */
const forgottenMilliseconds = 24 * 60 * minute
const definitionsMilliseconds = 6 * 60 * minute
const maxWanted = 20_000
const maxQuestionsPerRun = 400

type AzureMetricSettings = { secrets: SecretBox; addresses: AzureAddresses }

/** What this process remembers of a connector. */
type Remembered = {
  definitions: Map<string, { at: number; metrics: AzureMetric[] }>
  problem?: string
}

/** Reads what rules and people want from Azure Monitor. A connector that Azure lets wait keeps its own slot only. */
export function azureMetricQueues(settings: AzureMetricSettings): Record<string, Queue> {
  const memory = new Map<string, Remembered>()
  let parts: PointParts | null = null
  return {
    [azureMetricQueueName]: {
      slots: 10,
      maxPerCustomer: 2,
      maxPerKey: 2,
      leaseSeconds: 120,
      maxAttempts: 8,
      async run(job, at) {
        const context = at.createContext()
        parts ??= createPointParts(context.pool)
        const remembered = memory.get(job.rowId) ?? { definitions: new Map() }
        memory.set(job.rowId, remembered)
        const due = await read({ job, at, context, parts, settings, remembered })
        if (due === null) memory.delete(job.rowId)
        await inTransaction(context, job.customerId, (transaction) => at.finish(transaction, due))
      },
    },
  }
}

type Run = { job: Job; at: JobRun; context: Context; parts: PointParts; settings: AzureMetricSettings; remembered: Remembered }

/** When it is to run again; null: not until the connector can be asked. */
async function read(run: Run): Promise<Date | null> {
  const { job, context } = run
  const { customerId, rowId: connectorId } = job
  const of = { connectorId, now: context.now, limit: maxWanted }
  const { connector, wanted, progress, isTime } = await inTransaction(context, customerId, async (transaction) => {
    const known = await readProgress(transaction, customerId, connectorId)
    const isDue = context.now.getTime() - known.readAt >= readMilliseconds
    const lookedAt = await readLookedAtEntities(transaction, customerId, of)
    const watched = isDue ? await readWatchedMetrics(transaction, customerId, of) : []
    const asked = await readAskedConnector(transaction, customerId, connectorId)
    return { connector: asked, wanted: [...lookedAt, ...watched], progress: known, isTime: isDue }
  })
  if (!connector) return null
  const readTo = new Map(Object.entries(progress.readTo))
  const keep = (readAt: number) =>
    inTransaction(context, customerId, (transaction) =>
      writeProgress(transaction, customerId, connectorId, { readAt, readTo: Object.fromEntries(readTo) }),
    )
  try {
    if (wanted.length > 0) {
      try {
        await readWanted(run, connector, { wanted, readTo, isTime })
      } catch (error) {
        // What was read before it failed is not read again.
        await keep(progress.readAt)
        throw error
      }
    }
    if (wanted.length > 0 || isTime) await keep(isTime ? context.now.getTime() : progress.readAt)
    // Where nothing is wanted any more, nothing fails either.
    if (wanted.length > 0 || isTime) await note(run, null)
    return new Date(context.now.getTime() + lookMilliseconds)
  } catch (error) {
    if (error instanceof CannotDecrypt) return null
    if (!(error instanceof SourceFailure)) throw error
    const { reason, detail } = error
    context.log.warn({ job: azureMetricQueueName, customerId, connectorId, reason, detail, state: 'failed' }, 'job')
    await note(run, { reason, detail })
    return new Date(context.now.getTime() + restMilliseconds)
  }
}

/** Only a change is written. */
async function note({ job, context, remembered }: Run, problem: { reason: ConnectorProblem; detail: string | null } | null): Promise<void> {
  const { customerId, rowId: connectorId } = job
  const text = JSON.stringify(problem)
  if (text === remembered.problem) return
  await inTransaction(context, customerId, (transaction) =>
    noteMetricsProblem(transaction, customerId, connectorId, problem && { ...problem, at: context.now }),
  )
  remembered.problem = text
}

type Asked = { wanted: WantedMetric[]; readTo: Map<string, number>; isTime: boolean }

/** Notes in `readTo` up to where each was read. A question that Azure refuses stops no other one; it is thrown at the end. */
async function readWanted(run: Run, connector: AskedConnector, { wanted, readTo, isTime }: Asked): Promise<void> {
  const { job, at, context, settings, remembered } = run
  const secret = settings.secrets.open(job.rowId, connector.sealedSecret).toString('utf8')
  const client = createAzureMetricsClient(settings.addresses, { settings: connector.settings, secret, signal: at.signal })
  const now = context.now.getTime()
  const pairs = findPairs(wanted, await readDefinitions(client, wanted, remembered, now))
  const to = Math.floor((now - settlingMilliseconds) / minute) * minute
  const asked = isTime ? pairs : pairs.filter((pair) => (readTo.get(keyOfPair(pair)) ?? 0) <= to - readMilliseconds)
  // Only so many are wanted in one run: what was not wanted in this one may be in the next.
  for (const [key, readUntil] of readTo) if (readUntil < to - forgottenMilliseconds) readTo.delete(key)
  let refused: SourceFailure | null = null
  const pairOf = new Map(asked.map((pair) => [`${pair.wanted.externalId.toLowerCase()} ${pair.metric.name}`, pair]))
  for (const question of planQuestions(asked, readTo, to).slice(0, maxQuestionsPerRun)) {
    try {
      await store(run, await client.readBatch(question), pairOf)
    } catch (error) {
      if (!(error instanceof SourceFailure && error.reason === 'question_refused')) throw error
      refused ??= error
      continue
    }
    for (const resourceId of question.resourceIds)
      for (const { name } of question.metrics) {
        const pair = pairOf.get(`${resourceId.toLowerCase()} ${name}`)
        if (pair) readTo.set(keyOfPair(pair), to)
      }
  }
  if (refused) throw refused
}

/** What Azure measures of each type, from one resource of it. */
async function readDefinitions(
  client: AzureMetricsClient,
  wanted: readonly WantedMetric[],
  { definitions }: Remembered,
  now: number,
): Promise<Map<string, AzureMetric[]>> {
  const first = new Map(wanted.toReversed().map(({ type, externalId }) => [type, externalId]))
  for (const [type, externalId] of first) {
    if (now - (definitions.get(type)?.at ?? Number.NEGATIVE_INFINITY) < definitionsMilliseconds) continue
    const metrics = await client.readDefinitions(externalId).catch((error: unknown) => {
      // Of some types Azure measures nothing, which it calls an error.
      if (error instanceof SourceFailure && error.reason === 'question_refused') return []
      throw error
    })
    definitions.set(type, { at: now, metrics })
  }
  return new Map([...definitions].map(([type, { metrics }]) => [type, metrics]))
}

async function store({ job, parts }: Run, points: readonly AzurePoint[], pairOf: ReadonlyMap<string, Pair>): Promise<void> {
  const collector = new PointCollector()
  const pairs: Pair[] = []
  const indexOf = new Map<Pair, number>()
  for (const { resourceId, metric, at, value } of points) {
    const pair = pairOf.get(`${resourceId} ${metric}`)
    if (!pair) continue
    let index = indexOf.get(pair)
    if (index === undefined) {
      index = pairs.push(pair) - 1
      indexOf.set(pair, index)
      collector.keys.push(`azure ${keyOfPair(pair)}`)
    }
    collector.addTo(index, at, value)
  }
  if (collector.count === 0) return
  const sent = collector.finish((index) => {
    const { wanted, metric } = pairs[index] as Pair
    const isSum = metric.aggregation === 'total' || metric.aggregation === 'count'
    return {
      labels: [
        ['__name__', metric.name],
        ['vakt_entity', wanted.entityId],
      ],
      kind: isSum ? 'delta' : 'gauge',
      unit: metric.unit || null,
    }
  })
  await takePoints(parts, job.customerId, sent)
}
