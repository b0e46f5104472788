import type { Pool } from 'pg'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type ProviderRow, readProviderForAllCustomers } from './provider-table.ts'

export type { ProviderRow } from './provider-table.ts'

/** The provider's own customer; undefined while the installation is not set up. The transaction must be of the worker. */
export function findProvider(transaction: Transaction): Promise<ProviderRow | undefined> {
  return readProviderForAllCustomers(transaction)
}

/** Whether the installation has no provider yet: then no one can sign in. */
export type NeedsSetUp = () => Promise<boolean>

const rememberedMilliseconds = 60_000

/** Whether the installation has no provider yet; that it has one is remembered for a minute. The pool must log in as vakt_worker. */
export function createSetUpCheck(workerPool: Pool): NeedsSetUp {
  let setUpUntil = 0
  return async () => {
    if (Date.now() < setUpUntil) return false
    if (!(await workForAllCustomers({ pool: workerPool }, readProviderForAllCustomers))) return true
    setUpUntil = Date.now() + rememberedMilliseconds
    return false
  }
}
