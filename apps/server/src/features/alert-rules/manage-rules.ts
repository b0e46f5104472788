import { randomUUID } from 'node:crypto'
import { type NewAlertRule, ruleLimits } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { AlertRule, AlertRuleVersion, ManyAlertRules } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { checkRule } from '@vakt/domain/alert-rules/check-rule.ts'
import { findCircle } from '@vakt/domain/alert-rules/find-inhibited.ts'
import { changesThresholdsOnly } from '@vakt/domain/alert-rules/standard-drift.ts'
import { slotOf } from '@vakt/domain/metrics/bucket.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { changeEach } from '#server/platform/change-many.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, Stale } from '#server/platform/errors.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  type AlertRuleRow,
  countRules,
  hasEntities,
  insertRule,
  lockDependencies,
  lockRules,
  noteRulesChanged,
  readDependencies,
  readRule,
  updateRule,
  writeDeleted,
} from './alert-rule-table.ts'
import { contentOf, presentRule } from './present-rule.ts'
import { clearNewThresholds, isProvidedAgain } from './provided-rule-table.ts'
import { insertRuleVersion } from './rule-version-table.ts'

/** Tidies texts and leaves out what the other fields make meaningless. Throws Invalid with every problem. */
function readWanted(wanted: NewAlertRule): NewAlertRule {
  const problems = checkRule(wanted)
  if (problems.length > 0)
    throw new Invalid(problems.map(({ property, message, key }) => ({ property, message, message_translation_key: key })))
  const isOfFilter = wanted.filter !== null
  return {
    ...wanted,
    name: tidyLine(wanted.name),
    description: wanted.description.trim(),
    criticalThreshold: wanted.useCriticalThreshold ? wanted.criticalThreshold : null,
    excludedEntityIds: isOfFilter ? wanted.excludedEntityIds : [],
  }
}

async function checkAgainstOthers(
  transaction: Transaction,
  customerId: string,
  rule: NewAlertRule,
  before: AlertRuleRow | null,
): Promise<void> {
  const message = 'This resource does not exist. Choose one from the list.'
  if (rule.entityId && !(await hasEntities(transaction, customerId, [rule.entityId])))
    throw Invalid.field('entityId', message, 'alert_rule.entity_unknown')
  // One that was excluded before may be gone by now.
  const excluded = rule.excludedEntityIds.filter((entityId) => !before?.excludedEntityIds.includes(entityId))
  if (excluded.length > 0 && !(await hasEntities(transaction, customerId, excluded)))
    throw Invalid.field('excludedEntityIds', message, 'alert_rule.entity_unknown')
  const circle = await findCircleWith(transaction, customerId, rule, before?.alertRuleId ?? null)
  if (!circle) return
  const cause = `Rules would wait for each other: ${circle}. Leave out one of these metrics.`
  throw Invalid.field('dependsOnMetrics', cause, 'alert_rule.depends_in_circle')
}

/** The metrics of the circle that this rule closes with the others. Of two that would close one at the same time, the second sees the first. */
async function findCircleWith(
  transaction: Transaction,
  customerId: string,
  rule: Pick<NewAlertRule, 'metricName' | 'dependsOnMetrics'>,
  exceptRuleId: string | null,
): Promise<string | undefined> {
  if (rule.dependsOnMetrics.length === 0) return
  await lockDependencies(transaction, customerId)
  return findCircle(rule, await readDependencies(transaction, customerId, exceptRuleId))?.join(' → ')
}

export async function findRule(transaction: Transaction, customerId: string, ruleId: string): Promise<AlertRuleRow> {
  const rule = await readRule(transaction, customerId, ruleId)
  if (!rule) throw new NotFound()
  return rule
}

type Noted = { ruleId: string; change: AlertRuleVersion['change']; before: AlertRuleRow | null }

/** The rule as it is now: in its history, in the record of actions, and announced to everyone who looks at it. */
export async function noteChange(transaction: Transaction, context: Context, customerId: string, noted: Noted): Promise<AlertRule> {
  const { ruleId, change, before } = noted
  const rule = await findRule(transaction, customerId, ruleId)
  const content = contentOf(rule)
  const by = nameOfActor(context.actor)
  await insertRuleVersion(transaction, customerId, { ruleId, version: rule.version, change, by, now: context.now, content })
  const details = change === 'changed' && before ? { name: rule.name, before: contentOf(before), after: content } : { name: rule.name }
  await recordAction(transaction, context, customerId, { action: `alert-rule.${change}`, target: ruleId, details })
  await noteRulesChanged(transaction, customerId)
  announce(transaction, { type: 'alert-rule.changed', customerId, alertRuleIds: [ruleId] })
  return presentRule(rule)
}

