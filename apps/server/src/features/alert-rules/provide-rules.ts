import { randomUUID } from 'node:crypto'
import { type NewAlertRule, ruleLimits } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import {
  asksForThresholds,
  differingFields,
  mergeStandard,
  type StandardPart,
  standardPartOf,
} from '@vakt/domain/alert-rules/standard-drift.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { countRules, hasEntities, insertRule, updateRule, writeDeleted } from './alert-rule-table.ts'
import { findRule, noteChange, writtenBy } from './manage-rules.ts'
import { contentOf } from './present-rule.ts'
import { lockProvidedRules, writeAppliedStandard } from './provided-rule-table.ts'

type Provided = {
  standardId: string
  /** Of the standard, as the customer sees it. */
  name: string
  allowsThresholdChanges: boolean
  excludedEntityIds: readonly string[]
  rules: readonly { standardRuleId: string; part: StandardPart }[]
}

const ruleFrom = (part: StandardPart, excludedEntityIds: readonly string[]): NewAlertRule => ({
  ...part,
  dependsOnMetrics: [],
  valid_from_dt: null,
  valid_to_dt: null,
  entityId: null,
  excludedEntityIds: [...excludedEntityIds],
})

const isSame = (a: NewAlertRule, b: NewAlertRule) => {
  const sorted = (rule: NewAlertRule) => JSON.stringify(Object.entries(rule).toSorted(([x], [y]) => (x < y ? -1 : 1)))
  return sorted({ ...a, filter: null }) === sorted({ ...b, filter: null }) && JSON.stringify(a.filter) === JSON.stringify(b.filter)
}

/** Throws Invalid where a resource is not one of the customer. */
export async function checkExcluded(transaction: Transaction, customerId: string, excludedEntityIds: readonly string[]): Promise<void> {
  if (excludedEntityIds.length > 0 && !(await hasEntities(transaction, customerId, excludedEntityIds)))
    throw Invalid.field('excludedEntityIds', 'This resource does not exist. Choose one from the list.', 'alert_rule.entity_unknown')
}

/** Makes the rules of a standard at a customer what the standard says; writes only what differs. The transaction must be the customer's. */
export async function provideRules(transaction: Transaction, context: Context, customerId: string, provided: Provided): Promise<void> {
  const { standardId, name, allowsThresholdChanges, excludedEntityIds, rules } = provided
  await checkExcluded(transaction, customerId, excludedEntityIds)
  const there = await lockProvidedRules(transaction, customerId, standardId)
  for (const { standardRuleId, part } of rules) {
    const applied = { standardId, standardRuleId, name, allowsThresholdChanges, part }
    const found = there.find((one) => one.standardRuleId === standardRuleId)
    if (!found) {
      const ruleId = randomUUID()
      await insertRule(transaction, customerId, ruleFrom(part, excludedEntityIds), writtenBy(context, ruleId))
      await writeAppliedStandard(transaction, customerId, ruleId, { ...applied, asks: false })
      await noteChange(transaction, context, customerId, { ruleId, change: 'created', before: null })
      continue
    }
    const { ruleId } = found
    const before = await findRule(transaction, customerId, ruleId)
    const here = standardPartOf(contentOf(before))
    const merged = mergeStandard({ standard: part, applied: found.applied, here, allowsThresholdChanges })
    const wanted = ruleFrom(merged, excludedEntityIds)
    const asks = asksForThresholds({ standard: part, applied: found.applied }, merged)
    const keepsAsking = !asks && differingFields(part, merged).length > 0
    await writeAppliedStandard(transaction, customerId, ruleId, { ...applied, asks: keepsAsking ? null : asks })
    if (isSame(contentOf(before), wanted)) continue
    await updateRule(transaction, customerId, wanted, writtenBy(context, ruleId))
    await noteChange(transaction, context, customerId, { ruleId, change: 'changed', before })
  }
  const wantedIds = new Set(rules.map(({ standardRuleId }) => standardRuleId))
  await deleteProvided(
    transaction,
    context,
    customerId,
    there.filter(({ standardRuleId }) => !wantedIds.has(standardRuleId)),
  )
  const { all, byFilter } = await countRules(transaction, customerId)
  if (all > ruleLimits.perCustomer || byFilter > ruleLimits.filterRulesPerCustomer) {
    const message = `Customer ${customerId} would have more than ${ruleLimits.filterRulesPerCustomer} rules by filter.`
    throw Conflict.field('', message, 'alert_rule.too_many')
  }
}

/** Deletes the rules that a standard made at a customer; what they raised is resolved a minute later. */
export async function withdrawRules(transaction: Transaction, context: Context, customerId: string, standardId: string): Promise<void> {
  await deleteProvided(transaction, context, customerId, await lockProvidedRules(transaction, customerId, standardId))
}

async function deleteProvided(transaction: Transaction, context: Context, customerId: string, rules: readonly { ruleId: string }[]) {
  for (const { ruleId } of rules) {
    const before = await findRule(transaction, customerId, ruleId)
    await writeDeleted(transaction, customerId, { ...writtenBy(context, ruleId), deletedAt: context.now })
    await noteChange(transaction, context, customerId, { ruleId, change: 'deleted', before })
  }
}
