import { groupPrefix } from '@vakt/contract/customers/of-customers.ts'
import { labelKeyOf } from '@vakt/domain/customer-label-key.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { readCustomersOfGroupsForAllCustomers } from './customer-group-table.ts'

/** The id of no customer: a group without any filters everything away, and not nothing. */
const noCustomer = ''

/**
 * The query of a list over all customers with the customers in place of the groups that they are in: those that have such a label now, of those
 * that the caller may see.
 */
export async function withCustomersOfGroups<Query extends { customer?: string[] | undefined }>(
  context: Pick<Context, 'pool' | 'isStaff' | 'limitedTo'>,
  query: Query,
): Promise<Query> {
  const groups = query.customer?.filter((one) => one.startsWith(groupPrefix)) ?? []
  if (groups.length === 0) return query
  const keys = groups.map((group) => labelKeyOf(group.slice(groupPrefix.length)))
  const found = await readForAllCustomers(context, (transaction) => readCustomersOfGroupsForAllCustomers(transaction, keys))
  const single = query.customer?.filter((one) => !one.startsWith(groupPrefix)) ?? []
  return { ...query, customer: [noCustomer, ...new Set([...single, ...found])] }
}
