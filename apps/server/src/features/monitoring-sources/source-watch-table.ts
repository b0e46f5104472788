import type { SourceFacts } from '@vakt/domain/source-state.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { factColumns, withNewestToken } from './source-table.ts'

/** Notified on commit to the worker that watches sources. */
export const sourceChannel = 'vakt_monitoring_source'

export const wakeWatcher = (transaction: Transaction): void => transaction.announceOnCommit(sourceChannel)

export type WatchedSource = SourceFacts & {
  sourceId: string
  customerId: string
  name: string
  language: 'sv' | 'en'
  expiryAlert: 'soon' | 'expired' | null
}

const watched = `select s.source_id as "sourceId", s.customer_id as "customerId", s.name, c.mail_language as language,
    s.expiry_alert as "expiryAlert", ${factColumns}
  from ${withNewestToken} join customer c on c.customer_id = s.customer_id`

/** Every source that may have become silent or sent again, or whose token may be about to expire. */
export async function readWatchedForAllCustomers(transaction: Transaction): Promise<WatchedSource[]> {
  const { rows } = await transaction.query<WatchedSource>(
    `${watched} where ${ofOpenCustomer('s.customer_id')} and (s.silent_since is not null or s.expiry_alert is not null
       or (s.revoked_at is null and (s.expected_minutes is not null or t.expires_at is not null)))`,
  )
  return rows
}

/** The source, locked until the transaction ends; undefined while another transaction is at it. */
export async function lockWatchedSource(
  transaction: Transaction,
  customerId: string,
  sourceId: string,
): Promise<WatchedSource | undefined> {
  const { rows } = await transaction.query<WatchedSource>(
    `${watched} where s.customer_id = $1 and s.source_id = $2 for update of s skip locked`,
    [customerId, sourceId],
  )
  return rows[0]
}

/** Whether signals of the source were received and not yet worked through. */
export async function hasPendingSignals(transaction: Transaction, customerId: string, sourceId: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `select from signal g join ingest_token k on k.token_id = g.token_id
     where g.customer_id = $1 and g.state = 'pending' and k.customer_id = $1 and k.source_id = $2 limit 1`,
    [customerId, sourceId],
  )
  return (rowCount ?? 0) > 0
}

export async function writeAlertState(
  transaction: Transaction,
  customerId: string,
  { sourceId, silentSince, expiryAlert }: Pick<WatchedSource, 'sourceId' | 'silentSince' | 'expiryAlert'>,
): Promise<void> {
  await transaction.query('update monitoring_source set silent_since = $3, expiry_alert = $4 where customer_id = $1 and source_id = $2', [
    customerId,
    sourceId,
    silentSince,
    expiryAlert,
  ])
}

/** Notes that sources are watched now. Returns when they were watched last; null for the first time. */
export async function noteWatch(transaction: Transaction, now: Date): Promise<Date | null> {
  const { rows } = await transaction.query<{ at: Date }>('select watched_at as at from source_watch for update')
  await transaction.query(
    `insert into source_watch (watched_at) values ($1)
     on conflict (is_only) do update set watched_at = greatest(source_watch.watched_at, excluded.watched_at)`,
    [now],
  )
  return rows[0]?.at ?? null
}

/** Gives every source that is not silent a whole interval from now. */
export async function restartIntervalsForAllCustomers(transaction: Transaction, now: Date): Promise<void> {
  await transaction.query('update monitoring_source set watched_since = $1 where expected_minutes is not null and silent_since is null', [
    now,
  ])
}

/** Counts of hours that no one asks for any more. */
export async function deleteOldHoursForAllCustomers(transaction: Transaction, before: Date): Promise<void> {
  await transaction.query('delete from monitoring_source_hour where hour < $1', [before])
}
