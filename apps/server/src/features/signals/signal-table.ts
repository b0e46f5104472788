import type { Pool } from 'pg'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import { presentingInOneStatement, type Transaction } from '#server/platform/database/transaction.ts'

/** `formats` null: all. */
export type IngestToken = { tokenId: string; customerId: string; isProvider: boolean; isClosed: boolean; formats: string[] | null }

/** The tokens with these hashes by their hash in hex, without those that were revoked or have expired. */
export async function findIngestTokens(pool: Pool, hashes: Buffer[]): Promise<Map<string, IngestToken>> {
  const shown = hashes.map((hash) => hash.toString('hex')).join(',')
  return presentingInOneStatement(pool, { ingest_token_hashes: shown }, async (transaction) => {
    const { rows } = await transaction.query<IngestToken & { hash: string }>({
      name: 'find-ingest-tokens',
      text: `select encode(token_hash, 'hex') as hash, token_id as "tokenId", customer_id as "customerId", is_provider as "isProvider", is_closed(customer_id) as "isClosed", formats
             from ingest_token where token_hash = any ($1) and revoked_at is null and (expires_at is null or expires_at > now())`,
      values: [hashes],
    })
    return new Map(rows.map(({ hash, ...token }) => [hash, token]))
  })
}

export const signalChannel = 'vakt_signal'

export type NewSignal = {
  tokenId: string
  format: string
  contentType: string | null
  body: Buffer
  state: 'pending' | 'unreadable'
  note: string | null
}

/** Stores signals of one customer in one durable write; the ids stand in the order given. `wakes` the worker, or leaves that to the caller. */
export async function insertSignals(pool: Pool, customerId: string, signals: NewSignal[], wakes = true): Promise<string[]> {
  const column = <Key extends keyof NewSignal>(key: Key) => signals.map((signal) => signal[key])
  const named = (['tokenId', 'format', 'contentType'] as const).map(column)
  const bodies = column('body')
  const sizes = bodies.map(({ length }) => length)
  const { rows } = await pool.query<{ signalId: string }>({
    name: 'store-signals',
    text: 'select signal_id as "signalId" from store_packed_signals($1, $2, $3, $4, $5, $6, $7, $8, $9) as stored (signal_id) order by signal_id',
    values: [customerId, ...named, bodies.length === 1 ? bodies[0] : Buffer.concat(bodies), sizes, column('state'), column('note'), wakes],
  })
  return rows.map(({ signalId }) => signalId)
}

/** Tells the worker, wherever it runs, that signals wait. */
export async function wakeWorker(pool: Pool): Promise<void> {
  await pool.query(`select pg_notify('${signalChannel}', '')`)
}

export type PendingSignal = {
  signalId: string
  tokenId: string
  format: string
  body: Buffer
  bytes: number
  receivedAt: Date
  attempts: number
  isTest: boolean
  isVerified: boolean
  /** How many of its alerts are recorded already. */
  recordedEvents: number
}

/** A value arrives as text of twice its size and is copied several times, so a large one is read in pieces. */
const pieceBytes = 1024 * 1024

async function readInPieces(transaction: Transaction, customerId: string, { signalId, bytes }: PendingSignal): Promise<Buffer> {
  const body = Buffer.allocUnsafeSlow(bytes)
  for (let start = 0; start < bytes; start += pieceBytes) {
    const { rows } = await transaction.query<{ piece: Buffer }>({
      name: 'read-piece-of-signal',
      text: 'select substring(body from $3 for $4) as piece from signal where customer_id = $1 and signal_id = $2',
      values: [customerId, signalId, start + 1, pieceBytes],
    })
    rows[0]?.piece.copy(body, start)
  }
  return body
}

