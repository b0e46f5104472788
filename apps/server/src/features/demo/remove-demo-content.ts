import type { Pool } from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'

/** What holds on to other rows goes before them; the rest goes with its customer. */
const inOrder = ['ticket', 'alert', 'incident', 'entity'] as const

/** Customers that are no demo content may be reckoned by a calendar of the demo provider: without it nothing is promised to them. */
const ofItsCalendars = `calendar_id in (select calendar_id from business_calendar join customer using (customer_id) where is_demo)`

/** Removes the demo customers with all that is theirs, also what was added since; it is not made again. The pool must log in as vakt_worker. Returns how many customers there were. */
export async function removeDemoContent(pool: Pool): Promise<number> {
  return workForAllCustomers({ pool }, async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock(hashtext('vakt demo content'))")
    await transaction.query(`update ticket set due_at = 'infinity' where (customer_id, ticket_id) in (
      select customer_id, ticket_id from ticket_service_level where ${ofItsCalendars})`)
    for (const table of ['ticket_service_level', 'service_target']) await transaction.query(`delete from ${table} where ${ofItsCalendars}`)
    for (const table of inOrder)
      await transaction.query(`delete from ${table} where customer_id in (select customer_id from customer where is_demo)`)
    const { rowCount } = await transaction.query('delete from customer where is_demo')
    await transaction.query("insert into installation_note (name) values ('demo content removed') on conflict do nothing")
    return rowCount ?? 0
  })
}
