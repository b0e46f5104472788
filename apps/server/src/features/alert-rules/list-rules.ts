import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { AlertRule, AlertRuleVersion } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { AlertRuleOfCustomer } from '@vakt/contract/alert-rules/alert-rules-of-all.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { type AlertRuleRow, readRule } from './alert-rule-table.ts'
import { presentRule } from './present-rule.ts'
import {
  type RuleFilterForAllCustomers,
  type RuleListFilter,
  readRuleCount,
  readRuleCountForAllCustomers,
  readRulePage,
  readRulePageForAllCustomers,
} from './rule-list-table.ts'
import { type RuleVersionRow, readRuleVersions } from './rule-version-table.ts'

export async function listRules(
  context: Context,
  customerId: string,
  { limit = 50, ...filter }: RuleListFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<AlertRule>> {
  const rows = await inTransaction(context, customerId, (transaction) => readRulePage(transaction, customerId, filter, { after, limit }))
  const page = nextPage(rows, limit, ({ key }) => key)
  return { ...page, rows: page.rows.map(({ key, ...rule }) => presentRule(rule)) }
}

export async function listRulesOfAllCustomers(
  context: Context,
  { limit = 50, ...query }: RuleFilterForAllCustomers & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<AlertRuleOfCustomer>> {
  const filter = await withCustomersOfGroups(context, query)
  const rows = await readForAllCustomers(context, (transaction) => readRulePageForAllCustomers(transaction, filter, { after, limit }))
  const page = nextPage(rows, limit, ({ key }) => key)
  return { ...page, rows: page.rows.map(({ key, customer, ...rule }) => ({ ...presentRule(rule), customer })) }
}

export async function countRules(context: Context, customerId: string, filter: Pick<RuleListFilter, 'entityId' | 'active'>) {
  return { all: await inTransaction(context, customerId, (transaction) => readRuleCount(transaction, customerId, filter)) }
}

export async function countRulesOfAllCustomers(context: Context, filter: Pick<RuleListFilter, 'active'>) {
  return { all: await readForAllCustomers(context, (transaction) => readRuleCountForAllCustomers(transaction, filter)) }
}

/** Throws NotFound, also for a rule that is deleted. */
export async function findActiveRule(transaction: Transaction, customerId: string, id: string): Promise<AlertRuleRow> {
  const rule = await readRule(transaction, customerId, readUuid(id))
  if (!rule || rule.deletedAt) throw new NotFound()
  return rule
}

export async function getRule(context: Context, customerId: string, id: string): Promise<AlertRule> {
  return presentRule(await inTransaction(context, customerId, (transaction) => findActiveRule(transaction, customerId, id)))
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function presentVersion({ content, before, at, ...row }: RuleVersionRow): AlertRuleVersion {
  const names = before ? (Object.keys(content) as (keyof NewAlertRule)[]) : []
  const changed = names.filter((name) => !isSame(before?.[name], content[name]))
  return {
    ...row,
    at: at.toISOString(),
    fields: changed.map((name) => ({ name, before: before?.[name] ?? null, after: content[name] ?? null })),
  }
}

export async function listRuleHistory(
  context: Context,
  customerId: string,
  id: string,
  { limit = 50, after }: { limit?: number; after: readonly string[] | null },
): Promise<Listing<AlertRuleVersion>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const { alertRuleId: ruleId } = await findActiveRule(transaction, customerId, id)
    return readRuleVersions(transaction, customerId, { ruleId, before: after ? Number(after[0]) : null, limit })
  })
  const page = nextPage(rows, limit, ({ version }) => [String(version)])
  return { ...page, rows: page.rows.map(presentVersion) }
}
