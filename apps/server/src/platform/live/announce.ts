import type { LiveEvent } from '@vakt/contract/live-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export const liveChannel = 'vakt_live'

/** Tells every open browser of the customer, once the transaction is committed. */
export function announce(transaction: Transaction, ...events: LiveEvent[]): void {
  for (const event of events) transaction.announceOnCommit(liveChannel, JSON.stringify(event))
}