/** The oldest waiting signals of a customer, in their order; one that is to be worked on alone comes alone. `isFull`: more may wait behind them. */
export async function takeSignals(
  transaction: Transaction,
  customerId: string,
  { limit, largestSum, maxUnended }: { limit: number; largestSum: number; maxUnended: number },
): Promise<{ signals: PendingSignal[]; isFull: boolean }> {
  const { rows } = await transaction.query<PendingSignal & { isCut: boolean }>({
    name: 'take-signals',
    text: `with waiting as (
             select signal_id, octet_length(body) as size, is_alone from signal
             where customer_id = $1 and state = 'pending' and next_at <= now() and unended <= $5
             order by signal_id limit $2
           ), fitting as (
             select signal_id, sum(size) over (order by signal_id) - size as before,
               row_number() over (order by signal_id) > 1 and bool_or(is_alone) over (order by signal_id) as is_behind
             from waiting
           )
           select signal_id as "signalId", token_id as "tokenId", format, case when octet_length(body) <= $4 then body end as body, octet_length(body) as bytes,
             received_at as "receivedAt", attempts, is_test as "isTest", verified_at is not null as "isVerified", recorded_events as "recordedEvents",
             (select bool_or(is_behind) from fitting) as "isCut" from signal
           where customer_id = $1 and signal_id in (select signal_id from fitting where before < $3 and not is_behind) order by signal_id`,
    values: [customerId, limit, largestSum, pieceBytes, maxUnended],
  })
  for (const signal of rows) signal.body ??= await readInPieces(transaction, customerId, signal)
  const bytes = rows.reduce((sum, signal) => sum + signal.bytes, 0)
  return { signals: rows, isFull: rows.length >= limit || bytes >= largestSum || rows[0]?.isCut === true }
}

export type ProcessedSignal = { signalId: string; state: 'done' | 'unrecognised' | 'unreadable'; note: string | null }

export async function markProcessed(transaction: Transaction, customerId: string, signals: ProcessedSignal[], now: Date): Promise<void> {
  await transaction.query({
    name: 'mark-processed',
    text: `update signal s set state = p.state, note = p.note, processed_at = $5
           from unnest($2::bigint[], $3::text[], $4::text[]) as p (signal_id, state, note)
           where s.customer_id = $1 and s.signal_id = p.signal_id`,
    values: [customerId, signals.map((s) => s.signalId), signals.map((s) => s.state), signals.map((s) => s.note), now],
  })
}

export async function noteOnProcessed(transaction: Transaction, customerId: string, signalIds: string[], note: string): Promise<void> {
  await transaction.query({
    name: 'note-on-processed',
    text: 'update signal set note = $3 where customer_id = $1 and signal_id = any($2::bigint[])',
    values: [customerId, signalIds, note],
  })
}

/** A signal whose processing failed waits longer each time; after the last attempt it is set aside for a person to look at. */
export async function markAttempt(
  transaction: Transaction,
  customerId: string,
  signalId: string,
  note: string,
  lastAttempt: number,
): Promise<void> {
  await transaction.query(
    `update signal set attempts = attempts + 1, note = $3, next_at = now() + least(power(2, attempts), 600) * interval '1 second',
       state = case when attempts + 1 >= $4 then 'failed' else state end
     where customer_id = $1 and signal_id = $2`,
    [customerId, signalId, note, lastAttempt],
  )
}

/** Of signals whose expression waits; one that exceeded its limits itself comes after those that wait because of it, and counts an attempt. */
export async function postponeSignals(
  transaction: Transaction,
  customerId: string,
  signals: readonly { signalId: string; retryInMs: number; reason: string; isOwnFault: boolean }[],
): Promise<void> {
  if (signals.length === 0) return
  await transaction.query(
    `update signal s set note = p.note, attempts = s.attempts + p.is_own::int,
       next_at = now() + (p.retry_in_ms + case when p.is_own then 1000 else 0 end) * interval '1 millisecond'
     from unnest($2::bigint[], $3::float8[], $4::text[], $5::boolean[]) as p (signal_id, retry_in_ms, note, is_own)
     where s.customer_id = $1 and s.signal_id = p.signal_id`,
    [
      customerId,
      signals.map(({ signalId }) => signalId),
      signals.map(({ retryInMs }) => retryInMs),
      signals.map(({ reason }) => reason),
      signals.map(({ isOwnFault }) => isOwnFault),
    ],
  )
}

/** Returns how many went. */
export async function deleteSignalsForAllCustomers(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from signal where signal_id in (select signal_id from signal where received_at < $1 and state <> 'pending' limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}

/** For how many milliseconds the signal that waits longest has been due, by the clock of the database; 0 when none is. */
export async function findOldestDueForAllCustomers(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ delayMs: number }>(
    `select coalesce(max(extract(epoch from now() - first.next_at) * 1000), 0)::float8 as "delayMs"
     from customer c cross join lateral (
       select next_at from signal s where s.customer_id = c.customer_id and s.state = 'pending' and s.next_at <= now() order by signal_id limit 1
     ) first where ${ofOpenCustomer('c.customer_id')}`,
  )
  return rows[0]?.delayMs ?? 0
}
