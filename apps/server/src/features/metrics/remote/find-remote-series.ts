import { type SeriesKind, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { noteFirstSlotOfNew } from '#server/features/metrics/metric-series-table.ts'
import { createSeriesDictionary, type SeriesDictionary } from '#server/features/metrics/series-dictionary.ts'
import { listCustomersForAllCustomers } from '#server/features/metrics/series-match-table.ts'
import { noFaults } from '#server/features/metrics/wire/request-bounds.ts'
import type { Label, SentPoints, SentSeries } from '#server/features/metrics/wire/sent-points.ts'
import { createTurns } from '#server/features/metrics/wire/turns.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { keepJobsForAllCustomers } from '#server/platform/jobs/standing-job-table.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import { callPrometheus, type RemoteStoreSettings } from './prometheus-api.ts'
import { selectorOf } from './range-query.ts'

const lookBackSeconds = 3600

type Metadata = Record<string, { type: string; unit: string }[]>

const remoteSeriesQueueName = 'find-remote-series'

/** Makes a job for each customer. */
export async function enqueueRemoteSeries(context: Context): Promise<boolean> {
  await workForAllCustomers(context, async (transaction) => {
    const customers = await listCustomersForAllCustomers(transaction)
    await keepJobsForAllCustomers(
      transaction,
      remoteSeriesQueueName,
      customers.map((customerId) => ({ customerId, rowId: customerId })),
    )
  })
  return false
}

/**
 * Finds the series of a customer in the store outside and numbers them, as if they had been sent here: from then on they are matched, limited and
 * listed as any.
 */
export function remoteSeriesQueues(settings: RemoteStoreSettings): Record<string, Queue> {
  let dictionary: SeriesDictionary | undefined
  return {
    [remoteSeriesQueueName]: {
      // Each may hold an answer of 32 MB.
      slots: 4,
      maxPerCustomer: 1,
      maxPerKey: 1,
      leaseSeconds: 60,
      maxAttempts: 3,
      isStanding: true,
      async run({ customerId }, { createContext }) {
        const { pool, now } = createContext()
        dictionary ??= createSeriesDictionary(pool)
        await dictionary.numbersOf(customerId, await readSeries(settings, customerId, now), createTurns())
        await inTransaction({ pool }, customerId, (transaction) => noteFirstSlotOfNew(transaction, customerId, slotOf(now.getTime())))
      },
    },
  }
}

async function readSeries(settings: RemoteStoreSettings, customerId: string, now: Date): Promise<SentPoints> {
  const { customerLabel } = settings
  const end = now.getTime() / 1000
  const parameters = { 'match[]': selectorOf({ [customerLabel]: customerId }), start: String(end - lookBackSeconds), end: String(end) }
  const found = await callPrometheus<Record<string, string>[]>(settings, customerId, 'series', parameters)
  const metadata = found.length > 0 ? await readMetadata(settings, customerId) : {}
  const described = found.map((labels) => describe(labels, customerLabel, metadata))
  return {
    keys: found.map((labels) => JSON.stringify(labels)),
    describe: (series) => described[series] as SentSeries,
    count: 0,
    series: new Uint32Array(),
    at: new Float64Array(),
    value: new Float64Array(),
    metadata: [],
    passedOver: 0,
    faults: noFaults(),
  }
}

/** Not every compatible store has it. */
const readMetadata = (settings: RemoteStoreSettings, customerId: string): Promise<Metadata> =>
  callPrometheus<Metadata>(settings, customerId, 'metadata', {}).catch(() => ({}))

function describe(labels: Record<string, string>, customerLabel: string, metadata: Metadata): SentSeries {
  const known = metadata[labels.__name__ ?? '']?.[0]
  const kinds: Record<string, SeriesKind> = { counter: 'counter', gauge: 'gauge' }
  const own = Object.entries(labels).filter(([name]) => name !== customerLabel) as Label[]
  return { labels: own, kind: kinds[known?.type ?? ''] ?? null, unit: known?.unit || null }
}
