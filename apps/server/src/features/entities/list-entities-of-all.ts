import type { listEntitiesOfAllCustomers as contractList, EntityOfCustomer } from '@vakt/contract/entities/entities-of-all.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readEntityPageForAllCustomers } from './entities-of-all-table.ts'
import { presentListed } from './list-entities.ts'

/** Of those customers that the caller may see, without what they hide. */
export async function listEntitiesOfAllCustomers(
  context: Context,
  { limit = 50, format: _, sort = 'severity', ...filter }: QueryOf<typeof contractList>,
  after: readonly string[] | null,
): Promise<Listing<EntityOfCustomer>> {
  const wanted = await withCustomersOfGroups(context, filter)
  const rows = await readForAllCustomers(context, (transaction) =>
    readEntityPageForAllCustomers(transaction, wanted, { sort, after, limit }),
  )
  const page = nextPage(rows, limit, ({ weight, nameKey, entityId }) => [String(weight), nameKey, entityId])
  return { ...page, rows: page.rows.map(({ nameKey: _, weight: __, customer, ...row }) => ({ ...presentListed(row, []), customer })) }
}
