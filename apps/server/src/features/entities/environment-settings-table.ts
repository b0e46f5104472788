import type { EnvironmentSettings } from '@vakt/contract/entities/environment-settings.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** `lock` keeps every other change of the same settings waiting until the transaction ends. */
export async function readSettings(
  transaction: Transaction,
  customerId: string,
  options: { lock: boolean },
): Promise<EnvironmentSettings | undefined> {
  const { rows } = await transaction.query<EnvironmentSettings>({
    name: options.lock ? 'lock-environment-settings' : 'read-environment-settings',
    text: `select tag_keys as "tagKeys", hidden_types as "hiddenTypes", environment_version as version from customer
           where customer_id = $1 ${options.lock ? 'for no key update' : ''}`,
    values: [customerId],
  })
  return rows[0]
}
