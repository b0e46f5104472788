import { checkExcluded, provideRules, withdrawRules } from '#server/features/alert-rules/provide-rules.ts'
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
import { isCustomer, isInGroup, type StandardTask, writeApplications } from './standard-application-table.ts'

/** The queue with a job for each customer at which a standard is to be applied or stopped. */
export const applicationQueueName = 'apply-rule-standards'

const unknownCustomer = () =>
  Invalid.field('customerIds', 'One of the customers does not exist. Choose them again.', 'rule_standard.customer_unknown')

export async function applyTo(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { standard, excludedEntityIds, ofGroup }: { standard: StoredStandard; excludedEntityIds: readonly string[] | null; ofGroup: boolean },
): Promise<void> {
  const { standardId, name, version, allowsThresholdChanges } = standard
  const applied = { standardId, version, by: nameOfActor(context.actor), now: context.now, ofGroup }
  const excluded = await writeFollower(transaction, customerId, { ...applied, ...(excludedEntityIds ? { excludedEntityIds } : {}) })
  if (!excluded) throw unknownCustomer()
  await provideRules(transaction, context, customerId, {
    ...{ standardId, name, allowsThresholdChanges, excludedEntityIds: excluded },
    rules: standard.rules.map((rule) => ({ standardRuleId: rule.standardRuleId, part: wantedPart(rule, standard) })),
  })
  const details = { name, excluded: excluded.length }
  await recordAction(transaction, context, customerId, { action: 'rule-standard.applied', target: standardId, details })
}

/** The rules that the standard made at the customer are deleted; one that does not follow it is left alone. */
export async function stopAt(transaction: Transaction, context: Context, customerId: string, standard: StoredStandard): Promise<void> {
  const { standardId, name } = standard
  if (!(await deleteFollower(transaction, customerId, standardId))) return
  await withdrawRules(transaction, context, customerId, standardId)
  await recordAction(transaction, context, customerId, { action: 'rule-standard.stopped', target: standardId, details: { name } })
}

type Task = StandardTask & { customerIds: readonly string[] }

/** Makes a job for each customer; `check` runs as each of them, and may throw: then there is none. */
function enqueueTask(
  context: CallContext,
  id: string,
  { customerIds, ...task }: Task,
  check: (transaction: Transaction, customerId: string, standard: StoredStandard) => Promise<void>,
): Promise<undefined> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const standard = await lockKnown(transaction, provider, readUuid(id))
    const { standardId } = standard
    for (const customerId of customerIds) {
      await becomeCustomer(transaction, customerId)
      if (!(await isCustomer(transaction, customerId))) throw unknownCustomer()
      await check(transaction, customerId, standard)
    }
    await becomeCustomer(transaction, provider)
    await writeApplications(transaction, provider, { standardId, customerIds, ...task, actor: context.actor, ofGroup: false })
    for (const customerId of customerIds.toSorted()) {
      await becomeCustomer(transaction, customerId)
      await enqueueJobs(transaction, [{ queue: applicationQueueName, customerId, rowId: standardId }])
    }
    await becomeCustomer(transaction, provider)
    return undefined
  })
}

const nothingToCheck = async () => {}

/** The customers follow the standard from then on. Thresholds that one was allowed to set stay. Throws Invalid for one that does not exist. */
export const applyStandard = (context: CallContext, id: string, { customerIds }: { customerIds: readonly string[] }): Promise<undefined> =>
  enqueueTask(context, id, { customerIds, task: 'apply', excludedEntityIds: null }, nothingToCheck)

/** Throws Invalid for a customer that does not follow the standard, and for resources that it does not have. */
export const excludeFromStandard = (
  context: CallContext,
  id: string,
  { customerId, excludedEntityIds }: { customerId: string; excludedEntityIds: readonly string[] },
): Promise<undefined> =>
  enqueueTask(context, id, { customerIds: [customerId], task: 'apply', excludedEntityIds }, async (transaction, _, { standardId }) => {
    if (!(await isFollowing(transaction, customerId, standardId)))
      throw Invalid.field('customerId', 'This customer does not follow the standard.', 'rule_standard.not_following')
    await checkExcluded(transaction, customerId, excludedEntityIds)
  })

const stays = () =>
  Invalid.field(
    'customerIds',
    'A customer follows this standard through a group. Remove it from the group, or the group from the standard.',
    'rule_standard.of_group',
  )

/**
 * The customers no longer follow the standard, also where it has not been applied yet. Throws Invalid for one that does not exist, and for one that is
 * in a group of the standard: it would follow it again.
 */
export const stopStandard = (context: CallContext, id: string, { customerIds }: { customerIds: readonly string[] }): Promise<undefined> =>
  enqueueTask(context, id, { customerIds, task: 'stop', excludedEntityIds: null }, async (transaction, customerId, { groupKeys }) => {
    if (await isInGroup(transaction, customerId, groupKeys)) throw stays()
  })
