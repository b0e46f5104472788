import type { ListedCustomer } from '@vakt/contract/users/administration.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers, sharedOver } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { createSharedRuns, sharedByBrowsers } from '#server/platform/shared-runs.ts'
import { readClosedPageForAllCustomers, readCustomerPageForAllCustomers } from './customer-table.ts'

const sharePages = createSharedRuns<ListedCustomer[]>(sharedByBrowsers)

export async function listCustomers(
  context: Context,
  { limit = 50, q, closed = false }: { limit?: number; q?: string; closed?: boolean },
  after: readonly string[] | null,
): Promise<Listing<ListedCustomer>> {
  const rows = await sharePages(sharedOver(context), JSON.stringify([q, closed, after, limit]), () =>
    readForAllCustomers(context, (transaction) =>
      (closed ? readClosedPageForAllCustomers : readCustomerPageForAllCustomers)(transaction, { q, after, limit }),
    ),
  )
  return nextPage(rows, limit, ({ name, customerId }) => [name, customerId])
}
