import type { Transaction } from '#server/platform/database/transaction.ts'

export type SourceOfTokens = {
  sourceId: string
  tokenIds: string[]
  heartbeatName: string | null
  isSilent: boolean
  /** These are the first signals that ever came from it. */
  isFirst: boolean
}

/** `signalId` is null for what is counted and not kept as a signal. */
export type CountedSignal = { signalId: string | null; tokenId: string; receivedAt: Date; isTest: boolean }

const recentSignals = 20

/** Adds signals to what is counted of their sources, and returns those sources. Tests are remembered and not counted. */
export async function countSignals(
  transaction: Transaction,
  customerId: string,
  signals: readonly CountedSignal[],
): Promise<SourceOfTokens[]> {
  const { rows } = await transaction.query<SourceOfTokens>({
    name: 'count-source-signals',
    text: `with given as (
         select token_id, count(at)::int as signals, min(at) as first_at, max(at) as last_at
         from unnest($2::uuid[], $3::timestamptz[]) as g (token_id, at) group by token_id
       ), used as (
         update ingest_token t set last_signal_at = greatest(t.last_signal_at, g.last_at) from given g
         where t.customer_id = $1 and t.token_id = g.token_id
         returning t.source_id, t.token_id, g.signals, g.first_at, g.last_at
       ), sums as (
         select source_id, array_agg(token_id) as token_ids, sum(signals)::int as signals, min(first_at) as first_at, max(last_at) as last_at
         from used where source_id is not null group by source_id
       ), recent as (
         select u.source_id, (array_agg(g.signal_id order by g.signal_id desc) filter (where g.signal_id is not null))[1:${recentSignals}] as signal_ids
         from unnest($2::uuid[], $4::bigint[]) as g (token_id, signal_id) join used u on u.token_id = g.token_id group by u.source_id
       ), hours as (
         insert into monitoring_source_hour (customer_id, source_id, hour, signals)
         select $1, source_id, date_trunc('hour', last_at), signals from sums where signals > 0
         on conflict (source_id, hour) do update set signals = monitoring_source_hour.signals + excluded.signals
       )
       update monitoring_source s set signal_count = s.signal_count + sums.signals, first_signal_at = coalesce(s.first_signal_at, sums.first_at),
         last_signal_at = greatest(s.last_signal_at, sums.last_at), recent_signals = (recent.signal_ids || s.recent_signals)[1:${recentSignals}]
       from sums join recent using (source_id) where s.customer_id = $1 and s.source_id = sums.source_id
       returning s.source_id as "sourceId", sums.token_ids as "tokenIds", s.heartbeat_name as "heartbeatName",
         s.silent_since is not null and sums.signals > 0 as "isSilent", sums.signals > 0 and s.signal_count = sums.signals as "isFirst"`,
    values: [
      customerId,
      signals.map(({ tokenId }) => tokenId),
      signals.map(({ receivedAt, isTest }) => (isTest ? null : receivedAt)),
      signals.map(({ signalId }) => signalId),
    ],
  })
  return rows
}

export async function writeHeartbeat(transaction: Transaction, customerId: string, sourceId: string, at: Date): Promise<void> {
  await transaction.query(
    'update monitoring_source set last_heartbeat_at = greatest(last_heartbeat_at, $3) where customer_id = $1 and source_id = $2',
    [customerId, sourceId, at],
  )
}
