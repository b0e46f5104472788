import type { Customer, RoleFeatureMapping } from '@vakt/contract/customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type CustomerRow = Customer & { isProvider: boolean }

/** A customer with its mappings, or undefined when it is not there (or not for this transaction). */
export async function readCustomer(transaction: Transaction, customerId: string): Promise<CustomerRow | undefined> {
  const { rows } = await transaction.query<CustomerRow & { role_feature_mappings: RoleFeatureMapping[] | null }>({
    name: 'read-customer',
    text: `select customer_id, name as customer_name, enabled_features as "enabledFeatures",
             ignores_global_admin_mapping as "ignoresGlobalAdminMapping", tag_keys as "tagKeys", is_provider as "isProvider",
             (select json_agg(json_build_object('role', role, 'features', features) order by role)
              from customer_role_feature m where m.customer_id = c.customer_id) as role_feature_mappings
           from customer c where customer_id = $1`,
    values: [customerId],
  })
  const [row] = rows
  return row && { ...row, role_feature_mappings: row.role_feature_mappings ?? [] }
}
