import type { Pool, PoolClient } from 'pg'
import { escapeLiteral } from 'pg'
import type { Context } from '#server/platform/context.ts'

/** One open transaction. Only verbs open one; tables take it as their first argument. */
export type Transaction = Pick<PoolClient, 'query'>

async function transact<T>(pool: Pool, opening: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; ${opening}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const setting = (name: string, value: string) => `set local vakt.${name} = ${escapeLiteral(value)};`

/** Everything inside sees and touches the rows of this customer only; row-level security holds to it. */
export function inTransaction<T>(
  context: Pick<Context, 'pool'>,
  customerId: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return transact(context.pool, setting('customer_id', customerId), work)
}

/** Reads over all customers, for the provider's staff. */
export function readForAllCustomers<T>(
  context: Pick<Context, 'pool' | 'isStaff'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  if (!context.isStaff) throw new Error('Only staff may read over all customers.')
  return transact(context.pool, 'set local role vakt_staff;', work)
}

/** Background work over all customers; the pool must log in as vakt_worker, for any other it sees nothing. */
export function workForAllCustomers<T>(context: Pick<Context, 'pool'>, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return transact(context.pool, '', work)
}

/** Before the customer is known: what the caller shows (a token's hash, an identity) opens the one row it belongs to. */
export function presenting<T>(pool: Pool, shown: Record<string, string>, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const opening = Object.entries(shown).map(([name, value]) => setting(name, value))
  return transact(pool, opening.join(' '), work)
}

/** From here on the transaction is this customer's. For the rare case that the customer is found inside it. */
export async function becomeCustomer(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query("select set_config('vakt.customer_id', $1, true)", [customerId])
}