export const writtenBy = (context: Context, ruleId: string) => ({
  ruleId,
  slot: slotOf(context.now.getTime()),
  by: nameOfActor(context.actor),
  now: context.now,
})

export async function createRule(context: Context, customerId: string, wanted: NewAlertRule): Promise<AlertRule> {
  const rule = readWanted(wanted)
  const ruleId = randomUUID()
  return inTransaction(context, customerId, async (transaction) => {
    const { all, byFilter } = await countRules(transaction, customerId)
    const { perCustomer, filterRulesPerCustomer } = ruleLimits
    if (all >= perCustomer || (rule.filter && byFilter >= filterRulesPerCustomer)) {
      const most = all >= perCustomer ? perCustomer : filterRulesPerCustomer
      throw Conflict.field('', `There are ${most} alert rules already. Delete one that is not used any more.`, 'alert_rule.too_many')
    }
    await checkAgainstOthers(transaction, customerId, rule, null)
    await insertRule(transaction, customerId, rule, writtenBy(context, ruleId))
    const created = await noteChange(transaction, context, customerId, { ruleId, change: 'created', before: null })
    await keepAnswer(transaction, context, customerId, created)
    return created
  })
}

/** The rule, which no one else changes until the transaction ends. Throws NotFound for one that is deleted. */
async function lockExisting(transaction: Transaction, customerId: string, id: string): Promise<AlertRuleRow> {
  const ruleId = readUuid(id)
  await lockRules(transaction, customerId, [ruleId])
  const rule = await findRule(transaction, customerId, ruleId)
  if (rule.deletedAt) throw new NotFound()
  return rule
}

export async function changeRule(
  context: Context,
  customerId: string,
  id: string,
  { version, ...wanted }: NewAlertRule & { version: number },
): Promise<AlertRule> {
  const rule = readWanted(wanted)
  return inTransaction(context, customerId, async (transaction) => {
    const before = await lockExisting(transaction, customerId, id)
    const ruleId = before.alertRuleId
    if (before.version !== version) {
      const message = 'Someone else changed this rule.'
      throw new Stale({ ...presentRule(before) }, message, 'alert_rule.changed_meanwhile')
    }
    refuseProvided(context, before, rule)
    await checkAgainstOthers(transaction, customerId, rule, before)
    await updateRule(transaction, customerId, rule, writtenBy(context, ruleId))
    await clearNewThresholds(transaction, customerId, ruleId)
    return noteChange(transaction, context, customerId, { ruleId, change: 'changed', before })
  })
}

/** Whether the customer takes the thresholds that the standard has now, or keeps its own; to keep them where nothing is asked does nothing. */
export async function decideThresholds(
  context: Context,
  customerId: string,
  id: string,
  { take, version }: { take: boolean; version: number },
): Promise<AlertRule> {
  return inTransaction(context, customerId, async (transaction) => {
    const before = await lockExisting(transaction, customerId, id)
    const ruleId = before.alertRuleId
    if (before.version !== version) {
      const message = 'Someone else has changed this rule in the meantime.'
      throw new Stale({ ...presentRule(before) }, message, 'alert_rule.changed_meanwhile')
    }
    const thresholds = before.standard?.newThresholds
    if (!thresholds && !take) return presentRule(before)
    if (!thresholds) throw Conflict.field('', 'The standard has no other thresholds.', 'alert_rule.no_new_thresholds')
    await clearNewThresholds(transaction, customerId, ruleId)
    if (take) {
      await updateRule(transaction, customerId, { ...contentOf(before), ...thresholds }, writtenBy(context, ruleId))
      return noteChange(transaction, context, customerId, { ruleId, change: 'changed', before })
    }
    await recordAction(transaction, context, customerId, {
      ...{ action: 'alert-rule.thresholds-kept', target: ruleId, details: { name: before.name } },
    })
    announce(transaction, { type: 'alert-rule.changed', customerId, alertRuleIds: [ruleId] })
    return presentRule(await findRule(transaction, customerId, ruleId))
  })
}

