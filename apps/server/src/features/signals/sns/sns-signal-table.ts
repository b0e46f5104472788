import { signalChannel } from '#server/features/signals/signal-table.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'

export const snsQueue = 'verify-sns'

export type UnverifiedSignal = { signalId: string; tokenId: string; body: Buffer; receivedAt: Date }

/** Null where it was verified, or set aside, meanwhile. */
export async function readUnverified(
  transaction: Transaction,
  customerId: string,
  signalId: string,
): Promise<UnverifiedSignal | undefined> {
  const { rows } = await transaction.query<UnverifiedSignal>(
    `select signal_id as "signalId", token_id as "tokenId", body, received_at as "receivedAt" from signal
     where customer_id = $1 and signal_id = $2 and state = 'pending' and verified_at is null`,
    [customerId, signalId],
  )
  return rows[0]
}

/** Leaves signals waiting until their signatures are verified; should that never happen, they are looked at again after a day. */
export async function postponeForVerification(
  transaction: Transaction,
  customerId: string,
  signals: readonly { signalId: string; tokenId: string }[],
): Promise<void> {
  if (signals.length === 0) return
  await transaction.query(
    "update signal set next_at = now() + interval '1 day' where customer_id = $1 and signal_id = any ($2::bigint[])",
    [customerId, signals.map(({ signalId }) => signalId)],
  )
  await enqueueJobs(
    transaction,
    signals.map(({ signalId, tokenId }) => ({ queue: snsQueue, customerId, rowId: signalId, key: tokenId })),
  )
}

export type Judged = { state: 'verified' } | { state: 'done' | 'unrecognised'; note: string }

/** A verified signal is read next; any other is done with. */
export async function writeJudged(
  transaction: Transaction,
  customerId: string,
  { signalId, judged, now }: { signalId: string; judged: Judged; now: Date },
): Promise<void> {
  const isVerified = judged.state === 'verified'
  await transaction.query(
    `update signal set state = $3, note = $4, next_at = $5::timestamptz, verified_at = $6::timestamptz, processed_at = $7::timestamptz
     where customer_id = $1 and signal_id = $2 and state = 'pending'`,
    [
      customerId,
      signalId,
      isVerified ? 'pending' : judged.state,
      isVerified ? null : judged.note,
      now,
      isVerified ? now : null,
      isVerified ? null : now,
    ],
  )
  if (isVerified) transaction.announceOnCommit(signalChannel)
}

export async function noteUnverified(transaction: Transaction, customerId: string, signalId: string, note: string): Promise<void> {
  await transaction.query('update signal set note = $3 where customer_id = $1 and signal_id = $2', [
    customerId,
    signalId,
    note.slice(0, 500),
  ])
}
