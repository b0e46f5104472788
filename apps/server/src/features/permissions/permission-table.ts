import type { Permissions } from '@vakt/contract/users/administration.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** `lock` keeps every other change of the same customer's permissions waiting until the transaction ends. */
export async function readPermissions(
  transaction: Transaction,
  customerId: string,
  options: { lock: boolean },
): Promise<Permissions | undefined> {
  const { rows } = await transaction.query<Permissions>(
    `select enabled_features as "enabledFeatures", ignores_global_admin_mapping as "ignoresGlobalAdminMapping", access_version as version
     from customer where customer_id = $1 ${options.lock ? 'for no key update' : ''}`,
    [customerId],
  )
  if (!rows[0]) return undefined
  const mappings = await transaction.query<Permissions['role_feature_mappings'][number]>(
    'select role, features from customer_role_feature where customer_id = $1 order by role',
    [customerId],
  )
  return { ...rows[0], role_feature_mappings: mappings.rows }
}
