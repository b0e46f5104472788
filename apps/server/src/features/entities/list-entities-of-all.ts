import type {
  listEntitiesOfAllCustomers as contractList,
  listPlacesOfAllCustomers as contractPlaces,
  EntityOfCustomer,
} from '@vakt/contract/entities/entities-of-all.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { writeTag } from '@vakt/domain/resource-limit.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readEntityPageForAllCustomers, readTagsForAllCustomers, readValuesForAllCustomers } from './entities-of-all-table.ts'
import { findEntitiesOfPlace } from './find-places.ts'
import { presentListed } from './list-entities.ts'

/** Of those customers that the caller may see, without what they hide. */
export async function listEntitiesOfAllCustomers(
  context: Context,
  { limit = 50, format: _, sort = 'severity', ...filter }: QueryOf<typeof contractList>,
  after: readonly string[] | null,
): Promise<Listing<EntityOfCustomer>> {
  const wanted = await withCustomersOfGroups(context, filter)
  const rows = await readForAllCustomers(context, async (transaction) => {
    const ofPlace = await findEntitiesOfPlace(transaction, wanted, wanted.customer)
    return readEntityPageForAllCustomers(transaction, { ...wanted, ofPlace }, { sort, after, limit })
  })
  const page = nextPage(rows, limit, ({ weight, nameKey, entityId }) => [String(weight), nameKey, entityId])
  return { ...page, rows: page.rows.map(({ nameKey: _, weight: __, customer, ...row }) => ({ ...presentListed(row, []), customer })) }
}

const shownTypes = 500
const shownValues = 50

/** Written as the lists over all customers take them; types and resource groups, each once in whatever case, as one of the customers has it. */
export async function listPlacesOfAllCustomers(
  context: Context,
  { kind = 'type', search = '', ...query }: QueryOf<typeof contractPlaces>,
): Promise<string[]> {
  const { customer } = await withCustomersOfGroups(context, query)
  const sought = search.trim()
  return readForAllCustomers(context, async (transaction) => {
    if (kind !== 'tag')
      return readValuesForAllCustomers(transaction, { kind, search: sought, customer, limit: kind === 'type' ? shownTypes : shownValues })
    const tags = await readTagsForAllCustomers(transaction, { search: sought, customer, limit: shownValues })
    return tags.map(({ key, value }) => writeTag(key, value))
  })
}
