import { provideRules, withdrawRules } from '#server/features/alert-rules/provide-rules.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { becomeCustomer, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { wantedPart } from './list-standards.ts'
import { lockKnown, providerOf } from './manage-standards.ts'
import { deleteFollower, isFollowing, type StoredStandard, writeFollower } from './rule-standard-table.ts'
import { deleteApplications, isCustomer, writeApplications } from './standard-application-table.ts'

/** The queue with a job for each customer that a standard is to be applied to. */
export const applicationQueueName = 'apply-rule-standards'

const unknownCustomer = () =>
  Invalid.field('customerIds', 'One of the customers does not exist. Choose them again.', 'rule_standard.customer_unknown')

/** As one customer after the other, always in the same order: row-level security holds all along. `first` runs as the provider. */
async function forEachCustomer(
  context: CallContext,
  id: string,
  { customerIds, first }: { customerIds: readonly string[]; first?: (transaction: Transaction, standardId: string) => Promise<void> },
  work: (transaction: Transaction, standard: StoredStandard, customerId: string) => Promise<void>,
): Promise<undefined> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const standard = await lockKnown(transaction, provider, readUuid(id))
    await first?.(transaction, standard.standardId)
    for (const customerId of customerIds.toSorted()) {
      await becomeCustomer(transaction, customerId)
      await work(transaction, standard, customerId)
    }
    await becomeCustomer(transaction, provider)
    return undefined
  })
}

export async function applyTo(
  transaction: Transaction,
  context: Context,
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

/**
 * Makes a job for each customer, which follows the standard from then on. Thresholds that a customer was allowed to set stay. Throws Invalid
 * for a customer that does not exist; then nothing is applied.
 */
export async function applyStandard(
  context: CallContext,
  id: string,
  { customerIds }: { customerIds: readonly string[] },
): Promise<undefined> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const { standardId } = await lockKnown(transaction, provider, readUuid(id))
    await writeApplications(transaction, provider, {
      standardId,
      customerIds: await findKnown(transaction, customerIds, provider),
      actor: context.actor,
    })
    for (const customerId of customerIds.toSorted()) {
      await becomeCustomer(transaction, customerId)
      await enqueueJobs(transaction, [{ queue: applicationQueueName, customerId, rowId: standardId }])
    }
    await becomeCustomer(transaction, provider)
    return undefined
  })
}

/** Throws Invalid where one of them does not exist. */
async function findKnown(transaction: Transaction, customerIds: readonly string[], provider: string): Promise<readonly string[]> {
  for (const customerId of customerIds) {
    await becomeCustomer(transaction, customerId)
    if (!(await isCustomer(transaction, customerId))) throw unknownCustomer()
  }
  await becomeCustomer(transaction, provider)
  return customerIds
}

/** Throws Invalid for a customer that does not follow the standard, and for resources that it does not have. */
export const excludeFromStandard = (
  context: CallContext,
  id: string,
  { customerId, excludedEntityIds }: { customerId: string; excludedEntityIds: readonly string[] },
): Promise<undefined> =>
  forEachCustomer(context, id, { customerIds: [customerId] }, async (transaction, standard) => {
    if (!(await isFollowing(transaction, customerId, standard.standardId)))
      throw Invalid.field('customerId', 'This customer does not follow the standard.', 'rule_standard.not_following')
    await applyTo(transaction, context, customerId, { standard, excludedEntityIds })
  })

/** The rules that the standard made at these customers are deleted. One that does not follow it is left alone. */
export async function stopStandard(
  context: CallContext,
  id: string,
  { customerIds }: { customerIds: readonly string[] },
): Promise<undefined> {
  const provider = providerOf(context)
  const first = (transaction: Transaction, standardId: string) => deleteApplications(transaction, provider, { standardId, customerIds })
  return forEachCustomer(context, id, { customerIds, first }, async (transaction, { standardId, name }, customerId) => {
    if (!(await deleteFollower(transaction, customerId, standardId))) return
    await withdrawRules(transaction, context, customerId, standardId)
    await recordAction(transaction, context, customerId, { action: 'rule-standard.stopped', target: standardId, details: { name } })
  })
}
