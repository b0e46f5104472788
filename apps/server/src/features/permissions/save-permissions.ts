import type { NewPermissions, Permissions } from '@vakt/contract/users/administration.ts'
import { withImplied } from '@vakt/domain/access.ts'
import { requireAdministrator } from '#server/features/customers/require-administrator.ts'
import { updateCustomerColumns, writeRoleFeatures } from '#server/features/customers/write-customer.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readPermissions } from './permission-table.ts'

export async function getPermissions(context: CallContext, customerId: string): Promise<Permissions> {
  await requireAdministrator(context, customerId)
  const found = await inTransaction(context, customerId, (transaction) => readPermissions(transaction, customerId, { lock: false }))
  if (!found) throw new NotFound()
  return found
}

function refuseRepeatedRoles({ role_feature_mappings }: NewPermissions): void {
  const seen = new Set<string>()
  for (const [index, { role }] of role_feature_mappings.entries()) {
    if (seen.has(role))
      throw Invalid.field(`role_feature_mappings.${index}.role`, 'This role is listed twice.', 'permissions.role_listed_twice')
    seen.add(role)
  }
}

const stale = () => Conflict.field('version', 'Someone else changed these permissions. Look at them again first.', 'permissions.changed')

/** Counts from the next request of everybody at the customer. */
export async function savePermissions(context: Context, customerId: string, wanted: NewPermissions): Promise<Permissions> {
  refuseRepeatedRoles(wanted)
  const enabledFeatures = wanted.enabledFeatures && withImplied(wanted.enabledFeatures)
  const role_feature_mappings = wanted.role_feature_mappings.map(({ role, features }) => ({ role, features: withImplied(features) }))
  return inTransaction(context, customerId, async (transaction) => {
    const before = await readPermissions(transaction, customerId, { lock: true })
    if (!before) throw new NotFound()
    if (before.version !== wanted.version) throw stale()
    await updateCustomerColumns(transaction, customerId, { enabled_features: enabledFeatures, access_version: before.version + 1 })
    await writeRoleFeatures(transaction, customerId, role_feature_mappings)
    const after = await readPermissions(transaction, customerId, { lock: false })
    if (!after) throw new NotFound()
    await recordAction(transaction, context, customerId, { action: 'permissions.change', target: customerId, details: { before, after } })
    announce(transaction, { type: 'access.changed', customerId })
    return after
  })
}
