import type { Granter } from '@vakt/contract/errors.ts'
import type { Pool } from 'pg'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { readAdministratorsForAllCustomers } from './administered-user-table.ts'

const keptForMilliseconds = 60_000
const mostNamed = 3

/** Kept for as long as the pool, so that asking often costs nothing. */
const searches = new WeakMap<Pool, () => Promise<Granter[]>>()

export function findGranters(pool: Pool): Promise<Granter[]> {
  const search = searches.get(pool) ?? createGranterSearch(pool)
  searches.set(pool, search)
  return search()
}

/** The provider's administrators that were here last: told to anyone who lacks a right, whichever customer they belong to. */
function createGranterSearch(pool: Pool): () => Promise<Granter[]> {
  let kept: { granters: Granter[]; until: number } | undefined
  return async () => {
    if (kept && kept.until > Date.now()) return kept.granters
    // Read with the rights of staff, because anyone who is refused is not.
    const granters = await readForAllCustomers({ pool, isStaff: true }, (transaction) =>
      readAdministratorsForAllCustomers(transaction, mostNamed),
    )
    kept = { granters, until: Date.now() + keptForMilliseconds }
    return granters
  }
}
