import type { ruleStateFilters } from '@vakt/contract/alert-rules/alert-rule-filters.ts'
import { gatherValues } from '#server/platform/database/gather-values.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type AlertRuleRow, fromRules, isEvaluated, ruleColumns } from './alert-rule-table.ts'
import { lastSlotBeforeFault } from './rule-fault-table.ts'

type RuleFilter = {
  q?: string | undefined
  active?: boolean | undefined
  severity?: number[] | undefined
  state?: (typeof ruleStateFilters)[number][] | undefined
}
export type RuleListFilter = RuleFilter & { entityId?: string | undefined }
/** `customer`: only of these customers. */
export type RuleFilterForAllCustomers = RuleFilter & { customer?: string[] | undefined }
type Paging = { after: readonly string[] | null; limit: number }

export type RuleOfCustomerRow = AlertRuleRow & { customer: { customerId: string; name: string } }

const stateConditions: Record<(typeof ruleStateFilters)[number], string> = {
  firing: 's.firing + s.critical > 0',
  counting: 's.counting > 0',
  inhibited: 's.inhibited > 0',
  'no-data': 'r.enabled and (r.missing_series > 0 or r.watched_series = 0)',
  'not-evaluated': `r.enabled and ${lastSlotBeforeFault} is not null`,
  ok: `r.enabled and ${lastSlotBeforeFault} is null and s.firing + s.critical + s.counting + s.inhibited + r.missing_series = 0 and r.watched_series > 0
    and exists (select from alert_rule_clock c where c.customer_id = r.customer_id and ${isEvaluated})`,
}

const customerOfRule = `json_build_object('customerId', r.customer_id,
  'name', (select c.name from customer c where c.customer_id = r.customer_id)) as customer`

/** Those that fire now: few, which the index `alert_rule_state_firing` finds. */
const isFiring = `exists (select from alert_rule_state f where f.customer_id = r.customer_id and f.rule_id = r.rule_id
  and f.firing in ('yes', 'critical') and f.inhibited_by is null)`

const coversEntity = (id: string) => `(r.entity_id = ${id}::uuid or (r.entity_id is null and exists (
  select from entity o where o.customer_id = r.customer_id and o.entity_id = ${id}::uuid and alert_rule_covers(r, o))))`

/** Of those that fire, or of the others, by name: one row more than the limit. Of all customers, for null, each says whose it is. */
export function selectRulePage(
  customerId: string | null,
  { entityId, q, active, severity, state, customer }: RuleListFilter & RuleFilterForAllCustomers,
  { fires, after, limit }: Paging & { fires: boolean },
) {
  const { values, put } = gatherValues()
  const conditions = ['r.deleted_at is null', fires ? isFiring : 's.firing + s.critical = 0']
  if (customerId !== null) conditions.push(`r.customer_id = ${put(customerId)}`)
  if (customer) conditions.push(`r.customer_id = any (${put(customer)}::text[])`)
  if (entityId) conditions.push(coversEntity(put(entityId)))
  const part = q?.trim().toLowerCase()
  if (part) {
    const sought = put(part)
    conditions.push(
      `(strpos(r.name_key, ${sought}) > 0 or strpos(lower(r.metric_name), ${sought}) > 0 or strpos(e.name_key, ${sought}) > 0)`,
    )
  }
  if (active !== undefined) conditions.push(`r.enabled = ${put(active)}`)
  if (severity) conditions.push(`r.severity = any (${put(severity)}::int[])`)
  if (state && state.length > 0) conditions.push(`(${state.map((one) => `(${stateConditions[one]})`).join(' or ')})`)
  if (after) conditions.push(`(r.name_key, r.rule_id) > (${put(after[0])}, ${put(after[1])}::uuid)`)
  return {
    text: `select ${ruleColumns}${customerId === null ? `, ${customerOfRule}` : ''} ${fromRules}
      where ${conditions.join(' and ')} order by r.name_key, r.rule_id limit ${Math.trunc(limit) + 1}`,
    values,
  }
}

const [firing, others] = ['firing', 'others'] as const
/** Where a page goes on: among those that fire, or among the others; and behind which of them. */
const keyOf = (row: AlertRuleRow, fires: boolean) => [fires ? firing : others, row.nameKey, row.alertRuleId]

/** Those that fire first, each half by name. One row more than the limit, so that the caller sees whether there is a next page. */
async function readFiringFirst<Row extends AlertRuleRow>(
  transaction: Transaction,
  customerId: string | null,
  filter: RuleListFilter & RuleFilterForAllCustomers,
  { after, limit }: Paging,
): Promise<(Row & { key: string[] })[]> {
  const [half, ...behind] = after ?? [firing]
  const read = async (fires: boolean, paging: Paging) => {
    const { rows } = await transaction.query<Row>(selectRulePage(customerId, filter, { ...paging, fires }))
    return rows.map((row) => ({ ...row, key: keyOf(row, fires) }))
  }
  const goOn = behind.length > 0 ? behind : null
  if (half !== firing) return read(false, { after: goOn, limit })
  const first = await read(true, { after: goOn, limit })
  return first.length > limit ? first : [...first, ...(await read(false, { after: null, limit: limit - first.length }))]
}

export const readRulePage = (transaction: Transaction, customerId: string, filter: RuleListFilter, paging: Paging) =>
  readFiringFirst<AlertRuleRow>(transaction, customerId, filter, paging)

export const readRulePageForAllCustomers = (transaction: Transaction, filter: RuleFilterForAllCustomers, paging: Paging) =>
  readFiringFirst<RuleOfCustomerRow>(transaction, null, filter, paging)

/** How many there are, those of all customers for null. */
async function countRulesOf(
  transaction: Transaction,
  customerId: string | null,
  { entityId, active }: Pick<RuleListFilter, 'entityId' | 'active'>,
): Promise<number> {
  const { values, put } = gatherValues()
  const conditions = ['r.deleted_at is null']
  if (customerId !== null) conditions.push(`r.customer_id = ${put(customerId)}`)
  if (entityId) conditions.push(coversEntity(put(entityId)))
  if (active !== undefined) conditions.push(`r.enabled = ${put(active)}`)
  const text = `select count(*)::int as count from alert_rule r where ${conditions.join(' and ')}`
  const { rows } = await transaction.query<{ count: number }>({ text, values })
  return rows[0]?.count ?? 0
}

export const readRuleCount = (transaction: Transaction, customerId: string, filter: Pick<RuleListFilter, 'entityId' | 'active'>) =>
  countRulesOf(transaction, customerId, filter)

export const readRuleCountForAllCustomers = (transaction: Transaction, filter: Pick<RuleListFilter, 'active'>) =>
  countRulesOf(transaction, null, filter)
