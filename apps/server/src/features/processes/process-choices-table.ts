import type { ProcessChoices } from '@vakt/contract/processes/processes.ts'
import { ruleSource } from '#server/features/alert-rules/rule-alerts.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

const most = 500
/** So many alerts and tickets are looked through, the newest first. */
const latest = 5000

/** The customer's alert rules by name: those that cover the entity, or all. */
export async function readRuleChoices(
  transaction: Transaction,
  customerId: string,
  entityId: string | null,
): Promise<ProcessChoices['alertRules']> {
  const { rows } = await transaction.query<ProcessChoices['alertRules'][number]>(
    `select r.rule_id as "alertRuleId", r.name from alert_rule r
     where r.customer_id = $1 and r.deleted_at is null and ($2::uuid is null or r.entity_id = $2
       or (r.entity_id is null and exists (select from entity e where e.customer_id = $1 and e.entity_id = $2 and alert_rule_covers(r, e))))
     order by r.name_key, r.rule_id limit ${most}`,
    [customerId, entityId],
  )
  return rows
}

/** Names of rules of other sources that have lately alerted on the entity, or anywhere at the customer. */
export async function readExternalRules(transaction: Transaction, customerId: string, entityId: string | null): Promise<string[]> {
  const { rows } = await transaction.query<{ rule: string }>(
    `select distinct a.rule from (
       select rule, source from alert where customer_id = $1 and ($2::uuid is null or entity_id = $2) order by changed_at desc limit ${latest}
     ) a where a.source <> $3 order by a.rule limit ${most}`,
    [customerId, entityId, ruleSource],
  )
  return rows.map(({ rule }) => rule)
}

/** The groups that the customer's tickets are assigned to. */
export async function readAssigneeGroups(transaction: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ name: string }>(
    `select distinct assignee_group as name from (
       select assignee_group from ticket where customer_id = $1 order by ticket_id desc limit ${latest}
     ) t where assignee_group is not null order by 1 limit ${most}`,
    [customerId],
  )
  return rows.map(({ name }) => name)
}
