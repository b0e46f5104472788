import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type SourceOfSignals = {
  customerId: string
  isProvider: boolean
  /** Work on its next signal was begun before and did not end. */
  isSuspect: boolean
}

/** The customers that have signals waiting, without those that another process is at, and signals whose work was begun more often without an end. */
export async function findCustomersWithSignalsForAllCustomers(
  transaction: Transaction,
  { holder, maxUnended }: { holder: string; maxUnended: number },
): Promise<SourceOfSignals[]> {
  const { rows } = await transaction.query<SourceOfSignals>({
    name: 'find-customers-with-signals',
    text: `select customer_id as "customerId", is_provider as "isProvider", next.unended > 0 as "isSuspect"
           from customer c cross join lateral (
             select s.unended from signal s where s.customer_id = c.customer_id and s.state = 'pending' and s.next_at <= now()
               and s.unended <= $2 order by s.signal_id limit 1
           ) next
           where ${ofOpenCustomer('c.customer_id')} and not exists (select from signal_turn t where t.customer_id = c.customer_id and t.holder <> $1 and t.leased_until > now())
           order by customer_id`,
    values: [holder, maxUnended],
  })
  return rows
}

/** Whether the signals of this customer are this transaction's until it ends; false while another's are. */
export async function lockSignals(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await transaction.query<{ mine: boolean }>({
    name: 'lock-signals',
    text: "select pg_try_advisory_xact_lock(hashtextextended('signals ' || $1, 0)) as mine",
    values: [customerId],
  })
  return rows[0]?.mine ?? false
}

export type Turn = { isMine: boolean; isLapsed: boolean; signalIds: string[] }

export async function readTurn(transaction: Transaction, customerId: string, holder: string): Promise<Turn | undefined> {
  const { rows } = await transaction.query<Turn>({
    name: 'read-signal-turn',
    text: `select holder = $2 as "isMine", leased_until <= now() as "isLapsed", signal_ids as "signalIds" from signal_turn where customer_id = $1`,
    values: [customerId, holder],
  })
  return rows[0]
}

/** Notes what is begun. Should the database lose this when it crashes, one more attempt is made. */
export async function writeTurn(
  transaction: Transaction,
  customerId: string,
  { holder, signalIds, leaseSeconds }: { holder: string; signalIds: readonly string[]; leaseSeconds: number },
): Promise<void> {
  await transaction.query({
    name: 'write-signal-turn',
    text: `insert into signal_turn (customer_id, holder, signal_ids, leased_until) values ($1, $2, $3, now() + $4 * interval '1 second')
           on conflict (customer_id) do update set holder = excluded.holder, signal_ids = excluded.signal_ids, leased_until = excluded.leased_until`,
    values: [customerId, holder, signalIds, leaseSeconds],
  })
}

export async function extendTurn(
  transaction: Transaction,
  customerId: string,
  { holder, leaseSeconds }: { holder: string; leaseSeconds: number },
): Promise<void> {
  await transaction.query({
    name: 'extend-signal-turn',
    text: "update signal_turn set leased_until = now() + $3 * interval '1 second' where customer_id = $1 and holder = $2",
    values: [customerId, holder, leaseSeconds],
  })
}

/** Answers false when the turn is another process's meanwhile. */
export async function endTurn(transaction: Transaction, customerId: string, holder: string): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'end-signal-turn',
    text: 'delete from signal_turn where customer_id = $1 and holder = $2',
    values: [customerId, holder],
  })
  return (rowCount ?? 0) > 0
}

/** Between two parts of a batch: nothing is begun, and no other process takes the rest. Answers false when the turn is another process's meanwhile. */
export async function restTurn(
  transaction: Transaction,
  customerId: string,
  { holder, leaseSeconds }: { holder: string; leaseSeconds: number },
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'rest-signal-turn',
    text: `update signal_turn set signal_ids = '{}', leased_until = now() + $3 * interval '1 second' where customer_id = $1 and holder = $2`,
    values: [customerId, holder, leaseSeconds],
  })
  return (rowCount ?? 0) > 0
}

/** Of a process that began it and did not end it. */
export async function removeTurn(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query('delete from signal_turn where customer_id = $1', [customerId])
}

/** Whether all of these wait still, with as many of their alerts recorded as is known here. */
export async function areWaiting(
  transaction: Transaction,
  customerId: string,
  signals: readonly { signalId: string; recordedEvents: number }[],
): Promise<boolean> {
  const { rows } = await transaction.query<{ waiting: number }>({
    name: 'count-waiting-signals',
    text: `select count(*)::int as waiting from unnest($2::bigint[], $3::int[]) as g (signal_id, recorded)
           join signal s on s.customer_id = $1 and s.signal_id = g.signal_id and s.state = 'pending' and s.recorded_events = g.recorded`,
    values: [customerId, signals.map(({ signalId }) => signalId), signals.map(({ recordedEvents }) => recordedEvents)],
  })
  return rows[0]?.waiting === signals.length
}

/** From now on each of them is worked on by itself. */
export async function workAlone(transaction: Transaction, customerId: string, signalIds: readonly string[]): Promise<void> {
  await transaction.query(
    "update signal set is_alone = true where customer_id = $1 and signal_id = any ($2::bigint[]) and state = 'pending'",
    [customerId, signalIds],
  )
}

/**
 * Counts that work on these was begun and did not end; each is worked on by itself from then on, and is set aside at `maxUnended`. Returns how
 * many were.
 */
export async function noteUnended(
  transaction: Transaction,
  customerId: string,
  { signalIds, maxUnended, note }: { signalIds: readonly string[]; maxUnended: number; note: string },
): Promise<number> {
  const { rows } = await transaction.query<{ state: string }>(
    `update signal set is_alone = true, unended = unended + 1,
       state = case when unended + 1 >= $3 then 'failed' else state end,
       note = case when unended + 1 >= $3 then $4 else note end
     where customer_id = $1 and signal_id = any ($2::bigint[]) and state = 'pending' returning state`,
    [customerId, signalIds, maxUnended, note],
  )
  return rows.filter(({ state }) => state === 'failed').length
}

/** Of a signal whose alerts are recorded in several transactions. */
export async function writeRecordedEvents(
  transaction: Transaction,
  customerId: string,
  { signalId, recordedEvents }: { signalId: string; recordedEvents: number },
): Promise<void> {
  await transaction.query({
    name: 'write-recorded-events',
    text: 'update signal set recorded_events = $3 where customer_id = $1 and signal_id = $2',
    values: [customerId, signalId, recordedEvents],
  })
}
