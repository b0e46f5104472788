import type { Granter } from '@vakt/contract/errors.ts'
import type { Pool } from 'pg'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { createKept } from '#server/platform/kept.ts'
import { readAdministratorsForAllCustomers } from './administered-user-table.ts'

const mostNamed = 3
const keep = createKept<Granter[]>(60_000)

/**
 * The provider's administrators that were here last: told to anyone who lacks a right, whichever customer they belong to. Read with the
 * rights of staff, because anyone who is refused is not; kept, so that asking often costs nothing.
 */
export const findGranters = (pool: Pool): Promise<Granter[]> =>
  keep(pool, () => readForAllCustomers({ pool, isStaff: true }, (transaction) => readAdministratorsForAllCustomers(transaction, mostNamed)))
