import type { Pool, PoolClient, PoolConfig } from 'pg'
import { type Announcement, sendAnnouncements } from './announcer.ts'
import { whileOpen } from './open-transaction.ts'

/** One open transaction. Only verbs open one; tables take it as their first argument. */
export type Transaction = Pick<PoolClient, 'query'> & {
  /** NOTIFY, once the transaction is committed; equal ones reach anyone who listens once. `merged` is sent in its place where too many wait. */
  announceOnCommit(channel: string, payload?: string, merged?: string): void
}

export type PoolSettings = PoolConfig & {
  /**
   * The first statement of a transaction goes out with its opening. Should that fail, no customer is named: only for a login that sees nothing
   * then, unlike the worker's, which would see everything.
   */
  sendsWithOpening?: boolean
  /** Connections that work does not take: for announcements, leases and the health of the process. */
  reserved?: Pool
}

/** The connections that are kept for what must not wait for work; those of work where none are. */
export const reservedOf = (pool: Pool): Pool => (pool.options as PoolSettings).reserved ?? pool

/** No connection was to be had in time: nothing was tried. */
export function isPoolFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /timeout exceeded when trying to connect|due to connection timeout/.test(error.message) || isPoolFull(error.cause)
}

export type Work<T> = (transaction: Transaction) => Promise<T>

function transactionOn(client: PoolClient, beforeQuery: () => void): { transaction: Transaction; announced: Announcement[] } {
  const announced: Announcement[] = []
  const query = (...given: unknown[]) => {
    beforeQuery()
    return (client.query as (...given: unknown[]) => unknown).apply(client, given)
  }
  const announceOnCommit = (channel: string, payload = '', merged = payload) => {
    announced.push({ channel, payload, merged })
  }
  return { transaction: { query: query as Transaction['query'], announceOnCommit }, announced }
}

/** How a transaction ends: sends the commit, and from `seal` on nothing else. */
type Ending<Found, T> = (transaction: Transaction, found: Found, seal: () => void) => Promise<T>

/** PostgreSQL takes the commit of a transaction in which a statement failed, rolls back and says so; anyone who caught the failure must not pass over it. */
function checkCommitted({ command }: { command: string }): void {
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.')
}

export async function commit<T>(transaction: Transaction, found: T): Promise<T> {
  checkCommitted(await transaction.query('commit'))
  return found
}

/** Sends the commit behind the statements of `last`, without waiting for what they answer: should one fail, it rolls back. */
export const commitBehind =
  <Found, T>(last: (transaction: Transaction, found: Found) => Promise<T>): Ending<Found, T> =>
  async (transaction, found, seal) => {
    const failures: unknown[] = []
    const query = (...given: unknown[]) => {
      const answer = (transaction.query as (...given: unknown[]) => Promise<unknown>)(...given)
      answer.catch((failure) => failures.push(failure))
      return answer
    }
    const ending = last({ ...transaction, query: query as Transaction['query'] }, found)
    const sending = { hasFailed: false }
    ending.catch(() => {
      sending.hasFailed = true
    })
    // By then anyone who failed before sending has said so, and nothing of it is committed.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    if (sending.hasFailed) return ending
    const committing = transaction.query('commit')
    seal()
    const [result, committed] = await Promise.allSettled([ending, committing])
    // Where one fails, the others are refused because of it.
    if (result.status === 'rejected') throw failures[0] ?? result.reason
    if (committed.status === 'rejected') throw committed.reason
    checkCommitted(committed.value)
    return result.value
  }

export async function transact<Found, T>(pool: Pool, opening: string, work: Work<Found>, end: Ending<Found, T>): Promise<T> {
  const client = await pool.connect()
  const state = { isSealed: false, isOver: false }
  const { transaction, announced } = transactionOn(client, () => {
    // What went on after a time limit would write outside any transaction, on a connection that others have by then.
    if (state.isOver) throw new Error('The transaction is over.')
    if (state.isSealed) throw new Error('What ends a transaction is sent before anything is awaited.')
  })
  let broken: Error | undefined
  const opened = client.query(`begin; ${opening}`)
  opened.catch(() => {})
  try {
    if (!(pool.options as PoolSettings).sendsWithOpening) await opened
    const found = await whileOpen(() => work(transaction))
    await opened
    const result = await end(transaction, found, () => {
      state.isSealed = true
    })
    sendAnnouncements(reservedOf(pool), announced)
    return result
  } catch (error) {
    state.isOver = true
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    state.isOver = true
    client.release(broken)
  }
}

/** Opening, statements and commit make one round trip. The pool must pipeline. */
export async function transactAtOnce<T>(pool: Pool, opening: string, work: Work<T>, { mostStatements = 1 } = {}): Promise<T> {
  const client = await pool.connect()
  let statements = 0
  const { transaction, announced } = transactionOn(client, () => {
    statements += 1
    if (statements > mostStatements) {
      const most = mostStatements === 1 ? 'one statement' : 'few statements'
      throw new Error(`A transaction that is sent at once holds ${most}, sent before anything is awaited.`)
    }
  })
  // Should the opening fail, the statement names no customer, and row-level security lets it neither see nor write anything.
  const opened = client.query(`begin; ${opening}`)
  // Async, so that a throw before the first statement is a rejection as well, and the connection is given back.
  const working = (async () => work(transaction))()
  statements = mostStatements
  const committed = client.query('commit')
  const [begin, result, end] = await Promise.allSettled([opened, working, committed])
  const broken = [begin, end].find((outcome) => outcome.status === 'rejected')
  client.release(broken?.reason)
  if (result.status === 'rejected') throw result.reason
  if (end.status === 'rejected') throw end.reason
  if (begin.status === 'rejected') throw begin.reason
  checkCommitted(end.value)
  sendAnnouncements(reservedOf(pool), announced)
  return result.value
}
