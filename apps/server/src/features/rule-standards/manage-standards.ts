import { randomUUID } from 'node:crypto'
import { type NewRuleStandard, type RuleStandard, standardLimits } from '@vakt/contract/alert-rules/rule-standards.ts'
import { checkRule } from '@vakt/domain/alert-rules/check-rule.ts'
import { readLabels } from '@vakt/domain/customer-labels.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { followGroupsOnCommit } from '#server/features/customers/follow-groups.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomersWithin, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn, Stale } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { presentStandard, readStandard } from './list-standards.ts'
import {
  countFollowersForAllCustomers,
  countStandards,
  deleteStandardRow,
  insertStandard,
  lockStandard,
  type StoredStandard,
  updateStandard,
} from './rule-standard-table.ts'

/** The provider whose standards they are: that of the member of staff who calls. */
export function providerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

/** Tidies texts and gives each new rule an id. Throws Invalid with every problem, by the place of the rule. */
function readWanted(wanted: NewRuleStandard, before: Pick<RuleStandard, 'rules' | 'groups'>) {
  const knownIds = new Set(before.rules.map(({ standardRuleId }) => standardRuleId))
  const problems = wanted.rules.flatMap((rule, index) =>
    checkRule({ ...rule, dependsOnMetrics: [], valid_from_dt: null, valid_to_dt: null, entityId: null, filter: wanted.filter }).map(
      ({ property, message, key }) => ({ property: `rules.${index}.${property}`, message, message_translation_key: key }),
    ),
  )
  if (problems.length > 0) throw new Invalid(problems)
  const rules = wanted.rules.map(({ standardRuleId, ...rule }) => ({
    ...rule,
    // An id that the standard does not have would let a rule take the place of another.
    standardRuleId: standardRuleId !== undefined && knownIds.has(standardRuleId) ? standardRuleId : randomUUID(),
    name: tidyLine(rule.name),
    description: rule.description.trim(),
    criticalThreshold: rule.useCriticalThreshold ? rule.criticalThreshold : null,
  }))
  if (new Set(rules.map(({ standardRuleId }) => standardRuleId)).size < rules.length)
    throw Invalid.field('rules', 'Two rules have the same standardRuleId. Leave it out of the new one.', 'rule_standard.rule_twice')
  return {
    ...wanted,
    name: tidyLine(wanted.name),
    description: wanted.description.trim(),
    rules,
    groups: wanted.groups ? readLabels(wanted.groups) : before.groups,
  }
}

/** Throws NotFound. */
export async function lockKnown(transaction: Transaction, provider: string, standardId: string): Promise<StoredStandard> {
  const standard = await lockStandard(transaction, provider, standardId)
  if (!standard) throw new NotFound()
  return standard
}

const detailsOf = ({ name, rules, groups }: Pick<RuleStandard, 'name' | 'rules' | 'groups'>) => ({
  ...{ name, rules: rules.length },
  ...(groups.length > 0 && { groups }),
})

export async function createStandard(context: CallContext, wanted: NewRuleStandard): Promise<RuleStandard> {
  const provider = providerOf(context)
  const content = readWanted(wanted, { rules: [], groups: [] })
  const standardId = randomUUID()
  return inTransaction(context, provider, async (transaction) => {
    if ((await countStandards(transaction, provider)) >= standardLimits.standards)
      throw Conflict.field('', `There are ${standardLimits.standards} standards already. Delete one.`, 'rule_standard.too_many')
    await insertStandard(transaction, provider, content, { standardId, by: nameOfActor(context.actor), now: context.now })
    if (content.groups.length > 0) await followGroupsOnCommit(transaction, provider, standardId)
    const details = detailsOf(content)
    await recordAction(transaction, context, provider, { action: 'rule-standard.created', target: standardId, details })
    const created = await lockKnown(transaction, provider, standardId)
    return presentStandard({ ...created, followers: 0, drifting: 0, driftingAt: [], application: null })
  })
}

export async function changeStandard(
  context: CallContext,
  id: string,
  { version, ...wanted }: NewRuleStandard & { version: number },
): Promise<RuleStandard> {
  const provider = providerOf(context)
  const standardId = readUuid(id)
  await inTransaction(context, provider, async (transaction) => {
    const before = await lockKnown(transaction, provider, standardId)
    if (before.version !== version) {
      const message = 'Someone else changed this standard.'
      throw new Stale(
        { ...presentStandard({ ...before, followers: 0, drifting: 0, driftingAt: [], application: null }) },
        message,
        'rule_standard.changed_meanwhile',
      )
    }
    const content = readWanted(wanted, before)
    await updateStandard(transaction, provider, content, { standardId, by: nameOfActor(context.actor), now: context.now })
    if (before.groups.length + content.groups.length > 0) await followGroupsOnCommit(transaction, provider, standardId)
    const details = detailsOf(content)
    await recordAction(transaction, context, provider, { action: 'rule-standard.changed', target: standardId, details })
  })
  return readStandard(context, standardId)
}

/** Only one that no customer follows: its rules would be left without it. */
export async function deleteStandard(context: CallContext, id: string): Promise<undefined> {
  const provider = providerOf(context)
  const standardId = readUuid(id)
  return inTransaction(context, provider, async (transaction) => {
    const { name } = await lockKnown(transaction, provider, standardId)
    // After the lock: the one who applies it holds that until the followers are written.
    const followers = await readForAllCustomersWithin(transaction, context, (reading) => countFollowersForAllCustomers(reading, standardId))
    if (followers > 0) {
      const message = `${followers} customers follow this standard. Stop it for them first.`
      throw Conflict.field('', message, 'rule_standard.followed')
    }
    await deleteStandardRow(transaction, provider, standardId)
    await recordAction(transaction, context, provider, { action: 'rule-standard.deleted', target: standardId, details: { name } })
    return undefined
  })
}
