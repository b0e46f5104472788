import type { NewProcess, Process } from '@vakt/contract/processes/processes.ts'
import { readTag } from '@vakt/domain/resource-limit.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** A process as the contract has it, with dates instead of texts. */
export type ProcessRow = Omit<Process, 'createdAt' | 'modifiedAt'> & {
  createdAt: Date
  modifiedAt: Date
  removedAt: Date | null
  nameKey: string
}

export const processColumns = `
  p.process_id as "processModelId", p.customer_id, p.name, p.name_key as "nameKey", v.description, p.enabled, p.entity_id as "entityId", p.filter,
  p.excluded_entity_ids as "excludedEntityIds", p.all_rules as "applyToAllAlertRules", p.rule_ids as "alertRuleIds",
  p.external_rules as "externalRules", v.actions,
  case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name) end as entity,
  case when p.excluded_entity_ids = '{}' then '[]'::json else (
    select coalesce(json_agg(json_build_object('entityId', x.entity_id, 'name', x.name) order by x.name_key), '[]') from entity x
    where x.customer_id = p.customer_id and x.entity_id = any (p.excluded_entity_ids)) end as excluded,
  case when p.rule_ids = '{}' then '[]'::json else (
    select coalesce(json_agg(json_build_object('alertRuleId', r.rule_id, 'name', r.name, 'isDeleted', r.deleted_at is not null)
      order by r.name_key), '[]') from alert_rule r
    where r.customer_id = p.customer_id and r.rule_id = any (p.rule_ids)) end as "alertRules",
  p.created_at as "createdAt", p.created_by as "createdBy", p.modified_at as "modifiedAt", p.modified_by as "modifiedBy",
  p.removed_at as "removedAt", p.version`

export const fromProcesses = `from process p
  join process_version v on v.customer_id = p.customer_id and v.process_id = p.process_id and v.version = p.version
  left join entity e on e.customer_id = p.customer_id and e.entity_id = p.entity_id`

export async function readProcess(transaction: Transaction, customerId: string, processId: string): Promise<ProcessRow | undefined> {
  const { rows } = await transaction.query<ProcessRow>(
    `select ${processColumns}, case when p.entity_id is not null then 1 else (
       select count(*)::int from entity c where c.customer_id = $1 and process_covers(p, c)) end as covers
     ${fromProcesses} where p.customer_id = $1 and p.process_id = $2`,
    [customerId, processId],
  )
  return rows[0]
}

/** No one else changes the process until the transaction ends. */
export async function lockProcess(transaction: Transaction, customerId: string, processId: string): Promise<void> {
  await transaction.query('select from process where customer_id = $1 and process_id = $2 for update', [customerId, processId])
}

/** How many processes the customer has, and how many of them by a filter. */
export async function countProcesses(transaction: Transaction, customerId: string): Promise<{ all: number; byFilter: number }> {
  const { rows } = await transaction.query<{ all: number; byFilter: number }>(
    `select count(*)::int as all, count(*) filter (where entity_id is null)::int as "byFilter"
     from process where customer_id = $1 and removed_at is null`,
    [customerId],
  )
  return rows[0] ?? { all: 0, byFilter: 0 }
}

const count = async (transaction: Transaction, sql: string, customerId: string, ids: readonly string[]): Promise<number> => {
  const { rows } = await transaction.query<{ count: number }>(`select count(*)::int as count from ${sql}`, [customerId, ids])
  return rows[0]?.count ?? 0
}

export const countEntities = (transaction: Transaction, customerId: string, ids: readonly string[]): Promise<number> =>
  count(transaction, 'entity where customer_id = $1 and entity_id = any ($2)', customerId, ids)

export const countRules = (transaction: Transaction, customerId: string, ids: readonly string[]): Promise<number> =>
  count(transaction, 'alert_rule where customer_id = $1 and rule_id = any ($2) and deleted_at is null', customerId, ids)

/** What can be changed, in the order of `contentColumns`. Description and actions are in the version alone. */
function contentValues(process: NewProcess): unknown[] {
  const { filter } = process
  const lower = (texts: string[] = []) => texts.map((text) => text.toLowerCase())
  const tags = Map.groupBy((filter?.tag ?? []).map(readTag), ({ key }) => key)
  const tagValues = Object.fromEntries([...tags].map(([key, pairs]) => [key, pairs.map(({ value }) => value)]))
  return [
    process.name,
    process.enabled,
    process.entityId,
    filter && JSON.stringify(filter),
    lower(filter?.type),
    lower(filter?.resourceGroup),
    JSON.stringify(tagValues),
    process.excludedEntityIds,
    process.applyToAllAlertRules,
    process.alertRuleIds,
    process.externalRules,
  ]
}
const contentColumns = `name, enabled, entity_id, filter, filter_types, filter_resource_groups, filter_tags, excluded_entity_ids,
  all_rules, rule_ids, external_rules`
const placeholders = contentColumns.split(',').map((_, index) => `$${index + 5}`)

type Written = { processId: string; by: string; now: Date }

export async function insertProcess(
  transaction: Transaction,
  customerId: string,
  process: NewProcess,
  { processId, by, now }: Written,
): Promise<void> {
  await transaction.query(
    `insert into process (customer_id, process_id, created_by, created_at, modified_by, modified_at, ${contentColumns})
     values ($1, $2, $3, $4, $3, $4, ${placeholders.join(', ')})`,
    [customerId, processId, by, now, ...contentValues(process)],
  )
}

/** Writes the whole content, as a new version. */
export async function updateProcess(
  transaction: Transaction,
  customerId: string,
  process: NewProcess,
  { processId, by, now }: Written,
): Promise<void> {
  await transaction.query(
    `update process set modified_by = $3, modified_at = $4, version = version + 1, (${contentColumns}) = row (${placeholders.join(', ')})
     where customer_id = $1 and process_id = $2`,
    [customerId, processId, by, now, ...contentValues(process)],
  )
}

export async function writeRemoved(
  transaction: Transaction,
  customerId: string,
  { processId, by, now, removedAt }: Written & { removedAt: Date | null },
): Promise<void> {
  await transaction.query(
    `update process set modified_by = $3, modified_at = $4, version = version + 1, removed_at = $5 where customer_id = $1 and process_id = $2`,
    [customerId, processId, by, now, removedAt],
  )
}
