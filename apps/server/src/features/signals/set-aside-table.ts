import type { SetAsideSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { signalChannel } from './signal-table.ts'

export type SetAsideRow = Omit<SetAsideSignal, 'receivedAt'> & { receivedAt: Date }

export const setAside = "state in ('unrecognised', 'unreadable', 'failed')"

export async function readSetAsideForAllCustomers(
  transaction: Transaction,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<SetAsideRow[]> {
  const { rows } = await transaction.query<SetAsideRow>(
    `select s.signal_id as "signalId", json_build_object('customerId', c.customer_id, 'name', c.name) as customer, s.format, s.state, s.note,
       octet_length(s.body) as bytes, s.received_at as "receivedAt"
     from signal s join customer c on c.customer_id = s.customer_id
     where s.${setAside} and ($1::bigint is null or s.signal_id < $1) order by s.signal_id desc limit $2`,
    [after?.[0], limit + 1],
  )
  return rows
}

const shownBytes = 64 * 1024

export type SignalBody = { contentType: string | null; body: Buffer; receivedAt: Date }

export async function readSignalBody(transaction: Transaction, customerId: string, signalId: string): Promise<SignalBody | undefined> {
  const { rows } = await transaction.query<SignalBody>(
    `select content_type as "contentType", substring(body for ${shownBytes}) as body, received_at as "receivedAt" from signal
     where customer_id = $1 and signal_id = $2`,
    [customerId, signalId],
  )
  return rows[0]
}

export async function readSetAsideBody(
  transaction: Transaction,
  customerId: string,
  signalId: string,
): Promise<{ contentType: string | null; body: Buffer } | undefined> {
  const { rows } = await transaction.query<{ contentType: string | null; body: Buffer }>(
    `select content_type as "contentType", substring(body for ${shownBytes}) as body from signal
     where customer_id = $1 and signal_id = $2 and ${setAside}`,
    [customerId, signalId],
  )
  return rows[0]
}

/** Has the latest unrecognised signals of a source wait in the inbox again. Returns how many. */
export async function putBackUnrecognised(transaction: Transaction, customerId: string, sourceId: string, now: Date): Promise<number> {
  const { rowCount } = await transaction.query(
    `update signal set state = 'pending', attempts = 0, unended = 0, is_alone = (state = 'failed'), next_at = $3, note = null
     where customer_id = $1 and signal_id in (
       select signal_id from signal where customer_id = $1 and ${setAside} and state = 'unrecognised'
         and token_id in (select token_id from ingest_token where customer_id = $1 and source_id = $2)
       order by signal_id desc limit 500)`,
    [customerId, sourceId, now],
  )
  transaction.announceOnCommit(signalChannel)
  return rowCount ?? 0
}

/** Has it wait in the inbox again, at its old place. Returns false when it is not set aside any more. */
export async function putBack(transaction: Transaction, customerId: string, signalId: string, now: Date): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update signal set state = 'pending', attempts = 0, unended = 0, is_alone = (state = 'failed'), next_at = $3, note = null
     where customer_id = $1 and signal_id = $2 and ${setAside}`,
    [customerId, signalId, now],
  )
  transaction.announceOnCommit(signalChannel)
  return (rowCount ?? 0) > 0
}
