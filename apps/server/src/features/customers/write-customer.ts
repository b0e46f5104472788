import type { FeatureKey } from '@vakt/contract/features.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Columns of a customer that are settings of other features. */
type CustomerColumn =
  | 'access_version'
  | 'customer_priority'
  | 'enabled_features'
  | 'environment_version'
  | 'hidden_types'
  | 'hours_shown'
  | 'incident_join_minutes'
  | 'label_keys'
  | 'labels'
  | 'mail_language'
  | 'prepaid_hours'
  | 'settings_version'
  | 'tag_keys'
  | 'ticket_from_severity'
  | 'ticket_visibility'
  | 'time_zone'
  | 'welcome_role'

export async function updateCustomerColumns(
  transaction: Transaction,
  customerId: string,
  values: { [column in CustomerColumn]?: unknown },
): Promise<void> {
  const changes = Object.keys(values).map((column, index) => `${column} = $${index + 2}`)
  await transaction.query(`update customer set ${changes.join(', ')} where customer_id = $1`, [customerId, ...Object.values(values)])
}

/** Replaces the roles of a customer and what each may do. */
export async function writeRoleFeatures(
  transaction: Transaction,
  customerId: string,
  mappings: { role: string; features: readonly FeatureKey[] }[],
): Promise<void> {
  await transaction.query('delete from customer_role_feature where customer_id = $1', [customerId])
  await transaction.query(
    `insert into customer_role_feature (customer_id, role, features)
     select $1, role, array(select jsonb_array_elements_text(features)) from jsonb_to_recordset($2) as given (role text, features jsonb)`,
    [customerId, JSON.stringify(mappings)],
  )
}
