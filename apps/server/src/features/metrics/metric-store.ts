import type { Aggregation, SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import type { Buckets } from '@vakt/domain/metrics/bucket-columns.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** One label set of a customer that was ever sent. `seriesNo` is counted per customer and never used again. */
export type Series = {
  seriesNo: number
  /** Null as long as no entity matches. */
  entityId: string | null
  metric: string
  kind: SeriesKind
  /** As the sender wrote it: `By`, `seconds`, `%`. */
  unit: string | null
  labels: Record<string, string>
  /** The bucket of its first point, before which no rule counts it. Null while none of its buckets is closed; `longAgo` where it was not noted. */
  firstSlot: number | null
}

/** As the first bucket of a series: it has sent for longer than this is noted. */
export const longAgo = 0

/** The last value of the newest bucket; `at` is the end of that bucket. */
export type LatestValue = { value: number; at: Date }

/** Buckets `from` to before `to`, by their slots. */
export type SlotSpan = { from: number; to: number }

/** On which connections a store reads in transactions of its own. */
type ReadScope = Pick<Context, 'pool' | 'onlyTicketsOf'>

export type WantedAggregate = { series: Series; aggregation: Aggregation }

/**
 * Where buckets come from. One store keeps them in the product's database; the other keeps nothing and asks a Prometheus-compatible API.
 * Rules, back-test and charts know only this. Which series there are is kept in the product's database in both cases: what takes a transaction
 * reads only there. What takes a `ReadScope` may ask outside and must not be called within a transaction, which would hold a connection of the
 * pool for as long as the other side takes.
 */
export type MetricStore = {
  /**
   * Up to and including which slot answers are final, short of points that come late, which hold nothing back. It moves on with the clock, also for a customer that
   * sends nothing.
   */
  closedTo(transaction: Transaction, customerId: string, now: Date): Promise<number>
  /**
   * As `closedTo`, for what is decided by missing points: after a time in which no process took points, it waits until senders have had the grace
   * period to send them again.
   */
  receivedTo(transaction: Transaction, customerId: string, now: Date): Promise<number>
  /** Counts up whenever a series of the customer is added, or its entity, kind or unit changes: what was found may be kept until then. */
  readSeriesVersion(transaction: Transaction, customerId: string): Promise<string>
  /** The series with these metrics and entities, by their number; null: any. */
  findSeries(
    transaction: Transaction,
    customerId: string,
    filter: { metrics: string[] | null; entityIds: string[] | null },
  ): Promise<Series[]>
  /**
   * The latest values of these series, all of one entity, by their numbers; without those that sent nothing for as long as buckets are kept.
   * Throws `StoreUnavailable`.
   */
  readLatest(scope: ReadScope, customerId: string, series: readonly Series[], now: Date): Promise<Map<number, LatestValue>>
  /**
   * For each wanted series one number a bucket, NaN where there was no point, in the order wanted. Throws `StoreUnavailable` when the
   * numbers cannot be had just now, which is not the same as missing points.
   */
  readAggregates(scope: ReadScope, customerId: string, wanted: readonly WantedAggregate[], span: SlotSpan): Promise<Float64Array[]>
  /**
   * The buckets of one series in their order; `no` is the slot. With `bucketsPerStep` above 1 they are merged, and `no` is the first slot of
   * each step; steps are aligned to the epoch, and so must the span be. Spans older than 35 days are only kept by the hour.
   */
  readBuckets(scope: ReadScope, customerId: string, series: Series, span: SlotSpan, bucketsPerStep: number): Promise<Buckets>
}

/** A store outside does not answer. Rules wait; charts say so. */
export class StoreUnavailable extends Error {}

/** A store outside answers, and refuses the question itself: others may pass. */
export class QuestionRefused extends StoreUnavailable {}

/**
 * Called in the transaction that closes a bucket, once each time it is closed. `isAgain`: it was closed before. `isLate`: its points came after it
 * was to close, so that `closedTo` may have passed it. Buckets of a customer may be closed out of order.
 */
export type BucketClosedHook = (
  transaction: Transaction,
  closed: { customerId: string; slot: number; isAgain: boolean; isLate: boolean },
) => Promise<void>