/** Only staff change what comes from a standard; customers its thresholds, where the standard allows it. */
function refuseProvided({ isStaff }: Context, before: AlertRuleRow, wanted?: NewAlertRule): void {
  if (!before.standard || isStaff) return
  const { excludedEntityIds, dependsOnMetrics, valid_from_dt, valid_to_dt, entityId } = contentOf(before)
  const others = { excludedEntityIds, dependsOnMetrics, valid_from_dt, valid_to_dt, entityId }
  const areOthersSame = (Object.keys(others) as (keyof typeof others)[]).every(
    (name) => JSON.stringify(wanted?.[name]) === JSON.stringify(others[name]),
  )
  if (wanted && before.standard.allowsThresholdChanges && areOthersSame && changesThresholdsOnly(contentOf(before), wanted)) return
  const message = before.standard.allowsThresholdChanges
    ? 'This rule comes from your provider. You can change its thresholds; ask your provider to change the rest.'
    : 'This rule comes from your provider. Ask them to change it.'
  const key = before.standard.allowsThresholdChanges ? 'alert_rule.provided_thresholds' : 'alert_rule.provided'
  throw Conflict.field('', message, key)
}

/** Does nothing to a rule that already is as wanted. */
async function switchOne(transaction: Transaction, context: Context, customerId: string, id: string, enabled: boolean): Promise<AlertRule> {
  const before = await lockExisting(transaction, customerId, id)
  if (before.enabled === enabled) return presentRule(before)
  refuseProvided(context, before)
  const ruleId = before.alertRuleId
  await updateRule(transaction, customerId, { ...contentOf(before), enabled }, writtenBy(context, ruleId))
  return noteChange(transaction, context, customerId, { ruleId, change: enabled ? 'enabled' : 'disabled', before })
}

/** It can be restored for a while. What it raised is resolved by the worker, a minute later. */
async function deleteOne(transaction: Transaction, context: Context, customerId: string, id: string): Promise<void> {
  const before = await lockExisting(transaction, customerId, id)
  refuseProvided(context, before)
  const ruleId = before.alertRuleId
  await writeDeleted(transaction, customerId, { ...writtenBy(context, ruleId), deletedAt: context.now })
  await noteChange(transaction, context, customerId, { ruleId, change: 'deleted', before })
}

async function restoreOne(transaction: Transaction, context: Context, customerId: string, id: string): Promise<AlertRule> {
  const ruleId = readUuid(id)
  await lockRules(transaction, customerId, [ruleId])
  const rule = await findRule(transaction, customerId, ruleId)
  if (!rule.deletedAt) throw Conflict.field('', 'The rule is not deleted.', 'alert_rule.not_deleted')
  if (context.now.getTime() - rule.deletedAt.getTime() > ruleLimits.undoDeleteMinutes * 60_000)
    throw Conflict.field('', 'The rule was deleted too long ago. Create a new one.', 'alert_rule.deleted_for_good')
  if (await isProvidedAgain(transaction, customerId, ruleId))
    throw Conflict.field('', 'Your provider’s standard has created this rule again.', 'alert_rule.provided_again')
  const circle = await findCircleWith(transaction, customerId, rule, ruleId)
  if (circle) {
    const message = `Rules would wait for each other: ${circle}. Remove one of these dependencies from the other rules, then undo again.`
    throw Conflict.field('', message, 'alert_rule.restored_in_circle')
  }
  await writeDeleted(transaction, customerId, { ...writtenBy(context, ruleId), deletedAt: null })
  return noteChange(transaction, context, customerId, { ruleId, change: 'restored', before: rule })
}

export const switchRule = (context: Context, customerId: string, id: string, enabled: boolean): Promise<AlertRule> =>
  inTransaction(context, customerId, (transaction) => switchOne(transaction, context, customerId, id, enabled))

export const deleteRule = async (context: Context, customerId: string, id: string): Promise<undefined> => {
  await inTransaction(context, customerId, (transaction) => deleteOne(transaction, context, customerId, id))
}

export const restoreRule = (context: Context, customerId: string, id: string): Promise<AlertRule> =>
  inTransaction(context, customerId, (transaction) => restoreOne(transaction, context, customerId, id))

/** Each rule by the rules of a single change. All are locked first: the revision that each change writes is locked after them, as in single changes. */
export function changeManyRules(context: Context, customerId: string, { what, alertRuleIds }: ManyAlertRules): Promise<ManyOutcome> {
  const ids = [...new Set(alertRuleIds.map((id) => id.toLowerCase()))]
  return inTransaction(context, customerId, async (transaction) => {
    await lockRules(transaction, customerId, ids)
    const outcome = await changeEach(transaction, ids, (id) => {
      if (what === 'delete') return deleteOne(transaction, context, customerId, id)
      if (what === 'restore') return restoreOne(transaction, context, customerId, id)
      return switchOne(transaction, context, customerId, id, what === 'enable')
    })
    await keepAnswer(transaction, context, customerId, outcome)
    return outcome
  })
}
