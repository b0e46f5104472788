import type { RuleState } from '@vakt/domain/alert-rules/advance-rule.ts'
import { readTag } from '@vakt/domain/resource-limit.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type CoveredRow = { entityId: string; name: string; nameKey: string }

/** By name; one row more than the limit. */
export async function readCoveredPage(
  transaction: Transaction,
  customerId: string,
  { ruleId, after, limit }: { ruleId: string; after: readonly string[] | null; limit: number },
): Promise<CoveredRow[]> {
  const { rows } = await transaction.query<CoveredRow>(
    // Limited inside, so that the entities are read in order until the page is full.
    `select e.entity_id as "entityId", e.name, e.name_key as "nameKey" from alert_rule r
     cross join lateral (
       select * from entity e
       where e.customer_id = $1 and (r.entity_id is null or e.entity_id = r.entity_id) and alert_rule_covers(r, e)
         and ($3::text is null or (e.name_key, e.entity_id) > ($3, $4::uuid))
       order by e.name_key, e.entity_id limit $5
     ) e
     where r.customer_id = $1 and r.rule_id = $2
     order by e.name_key, e.entity_id`,
    [customerId, ruleId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  )
  return rows
}

export type SeriesState = Pick<RuleState, 'violations' | 'firing' | 'since'> & {
  seriesNo: number
  inhibitedBy: { alertRuleId: string; name: string } | null
}

export async function readStatesOfEntities(
  transaction: Transaction,
  customerId: string,
  { ruleId, entityIds }: { ruleId: string; entityIds: readonly string[] },
): Promise<SeriesState[]> {
  const { rows } = await transaction.query<SeriesState>(
    `select s.series_no as "seriesNo", s.violations, s.firing, s.since_slot as since,
       case when i.rule_id is not null then json_build_object('alertRuleId', i.rule_id, 'name', i.name) end as "inhibitedBy"
     from alert_rule_state s left join alert_rule i on i.customer_id = s.customer_id and i.rule_id = s.inhibited_by
     where s.customer_id = $1 and s.rule_id = $2 and s.entity_id = any ($3)`,
    [customerId, ruleId, entityIds],
  )
  return rows
}

export type CoverFilter = { type?: string[] | undefined; resourceGroup?: string[] | undefined; tag?: string[] | undefined }

/** A filter as the rows of rules have it, for `alert_rule_covers`. */
export function filterColumnsOf({ type = [], resourceGroup = [], tag = [] }: CoverFilter) {
  const lower = (texts: string[]) => texts.map((text) => text.toLowerCase())
  const tags = Map.groupBy(tag.map(readTag), ({ key }) => key)
  const filter_tags = Object.fromEntries([...tags].map(([key, pairs]) => [key, pairs.map(({ value }) => value)]))
  return { filter_types: lower(type), filter_resource_groups: lower(resourceGroup), filter_tags }
}

const maxExamples = 20

/** The first entities by name that the filter covers, with the metric where one is given. */
export async function readExamples(
  transaction: Transaction,
  customerId: string,
  metric: string | null,
  filter: Parameters<typeof filterColumnsOf>[0],
): Promise<{ entityId: string; name: string }[]> {
  const rule = { ...filterColumnsOf(filter), excluded_entity_ids: [] }
  const { rows } = await transaction.query<{ entityId: string; name: string }>(
    `select e.entity_id as "entityId", e.name from entity e
     where e.customer_id = $1 and alert_rule_covers(jsonb_populate_record(null::alert_rule, $3), e)
       and ($2::text is null
         or exists (select from metric_series s where s.customer_id = $1 and s.entity_id = e.entity_id and s.metric = $2))
     order by e.name_key, e.entity_id limit $4`,
    [customerId, metric, JSON.stringify(rule), maxExamples],
  )
  return rows
}
