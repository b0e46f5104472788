import { lastReceivedSlot, type TakenSpan } from '@vakt/domain/metrics/reception.ts'
import type { Pool } from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** No process has taken points for so long: what it took before is over. */
const silence = "interval '15 seconds'"
/** Older points are not taken anyway. */
const kept = "interval '2 days'"

/** Notes that points are taken. The pool must log in as vakt_worker. */
export async function noteReception(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(`update metric_reception set seen_at = greatest(seen_at, now()) where seen_at > now() - ${silence}`)
  if (rowCount) return
  await pool.query('insert into metric_reception (since, seen_at) values (now(), now()) on conflict do nothing')
  await pool.query(`delete from metric_reception where seen_at < now() - ${kept}`)
}

/** The last bucket of which senders had the time to send points; see `lastReceivedSlot`. Null while there is none. */
export async function readReceivedSlot(transaction: Transaction, now: Date): Promise<number | null> {
  const { rows } = await transaction.query<TakenSpan>(
    `select (extract(epoch from since) * 1000)::float8 as from,
       (extract(epoch from case when seen_at > now() - ${silence} then 'infinity' else seen_at end) * 1000)::float8 as to
     from metric_reception order by since`,
  )
  return lastReceivedSlot(rows, now.getTime())
}
