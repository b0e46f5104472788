import type { Pool } from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'

/** What holds on to other rows goes before them; the rest goes with its customer. */
const inOrder = ['ticket', 'alert', 'incident', 'entity'] as const

/** Removes the demo customers with all that is theirs, also what was added since; it is not made again. The pool must log in as vakt_worker. Returns how many customers there were. */
export async function removeDemoContent(pool: Pool): Promise<number> {
  return workForAllCustomers({ pool }, async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock(hashtext('vakt demo content'))")
    for (const table of inOrder)
      await transaction.query(`delete from ${table} where customer_id in (select customer_id from customer where is_demo)`)
    const { rowCount } = await transaction.query('delete from customer where is_demo')
    await transaction.query("insert into installation_note (name) values ('demo content removed') on conflict do nothing")
    return rowCount ?? 0
  })
}
