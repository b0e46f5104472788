import type { RuleStandard, StandardFollower } from '@vakt/contract/alert-rules/rule-standards.ts'
import { judgeProvidedRule, type StandardPart } from '@vakt/domain/alert-rules/standard-drift.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound, NotSignedIn } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import {
  type FollowerRow,
  type ProvidedRow,
  readFollowerPageForAllCustomers,
  readProvidedForAllCustomers,
  readStandardForAllCustomers,
  readStandardPageForAllCustomers,
  type StandardRow,
} from './rule-standard-table.ts'

export const presentStandard = ({ nameKey: _, groupKeys: __, modifiedAt, ...row }: StandardRow): RuleStandard => ({
  ...row,
  modifiedAt: modifiedAt.toISOString(),
})

function callerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

export async function listStandards(
  context: CallContext,
  { limit = 50, q }: { limit?: number; q?: string },
  after: readonly string[] | null,
): Promise<Listing<RuleStandard>> {
  const provider = callerOf(context)
  const rows = await readForAllCustomers(context, (transaction) =>
    readStandardPageForAllCustomers(transaction, provider, { q, after, limit }),
  )
  const page = nextPage(rows, limit, ({ nameKey, standardId }) => [nameKey, standardId])
  return { ...page, rows: page.rows.map(presentStandard) }
}

/** Throws NotFound. */
export async function readStandard(context: CallContext, id: string): Promise<RuleStandard> {
  const provider = callerOf(context)
  const standardId = readUuid(id)
  const row = await readForAllCustomers(context, (transaction) => readStandardForAllCustomers(transaction, provider, standardId))
  if (!row) throw new NotFound()
  return presentStandard(row)
}

/** What a rule of the standard makes of a customer's rule. */
export const wantedPart = (
  { standardRuleId: _, ...content }: RuleStandard['rules'][number],
  { filter }: Pick<RuleStandard, 'filter'>,
): StandardPart => ({
  ...content,
  enabled: true,
  filter,
})

export async function listFollowers(
  context: CallContext,
  id: string,
  { limit = 50, drifting, after }: { limit?: number; drifting?: boolean; after: readonly string[] | null },
): Promise<Listing<StandardFollower>> {
  const provider = callerOf(context)
  const standardId = readUuid(id)
  return readForAllCustomers(context, async (transaction) => {
    const standard = await readStandardForAllCustomers(transaction, provider, standardId)
    if (!standard) throw new NotFound()
    const rows = await readFollowerPageForAllCustomers(transaction, standardId, { drifting, after, limit })
    const page = nextPage(rows, limit, ({ name, customerId }) => [name, customerId])
    const customerIds = page.rows.map(({ customerId }) => customerId)
    const provided = Map.groupBy(await readProvidedForAllCustomers(transaction, standardId, customerIds), ({ customerId }) => customerId)
    return { ...page, rows: page.rows.map((row) => presentFollower(standard, row, provided.get(row.customerId) ?? [])) }
  })
}

function presentFollower(standard: StandardRow, row: FollowerRow, provided: ProvidedRow[]): StandardFollower {
  const rules = standard.rules.map((rule): StandardFollower['rules'][number] => {
    const { standardRuleId, name } = rule
    const found = provided.find((one) => one.standardRuleId === standardRuleId)
    if (!found) return { standardRuleId, name, alertRuleId: null, state: 'missing', fields: [] }
    const { here, applied, alertRuleId } = found
    const wanted = wantedPart(rule, standard)
    const { state, fields } = judgeProvidedRule({ standard: wanted, applied, here, ...standard })
    return {
      standardRuleId,
      name,
      alertRuleId,
      state,
      fields: fields.map((one) => ({ name: one, standard: wanted[one], here: here[one] })),
    }
  })
  const removed = provided.filter((one) => !standard.rules.some(({ standardRuleId }) => standardRuleId === one.standardRuleId))
  return {
    ...row,
    appliedAt: row.appliedAt.toISOString(),
    rules: [
      ...rules,
      ...removed.map(({ standardRuleId, alertRuleId, here }) => ({
        ...{ standardRuleId, alertRuleId, name: here.name, state: 'outdated' as const },
        fields: [],
      })),
    ],
  }
}
