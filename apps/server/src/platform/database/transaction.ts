import type { Pool, PoolClient } from 'pg'
import { escapeLiteral } from 'pg'
import type { Context } from '#server/platform/context.ts'

/** One open transaction. Only verbs open one; tables take it as their first argument. */
export type Transaction = Pick<PoolClient, 'query'>

async function transact<T>(pool: Pool, opening: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const opened = client.query(`begin; ${opening}`)
  opened.catch(() => {})
  try {
    // Where the pool pipelines, the first statement goes out with the opening. Should that fail, no customer is named and the login of that
    // pool sees nothing; the worker's would see everything.
    if (!(pool.options as { pipeline?: boolean }).pipeline) await opened
    const result = await work(client)
    await opened
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

async function transactAtOnce<T>(
  pool: Pool,
  opening: string,
  work: (transaction: Transaction) => Promise<T>,
  { mostStatements = 1 } = {},
): Promise<T> {
  const client = await pool.connect()
  let statements = 0
  const query = (...given: unknown[]) => {
    statements += 1
    if (statements > mostStatements) {
      const most = mostStatements === 1 ? 'one statement' : 'few statements'
      throw new Error(`A transaction that is sent at once holds ${most}, sent before anything is awaited.`)
    }
    return (client.query as (...given: unknown[]) => unknown).apply(client, given)
  }
  // Should the opening fail, the statement names no customer, and row-level security lets it neither see nor write anything.
  const opened = client.query(`begin; ${opening}`)
  const working = work({ query: query as Transaction['query'] })
  statements = mostStatements
  const committed = client.query('commit')
  const [begin, result, end] = await Promise.allSettled([opened, working, committed])
  const broken = [begin, end].find((outcome) => outcome.status === 'rejected')
  client.release(broken?.reason)
  if (result.status === 'rejected') throw result.reason
  if (broken) throw broken.reason
  return result.value
}

type Scope = Pick<Context, 'pool' | 'onlyTicketsOf'>

const setting = (name: string, value: string) => `set local vakt.${name} = ${escapeLiteral(value)};`

const openingFor = ({ onlyTicketsOf }: Scope, customerId: string) =>
  onlyTicketsOf === undefined
    ? setting('customer_id', customerId)
    : `${setting('customer_id', customerId)} ${setting('requester_id', onlyTicketsOf)} set local role vakt_requester;`

/** Everything inside sees and touches the rows of this customer only, and of its tickets those that the context may; row-level security holds to it. */
export function inTransaction<T>(context: Scope, customerId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return transact(context.pool, openingFor(context, customerId), work)
}

/**
 * As `inTransaction`, for work that is a single statement, sent before anything is awaited: opening, statement and commit make one round
 * trip. The pool must pipeline.
 */
export function inOneStatement<T>(context: Scope, customerId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return transactAtOnce(context.pool, openingFor(context, customerId), work)
}

/** As `inOneStatement` for two that do not wait for each other: both must be sent before anything is awaited. */
export function inTwoStatements<T>(context: Scope, customerId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return transactAtOnce(context.pool, openingFor(context, customerId), work, { mostStatements: 2 })
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

/** As `presenting`, for work that is a single statement. */
export function presentingInOneStatement<T>(
  pool: Pool,
  shown: Record<string, string>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const opening = Object.entries(shown).map(([name, value]) => setting(name, value))
  return transactAtOnce(pool, opening.join(' '), work)
}

/** From here on the transaction is this customer's. For the rare case that the customer is found inside it. */
export async function becomeCustomer(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query("select set_config('vakt.customer_id', $1, true)", [customerId])
}
