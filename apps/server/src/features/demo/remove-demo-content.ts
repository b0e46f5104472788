import type { Pool } from 'pg'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { writeNoteForAllCustomers } from '#server/platform/installation-note-table.ts'
import { type DemoProvider, keepDemoProvider } from './demo-provider-table.ts'
import { type DemoCustomerUse, hasRealCustomers, readDemoUse } from './demo-use-table.ts'

/** What holds on to other rows, or does not go with its customer, goes before; the rest goes with it. */
const inOrder = ['ticket', 'alert', 'incident', 'entity', 'recorded_action'] as const

async function removeDemoCustomers(transaction: Transaction): Promise<number> {
  for (const table of inOrder)
    await transaction.query(`delete from ${table} where customer_id in (select customer_id from customer where is_demo)`)
  const { rowCount } = await transaction.query('delete from customer where is_demo')
  return rowCount ?? 0
}

/** What removing the demo would do to each demo customer. */
export type DemoRemoval = DemoCustomerUse & { stays: boolean }

/** The provider stays where it is in real use: there are other customers, or it has something that the demo did not make. */
async function planRemoval(transaction: Transaction): Promise<DemoRemoval[]> {
  const [customers, isReal] = [await readDemoUse(transaction), await hasRealCustomers(transaction)]
  return customers.map((customer) => ({
    ...customer,
    uses: [...(customer.isProvider && isReal ? ['customers'] : []), ...customer.uses],
    stays: customer.isProvider && (isReal || customer.uses.length > 0),
  }))
}

/** The pool must log in as vakt_worker. */
export const planDemoRemoval = (pool: Pool): Promise<DemoRemoval[]> => workForAllCustomers({ pool }, planRemoval)

/**
 * Removes the demo customers with all that is theirs, also what was added since; it is not made again. A demo provider that is in real use
 * stays, without its demo content. The pool must log in as vakt_worker.
 */
export async function removeDemoContent(pool: Pool, now = new Date()): Promise<{ removed: number; kept: DemoProvider | null }> {
  return workForAllCustomers({ pool }, async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock(hashtext('vakt demo content'))")
    const provider = (await planRemoval(transaction)).find(({ stays }) => stays)
    if (provider) await keepDemoProvider(transaction, provider, now)
    const removed = await removeDemoCustomers(transaction)
    await writeNoteForAllCustomers(transaction, 'demo content removed', now)
    return { removed, kept: provider ? { customerId: provider.customerId, name: provider.name } : null }
  })
}
