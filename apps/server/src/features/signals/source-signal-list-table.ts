import { sourceSignalLimits } from '@vakt/contract/monitoring-sources/source-signals.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type SignalBody, setAside } from './set-aside-table.ts'
import { signalChannel } from './signal-table.ts'

export type SourceSignalRow = {
  signalId: string
  format: string
  tokenId: string
  state: 'pending' | 'done' | 'unrecognised' | 'unreadable' | 'failed'
  note: string | null
  bytes: number
  /** Null for a large one. */
  body: Buffer | null
  receivedAt: Date
  isTest: boolean
}

const maxBodyBytes = 64 * 1024

/** The newest first: those that were processed, those that wait, and those that were set aside. */
export async function readSourceSignals(transaction: Transaction, customerId: string, sourceId: string): Promise<SourceSignalRow[]> {
  const ofSource = 'token_id in (select token_id from ingest_token where customer_id = $1 and source_id = $2)'
  const latest = `order by signal_id desc limit ${sourceSignalLimits.listed}`
  const { rows } = await transaction.query<SourceSignalRow>(
    `select signal_id as "signalId", format, token_id as "tokenId", state, note, octet_length(body) as bytes,
       case when octet_length(body) <= ${maxBodyBytes} then body end as body, received_at as "receivedAt", is_test as "isTest"
     from signal where customer_id = $1 and signal_id in (
       select unnest(recent_signals) from monitoring_source where customer_id = $1 and source_id = $2
       union (select signal_id from signal where customer_id = $1 and state = 'pending' and ${ofSource} ${latest})
       union (select signal_id from signal where customer_id = $1 and ${setAside} and ${ofSource} ${latest})
     ) ${latest}`,
    [customerId, sourceId],
  )
  return rows
}

export async function readBodyOfSource(
  transaction: Transaction,
  customerId: string,
  { sourceId, signalId }: { sourceId: string; signalId: string },
): Promise<SignalBody | undefined> {
  const { rows } = await transaction.query<SignalBody>(
    `select content_type as "contentType", substring(body for ${maxBodyBytes}) as body, received_at as "receivedAt" from signal
     where customer_id = $1 and signal_id = $3
       and token_id in (select token_id from ingest_token where customer_id = $1 and source_id = $2)`,
    [customerId, sourceId, signalId],
  )
  return rows[0]
}

/** As the door stores one, marked as a test. */
export async function insertTestSignal(
  transaction: Transaction,
  customerId: string,
  { tokenId, format, body }: { tokenId: string; format: string; body: Buffer },
): Promise<string> {
  const { rows } = await transaction.query<{ signalId: string }>(
    `insert into signal (customer_id, token_id, format, content_type, body, is_test) values ($1, $2, $3, 'application/json', $4, true)
     returning signal_id as "signalId"`,
    [customerId, tokenId, format, body],
  )
  transaction.announceOnCommit(signalChannel)
  return rows[0]?.signalId ?? ''
}
