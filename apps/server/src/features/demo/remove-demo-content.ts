import type { Pool } from 'pg'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { writeNoteForAllCustomers } from '#server/platform/installation-note-table.ts'
import { type DemoProvider, keepDemoProvider, readDemoProviderInUse } from './demo-provider-table.ts'

/** What holds on to other rows goes before them; the rest goes with its customer. */
const inOrder = ['ticket', 'alert', 'incident', 'entity'] as const

async function removeDemoCustomers(transaction: Transaction): Promise<number> {
  for (const table of inOrder)
    await transaction.query(`delete from ${table} where customer_id in (select customer_id from customer where is_demo)`)
  const { rowCount } = await transaction.query('delete from customer where is_demo')
  return rowCount ?? 0
}

/**
 * Removes the demo customers with all that is theirs, also what was added since; it is not made again. A demo provider that is in real use
 * stays, without its demo content. The pool must log in as vakt_worker.
 */
export async function removeDemoContent(pool: Pool, now = new Date()): Promise<{ removed: number; kept: DemoProvider | null }> {
  return workForAllCustomers({ pool }, async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock(hashtext('vakt demo content'))")
    const provider = await readDemoProviderInUse(transaction)
    if (provider) await keepDemoProvider(transaction, provider, now)
    const removed = await removeDemoCustomers(transaction)
    await writeNoteForAllCustomers(transaction, 'demo content removed', now)
    return { removed, kept: provider ?? null }
  })
}
