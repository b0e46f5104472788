import type { Customer, RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import { severities } from '@vakt/contract/severity.ts'
import type { ListedCustomer } from '@vakt/contract/users/administration.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type CustomerRow = Customer & { isProvider: boolean; ticketVisibility: 'all' | 'own'; timeZone: string }

export type StoredCustomer = CustomerRow & { role_feature_mappings: RoleFeatureMapping[] | null }

export const customers = `select customer_id, name as customer_name, enabled_features as "enabledFeatures",
             ignores_global_admin_mapping as "ignoresGlobalAdminMapping", tag_keys as "tagKeys", customer_priority as "customerPriority", is_provider as "isProvider",
             ticket_visibility as "ticketVisibility", time_zone as "timeZone",
             (select json_agg(json_build_object('role', role, 'features', features) order by role)
              from customer_role_feature m where m.customer_id = c.customer_id) as role_feature_mappings
           from customer c`

export const presentStored = (row: StoredCustomer | undefined): CustomerRow | undefined =>
  row && { ...row, role_feature_mappings: row.role_feature_mappings ?? [] }

/** A customer with its mappings, or undefined when it is not there (or not for this transaction). */
export async function readCustomer(transaction: Transaction, customerId: string): Promise<CustomerRow | undefined> {
  const statement = { name: 'read-customer', text: `${customers} where customer_id = $1`, values: [customerId] }
  return presentStored((await transaction.query<StoredCustomer>(statement)).rows[0])
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readCustomerPageForAllCustomers(
  transaction: Transaction,
  { q, after, limit }: { q: string | undefined; after: readonly string[] | null; limit: number },
): Promise<ListedCustomer[]> {
  const { rows } = await transaction.query<ListedCustomer>(
    `select c.customer_id as "customerId", c.name, c.is_provider as "isProvider", i.counts as "openIncidents",
       exists (select from entity where customer_id = c.customer_id) or exists (select from connector where customer_id = c.customer_id)
         or exists (select from monitoring_source where customer_id = c.customer_id and revoked_at is null)
         or exists (select from alert where customer_id = c.customer_id) as "isConnected"
     from customer c cross join lateral (
       select ${countEachAsJson('severity', severities)} as counts
       from incident where customer_id = c.customer_id and state <> 'resolved'
     ) i
     where ($1::text is null or strpos(lower(c.name), lower($1)) > 0 or c.customer_id = $1)
       and ($2::text is null or (c.name, c.customer_id) > ($2, $3))
     order by c.name, c.customer_id limit $4`,
    [q?.trim() || null, after?.[0], after?.[1], limit + 1],
  )
  return rows
}
