import type { LiveEvent } from '@vakt/contract/live-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export const liveChannel = 'vakt_live'

/** Tells every open browser of the customer, once the transaction commits; PostgreSQL drops it on rollback and merges equal ones. */
export async function announce(transaction: Transaction, ...events: LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  await transaction.query({
    name: 'announce',
    text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
    values: [liveChannel, events.map((event) => JSON.stringify(event))],
  })
}
