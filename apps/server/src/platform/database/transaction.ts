import { marksOfLimit } from '@vakt/domain/resource-limit.ts'
import type { Pool } from 'pg'
import { escapeLiteral } from 'pg'
import type { Context, LimitedSight } from '#server/platform/context.ts'
import { NotFound } from '#server/platform/errors.ts'
import { keepAnswerOfChange } from '#server/platform/idempotency/keep-automatically.ts'
import { withRecording } from '#server/platform/record-call.ts'
import { commit, commitBehind, type Transaction, transact, transactAtOnce, type Work } from './transact.ts'

export type { Transaction } from './transact.ts'

type Scope = Pick<Context, 'pool' | 'onlyTicketsOf' | 'limitedSight' | 'recording' | 'limitedTo'> & {
  idempotency?: Context['idempotency'] | undefined
}

const setting = (name: string, value: string) => `set local vakt.${name} = ${escapeLiteral(value)};`

const openingInSight = (sight: LimitedSight) =>
  `${setting('limit_marks', JSON.stringify(marksOfLimit(sight)))} ${setting('limited_user', sight.userId)}`

function openingFor({ onlyTicketsOf, limitedSight, limitedTo }: Scope, customerId: string): string {
  if (limitedTo && customerId !== limitedTo.own && !limitedTo.customerIds.includes(customerId)) throw new NotFound()
  const ofCustomer = setting('customer_id', customerId)
  if (onlyTicketsOf === undefined)
    return limitedSight ? `${ofCustomer} ${openingInSight(limitedSight)} set local role vakt_limited;` : ofCustomer
  const ofRequester = `${ofCustomer} ${setting('requester_id', onlyTicketsOf)}`
  return limitedSight
    ? `${ofRequester} ${openingInSight(limitedSight)} set local role vakt_limited_requester;`
    : `${ofRequester} set local role vakt_requester;`
}

/**
 * Everything inside sees and touches the rows of this customer only, of its tickets those that the context may, and of its
 * resources those that it is limited to; row-level security holds to
 * it. If it has changed something, the entry of the audit log that is declared with the call is written, and for a POST with an
 * Idempotency-Key what `work` returns is kept as the answer.
 */
export async function inTransaction<T>(context: Scope, customerId: string, work: Work<T>): Promise<T> {
  const run = (whole: Work<T>) => transact(context.pool, openingFor(context, customerId), whole, commit)
  const whole = context.recording ? withRecording(context.recording, customerId, work) : work
  return context.idempotency ? keepAnswerOfChange(context.idempotency, customerId, whole, run) : run(whole)
}

/**
 * As `inTransaction`, where what is left to write once `work` has found out what, is sent together with the commit: `last` must send all its
 * statements before it awaits anything. The pool must pipeline.
 */
export async function inTransactionEndedBy<Found, T>(
  context: Scope,
  customerId: string,
  work: Work<Found>,
  last: (transaction: Transaction, found: Found) => Promise<T>,
): Promise<T> {
  return transact(context.pool, openingFor(context, customerId), work, commitBehind(last))
}

/**
 * As `inTransaction`, for work that is a single statement, sent before anything is awaited: opening, statement and commit make one round
 * trip. The pool must pipeline.
 */
export async function inOneStatement<T>(context: Scope, customerId: string, work: Work<T>): Promise<T> {
  return transactAtOnce(context.pool, openingFor(context, customerId), work)
}

/** As `inOneStatement` for two that do not wait for each other: both must be sent before anything is awaited. */
export async function inTwoStatements<T>(context: Scope, customerId: string, work: Work<T>): Promise<T> {
  return transactAtOnce(context.pool, openingFor(context, customerId), work, { mostStatements: 2 })
}

type Reader = Pick<Context, 'isStaff' | 'limitedTo'>

function openingOfStaff({ isStaff, limitedTo }: Reader): string {
  if (!isStaff) throw new Error('Only staff may read over all customers.')
  if (!limitedTo) return 'set local role vakt_staff;'
  return `${setting('staff_customers', limitedTo.customerIds.join('\n'))} set local role vakt_limited_staff;`
}

/** Reads over all customers, for the provider's staff: over those that they are limited to. */
export async function readForAllCustomers<T>(context: Pick<Context, 'pool'> & Reader, work: Work<T>): Promise<T> {
  return transact(context.pool, openingOfStaff(context), work, commit)
}

/** For `createSharedRuns`: what is read over all customers is shared by those who see all of them. */
export const sharedOver = (context: Pick<Context, 'pool' | 'limitedTo'>): object => (context.limitedTo ? context : context.pool)

/** As `readForAllCustomers` inside a transaction, on its connection. */
export async function readForAllCustomersWithin<T>(transaction: Transaction, context: Reader, work: Work<T>): Promise<T> {
  await transaction.query(openingOfStaff(context))
  const found = await work(transaction)
  await transaction.query('reset role')
  return found
}

/** Background work over all customers; the pool must log in as vakt_worker, for any other it sees nothing. */
export function workForAllCustomers<T>(context: Pick<Context, 'pool'>, work: Work<T>): Promise<T> {
  return transact(context.pool, '', work, commit)
}

const openingToPresent = (shown: Record<string, string>) =>
  Object.entries(shown)
    .map(([name, value]) => setting(name, value))
    .join(' ')

/** Before the customer is known: what the caller shows (a token's hash, an identity) opens the one row it belongs to. */
export function presenting<T>(pool: Pool, shown: Record<string, string>, work: Work<T>): Promise<T> {
  return transact(pool, openingToPresent(shown), work, commit)
}

/** As `presenting`, for work that is a single statement. */
export function presentingInOneStatement<T>(pool: Pool, shown: Record<string, string>, work: Work<T>): Promise<T> {
  return transactAtOnce(pool, openingToPresent(shown), work)
}

/** As `presentingInOneStatement` for two, both sent before anything is awaited. */
export function presentingInTwoStatements<T>(pool: Pool, shown: Record<string, string>, work: Work<T>): Promise<T> {
  return transactAtOnce(pool, openingToPresent(shown), work, { mostStatements: 2 })
}

/** From here on the transaction is this customer's. For the rare case that the customer is found inside it. */
export async function becomeCustomer(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query("select set_config('vakt.customer_id', $1, true)", [customerId])
}

/** All of `work`, or nothing: when it fails, what the transaction did before it stays. */
export async function inSavepoint<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  await transaction.query('savepoint part')
  try {
    const result = await work()
    await transaction.query('release savepoint part')
    return result
  } catch (error) {
    await transaction.query('rollback to savepoint part')
    throw error
  }
}
