import type { StandardPart } from '@vakt/domain/alert-rules/standard-drift.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ProvidedRuleRow = { ruleId: string; standardRuleId: string; applied: StandardPart }

/** The rules that a standard made at the customer, locked. */
export async function lockProvidedRules(transaction: Transaction, customerId: string, standardId: string): Promise<ProvidedRuleRow[]> {
  const { rows } = await transaction.query<ProvidedRuleRow>(
    `select rule_id as "ruleId", standard_rule_id as "standardRuleId", standard_content as applied from alert_rule
     where customer_id = $1 and standard_id = $2 and deleted_at is null order by rule_id for update`,
    [customerId, standardId],
  )
  return rows
}

/** Whether the rule of a standard that this deleted one was, is there again as another. */
export async function isProvidedAgain(transaction: Transaction, customerId: string, ruleId: string): Promise<boolean> {
  const { rows } = await transaction.query(
    `select from alert_rule r join alert_rule o on o.customer_id = r.customer_id and o.standard_id = r.standard_id
       and o.standard_rule_id = r.standard_rule_id and o.deleted_at is null
     where r.customer_id = $1 and r.rule_id = $2`,
    [customerId, ruleId],
  )
  return rows.length > 0
}

export type AppliedStandard = {
  standardId: string
  standardRuleId: string
  name: string
  allowsThresholdChanges: boolean
  part: StandardPart
  /** Null: as before, as long as the own thresholds stay; false: there is nothing to ask. */
  asks: boolean | null
}

/** Notes on a rule which standard it comes from, and what that says now. */
export async function writeAppliedStandard(
  transaction: Transaction,
  customerId: string,
  ruleId: string,
  { standardId, standardRuleId, name, allowsThresholdChanges, part, asks }: AppliedStandard,
): Promise<void> {
  await transaction.query(
    `update alert_rule set standard_id = $3, standard_rule_id = $4, standard_name = $5, standard_allows_threshold_changes = $6,
       standard_content = $7, standard_asks = coalesce($8, standard_asks) where customer_id = $1 and rule_id = $2`,
    [customerId, ruleId, standardId, standardRuleId, name, allowsThresholdChanges, JSON.stringify(part), asks],
  )
}

/** The customer has decided about the new thresholds of the standard. */
export async function clearNewThresholds(transaction: Transaction, customerId: string, ruleId: string): Promise<void> {
  await transaction.query('update alert_rule set standard_asks = false where customer_id = $1 and rule_id = $2 and standard_asks', [
    customerId,
    ruleId,
  ])
}
