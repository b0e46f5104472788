import type { Context } from '#server/platform/context.ts'
import type { Transaction } from './transact.ts'

/** What tells the time of the database: its clock, and how far a test has moved it. */
export type DatabaseClock = Pick<Context, 'clockShiftMs'>

/** The time of the statement as SQL; `shiftMs` is a parameter. */
export const statementTime = (shiftMs: string): string => `(statement_timestamp() + ${shiftMs}::float8 * interval '1 millisecond')`

/** What all processes go by where they must agree: each has a clock of its own. After a lock it is the time at which the lock was had. */
export async function readDatabaseTime(transaction: Transaction, { clockShiftMs = 0 }: DatabaseClock): Promise<Date> {
  const { rows } = await transaction.query<{ now: Date }>({
    name: 'read-database-time',
    text: `select ${statementTime('$1')} as now`,
    values: [clockShiftMs],
  })
  const [row] = rows
  if (!row) throw new Error('The database did not answer its time.')
  return row.now
}

/** The context with the time of the database for `now`. */
export const atDatabaseTime = async <C extends Context>(transaction: Transaction, context: C): Promise<C> => ({
  ...context,
  now: await readDatabaseTime(transaction, context),
})
