import { type SeriesKind, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { noteFirstSlotOfNew } from '#server/features/metrics/metric-series-table.ts'
import { StoreUnavailable } from '#server/features/metrics/metric-store.ts'
import { createSeriesDictionary, type SeriesDictionary } from '#server/features/metrics/series-dictionary.ts'
import { listCustomersForAllCustomers } from '#server/features/metrics/series-match-table.ts'
import { noFaults } from '#server/features/metrics/wire/request-bounds.ts'
import type { Label, SentPoints, SentSeries } from '#server/features/metrics/wire/sent-points.ts'
import { createTurns } from '#server/features/metrics/wire/turns.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { callPrometheus, type RemoteStoreSettings } from './prometheus-api.ts'
import { selectorOf } from './range-query.ts'

const lookBackSeconds = 3600

type Metadata = Record<string, { type: string; unit: string }[]>

/**
 * Makes what finds the series of each customer in the store outside and numbers them, as if they had been sent here: from then on they are
 * matched, limited and listed as any.
 */
export function createRemoteSeriesFinder(settings: RemoteStoreSettings): (context: Context) => Promise<boolean> {
  let dictionary: SeriesDictionary | undefined
  return async (context) => {
    dictionary ??= createSeriesDictionary(context.pool)
    for (const customerId of await workForAllCustomers(context, listCustomersForAllCustomers)) {
      try {
        await dictionary.numbersOf(customerId, await readSeries(settings, customerId, context.now), createTurns())
        await inTransaction(context, customerId, (transaction) =>
          noteFirstSlotOfNew(transaction, customerId, slotOf(context.now.getTime())),
        )
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        context.log.warn({ err: error, customerId }, 'the series of the metric store were not read')
        return false
      }
    }
    return false
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
