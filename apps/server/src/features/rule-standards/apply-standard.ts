import { provideRules, withdrawRules } from '#server/features/alert-rules/provide-rules.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { becomeCustomer, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { wantedPart } from './list-standards.ts'
import { lockKnown, providerOf } from './manage-standards.ts'
import { deleteFollower, isFollowing, type StoredStandard, writeFollower } from './rule-standard-table.ts'

const unknownCustomer = () =>
  Invalid.field('customerIds', 'One of the customers does not exist. Choose them again.', 'rule_standard.customer_unknown')

/** As one customer after the other, always in the same order: row-level security holds all along. */
async function forEachCustomer(
  context: CallContext,
  id: string,
  customerIds: readonly string[],
  work: (transaction: Transaction, standard: StoredStandard, customerId: string) => Promise<void>,
): Promise<undefined> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const standard = await lockKnown(transaction, provider, readUuid(id))
    for (const customerId of customerIds.toSorted()) {
      await becomeCustomer(transaction, customerId)
      await work(transaction, standard, customerId)
    }
    await becomeCustomer(transaction, provider)
    return undefined
  })
}

async function applyTo(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { standard, excludedEntityIds }: { standard: StoredStandard; excludedEntityIds?: readonly string[] },
): Promise<void> {
  const { standardId, name, version, allowsThresholdChanges } = standard
  const applied = { standardId, version, by: nameOfActor(context.actor), now: context.now }
  const excluded = await writeFollower(transaction, customerId, { ...applied, ...(excludedEntityIds ? { excludedEntityIds } : {}) })
  if (!excluded) throw unknownCustomer()
  await provideRules(transaction, context, customerId, {
    ...{ standardId, name, allowsThresholdChanges, excludedEntityIds: excluded },
    rules: standard.rules.map((rule) => ({ standardRuleId: rule.standardRuleId, part: wantedPart(rule, standard) })),
  })
  const details = { name, excluded: excluded.length }
  await recordAction(transaction, context, customerId, { action: 'rule-standard.applied', target: standardId, details })
}

/** The customers follow the standard from now on. Thresholds that a customer was allowed to set stay. */
export const applyStandard = (context: CallContext, id: string, { customerIds }: { customerIds: readonly string[] }): Promise<undefined> =>
  forEachCustomer(context, id, customerIds, (transaction, standard, customerId) => applyTo(transaction, context, customerId, { standard }))

/** Throws Invalid for a customer that does not follow the standard, and for resources that it does not have. */
export const excludeFromStandard = (
  context: CallContext,
  id: string,
  { customerId, excludedEntityIds }: { customerId: string; excludedEntityIds: readonly string[] },
): Promise<undefined> =>
  forEachCustomer(context, id, [customerId], async (transaction, standard) => {
    if (!(await isFollowing(transaction, customerId, standard.standardId)))
      throw Invalid.field('customerId', 'This customer does not follow the standard.', 'rule_standard.not_following')
    await applyTo(transaction, context, customerId, { standard, excludedEntityIds })
  })

/** The rules that the standard made at these customers are deleted. One that does not follow it is left alone. */
export const stopStandard = (context: CallContext, id: string, { customerIds }: { customerIds: readonly string[] }): Promise<undefined> =>
  forEachCustomer(context, id, customerIds, async (transaction, { standardId, name }, customerId) => {
    if (!(await deleteFollower(transaction, customerId, standardId))) return
    await withdrawRules(transaction, context, customerId, standardId)
    await recordAction(transaction, context, customerId, { action: 'rule-standard.stopped', target: standardId, details: { name } })
  })
