import type { EscalationPolicy, NewEscalationPolicy, PagingSetting } from '@vakt/contract/on-call/paging.ts'
import { findPageable } from '#server/features/on-call/find-on-duty.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import * as table from './escalation-policy-table.ts'

/** Policies belong to the customer whose people are the staff. */
function providerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

export function listPolicies(context: CallContext): Promise<EscalationPolicy[]> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const { schedules, people } = await findPageable(transaction, provider, context.now)
    const policies = await table.readPolicies(transaction, provider)
    return policies.map((policy) => ({
      ...policy,
      steps: policy.steps.map((step) => ({
        ...step,
        name: (step.scheduleId ? schedules.get(step.scheduleId) : people.get(step.userId ?? '')) ?? null,
      })),
    }))
  })
}

async function refuseWrongSteps(transaction: Transaction, context: CallContext, { steps }: NewEscalationPolicy): Promise<void> {
  const { schedules, people } = await findPageable(transaction, providerOf(context), context.now)
  for (const [index, { scheduleId, userId }] of steps.entries()) {
    const isKnown = scheduleId === null ? people.has(userId ?? '') : userId === null && schedules.has(scheduleId)
    if (!isKnown)
      throw Invalid.field(
        `steps.${index}.${scheduleId === null ? 'userId' : 'scheduleId'}`,
        'Choose a schedule, or one of the provider’s people.',
        'paging.target_unknown',
      )
  }
}

export async function createPolicy(context: CallContext, given: NewEscalationPolicy): Promise<{ policyId: string }> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    await table.lockPolicies(transaction, provider)
    await refuseWrongSteps(transaction, context, given)
    const isFirst = !(await table.readPolicies(transaction, provider)).some(({ isDefault }) => isDefault)
    const after = { ...given, name: given.name.trim(), isDefault: given.isDefault || isFirst }
    if (after.isDefault) await table.clearDefault(transaction, provider)
    const policyId = await table.insertPolicy(transaction, provider, after, context.now)
    await recordAction(transaction, context, provider, {
      action: 'paging.policy-create',
      target: `escalation policy ${policyId}`,
      details: { after },
    })
    return { policyId }
  })
}

export async function savePolicy(
  context: CallContext,
  id: string,
  { version, ...given }: NewEscalationPolicy & { version: number },
): Promise<undefined> {
  const policyId = readUuid(id)
  const provider = providerOf(context)
  await inTransaction(context, provider, async (transaction) => {
    await table.lockPolicies(transaction, provider)
    const before = await table.lockPolicy(transaction, provider, policyId)
    if (!before || before.isRemoved) throw new NotFound()
    await refuseWrongSteps(transaction, context, given)
    if (before.version !== version)
      throw Conflict.field('version', 'Someone else changed the policy. Reload the page and try again.', 'paging.changed')
    // Another policy becomes the default by being chosen; none by not being chosen any more.
    const after = { ...given, name: given.name.trim(), isDefault: given.isDefault || before.isDefault }
    if (after.isDefault && !before.isDefault) await table.clearDefault(transaction, provider)
    await table.updatePolicy(transaction, provider, { policyId, ...after })
    const { name, steps, repeats, isDefault } = before
    await recordAction(transaction, context, provider, {
      action: 'paging.policy-change',
      target: `escalation policy ${policyId}`,
      details: { before: { name, steps, repeats, isDefault }, after },
    })
  })
  return undefined
}

async function setRemoved(context: CallContext, id: string, isRemoved: boolean): Promise<undefined> {
  const policyId = readUuid(id)
  const provider = providerOf(context)
  await inTransaction(context, provider, async (transaction) => {
    await table.lockPolicies(transaction, provider)
    const before = await table.lockPolicy(transaction, provider, policyId)
    if (!before || before.isRemoved === isRemoved) throw new NotFound()
    const others = (await table.readPolicies(transaction, provider)).filter((policy) => policy.policyId !== policyId)
    if (isRemoved && before.isDefault && others.length > 0)
      throw Conflict.field('isDefault', 'This is the default policy. Make another one the default first.', 'paging.is_default')
    await table.setPolicyRemoved(transaction, provider, policyId, isRemoved ? context.now : null)
    await recordAction(transaction, context, provider, {
      action: isRemoved ? 'paging.policy-remove' : 'paging.policy-restore',
      target: `escalation policy ${policyId}`,
      details: { name: before.name },
    })
  })
  return undefined
}

export const removePolicy = (context: CallContext, id: string): Promise<undefined> => setRemoved(context, id, true)
export const restorePolicy = (context: CallContext, id: string): Promise<undefined> => setRemoved(context, id, false)

export const listSettings = (context: CallContext): Promise<PagingSetting[]> =>
  readForAllCustomers(context, table.readSettingsForAllCustomers)

export async function saveSetting(context: CallContext, customerId: string, given: table.StoredSetting): Promise<undefined> {
  const provider = providerOf(context)
  const { policyId } = given
  if (policyId !== null) {
    const policies = await inTransaction(context, provider, (transaction) => table.readPolicies(transaction, provider))
    if (!policies.some((policy) => policy.policyId === policyId))
      throw Invalid.field('policyId', 'Choose one of the escalation policies.', 'paging.policy_unknown')
  }
  await inTransaction(context, customerId, async (transaction) => {
    const before = (await table.readSetting(transaction, customerId)) ?? null
    if (!(await table.writeSetting(transaction, customerId, { ...given, now: context.now })))
      throw Conflict.field('version', 'Someone else changed the setting. Reload the page and try again.', 'paging.setting_changed')
    await recordAction(transaction, context, customerId, {
      action: 'paging.setting',
      target: customerId,
      details: { before, after: given },
    })
  })
  return undefined
}
