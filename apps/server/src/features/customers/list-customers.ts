import type { ListedCustomer } from '@vakt/contract/administration.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readCustomerPageForAllCustomers } from './customer-table.ts'

export async function listCustomers(
  context: Context,
  { limit = 50, q }: { limit?: number; q?: string },
  after: readonly string[] | null,
): Promise<Listing<ListedCustomer>> {
  const rows = await readForAllCustomers(context, (transaction) => readCustomerPageForAllCustomers(transaction, { q, after, limit }))
  return nextPage(rows, limit, ({ name, customerId }) => [name, customerId])
}
