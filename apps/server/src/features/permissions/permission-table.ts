import type { NewPermissions, Permissions } from '@vakt/contract/administration.ts'
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

export async function writePermissions(
  transaction: Transaction,
  customerId: string,
  wanted: Omit<NewPermissions, 'version'>,
): Promise<void> {
  const { enabledFeatures, role_feature_mappings } = wanted
  await transaction.query('update customer set enabled_features = $2, access_version = access_version + 1 where customer_id = $1', [
    customerId,
    enabledFeatures,
  ])
  await transaction.query('delete from customer_role_feature where customer_id = $1', [customerId])
  await transaction.query(
    `insert into customer_role_feature (customer_id, role, features)
     select $1, role, array(select jsonb_array_elements_text(features)) from jsonb_to_recordset($2) as given (role text, features jsonb)`,
    [customerId, JSON.stringify(role_feature_mappings)],
  )
}
