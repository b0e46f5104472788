import type { EnvironmentSettings } from '@vakt/contract/entities/environment-settings.ts'
import { updateCustomerColumns } from '#server/features/customers/write-customer.ts'
import type { Context } from '#server/platform/context.ts'
import { inOneStatement, inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readSettings } from './environment-settings-table.ts'

export async function getEnvironmentSettings(context: Context, customerId: string): Promise<EnvironmentSettings> {
  const settings = await inOneStatement(context, customerId, (transaction) => readSettings(transaction, customerId, { lock: false }))
  if (!settings) throw new NotFound()
  return settings
}

/** Types are kept in lower case, each once: sources spell them as they like. */
export async function saveEnvironmentSettings(
  context: Context,
  customerId: string,
  { tagKeys, hiddenTypes, version }: EnvironmentSettings,
): Promise<EnvironmentSettings> {
  return inTransaction(context, customerId, async (transaction) => {
    const before = await readSettings(transaction, customerId, { lock: true })
    if (!before) throw new NotFound()
    if (before.version !== version)
      throw Conflict.field('version', 'Someone else changed these settings. Look at them again first.', 'environment_settings.changed')
    const types = [...new Set(hiddenTypes.map((type) => type.trim().toLowerCase()))].toSorted()
    const after = { tagKeys, hiddenTypes: types, version: version + 1 }
    const columns = { tag_keys: tagKeys, hidden_types: types, environment_version: after.version }
    await updateCustomerColumns(transaction, customerId, columns)
    await recordAction(transaction, context, customerId, { action: 'environment.settings', target: customerId, details: { before, after } })
    announce(transaction, { type: 'entity.changed', customerId }, { type: 'incident.changed', customerId })
    return after
  })
}
