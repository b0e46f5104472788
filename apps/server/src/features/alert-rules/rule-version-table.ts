import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { AlertRuleVersion } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type RuleVersionRow = Omit<AlertRuleVersion, 'at' | 'fields'> & { at: Date; content: NewAlertRule; before: NewAlertRule | null }

export async function insertRuleVersion(
  transaction: Transaction,
  customerId: string,
  written: { ruleId: string; version: number; change: AlertRuleVersion['change']; by: string; now: Date; content: NewAlertRule },
): Promise<void> {
  const { ruleId, version, change, by, now, content } = written
  await transaction.query(
    `insert into alert_rule_version (customer_id, rule_id, version, change, actor_name, at, content) values ($1, $2, $3, $4, $5, $6, $7)`,
    [customerId, ruleId, version, change, by, now, JSON.stringify(content)],
  )
}

/** The latest first, each with the content of the version before; one row more than the limit. */
export async function readRuleVersions(
  transaction: Transaction,
  customerId: string,
  { ruleId, before, limit }: { ruleId: string; before: number | null; limit: number },
): Promise<RuleVersionRow[]> {
  const { rows } = await transaction.query<RuleVersionRow>(
    `select v.version, v.change, v.at, v.actor_name as by, v.content, p.content as before
     from alert_rule_version v
     left join alert_rule_version p on p.customer_id = v.customer_id and p.rule_id = v.rule_id and p.version = v.version - 1
     where v.customer_id = $1 and v.rule_id = $2 and ($3::int is null or v.version < $3) order by v.version desc limit $4`,
    [customerId, ruleId, before, limit + 1],
  )
  return rows
}
