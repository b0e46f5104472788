import type { AgentConfigurationContent, AgentFindings } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentTemplate, AgentTemplateMachine, NewAgentTemplate } from '@vakt/contract/agents/agent-templates.ts'
import { readTag } from '@vakt/domain/resource-limit.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** A template has changed, or a machine that one may cover: the worker looks at once. */
export const templateChannel = 'vakt_agent_template'

export type TemplateRow = Omit<AgentTemplate, 'machines' | 'modifiedAt'> & { modifiedAt: Date; nameKey: string }

const templateColumns = `t.template_id as "templateId", t.name, t.filter, t.customer_ids as "customerIds", v.content, t.revision, t.version,
  t.stable_version as "stableVersion", t.roll_out as "rollOut", t.stage, t.modified_at as "modifiedAt", t.modified_by as "modifiedBy", t.name_key as "nameKey"`
// One that was rolled back before it had any version shows the one that it tried.
const joined = `agent_template t join agent_template_version v
  on v.customer_id = t.customer_id and v.template_id = t.template_id and v.version = case when t.version = 0 then t.last_version else t.version end`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readTemplatePage(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<TemplateRow[]> {
  const { rows } = await transaction.query<TemplateRow>(
    `select ${templateColumns} from ${joined}
     where t.customer_id = $1 and t.deleted_at is null and ($2::text is null or (t.name_key, t.template_id) > ($2, $3::uuid))
     order by t.name_key, t.template_id limit $4`,
    [customerId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function readTemplate(transaction: Transaction, customerId: string, templateId: string): Promise<TemplateRow | undefined> {
  const { rows } = await transaction.query<TemplateRow>(
    `select ${templateColumns} from ${joined} where t.customer_id = $1 and t.template_id = $2 and t.deleted_at is null`,
    [customerId, templateId],
  )
  return rows[0]
}

/** Locked until the transaction ends. */
export async function lockTemplate(
  transaction: Transaction,
  customerId: string,
  templateId: string,
): Promise<
  { revision: number; version: number; stableVersion: number; lastVersion: number; rollOut: AgentTemplate['rollOut'] } | undefined
> {
  const { rows } = await transaction.query<{
    revision: number
    version: number
    stableVersion: number
    lastVersion: number
    rollOut: AgentTemplate['rollOut']
  }>(
    `select revision, version, stable_version as "stableVersion", last_version as "lastVersion", roll_out as "rollOut" from agent_template
     where customer_id = $1 and template_id = $2 and deleted_at is null for update`,
    [customerId, templateId],
  )
  return rows[0]
}

export async function countTemplates(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from agent_template where customer_id = $1 and deleted_at is null',
    [customerId],
  )
  return rows[0]?.count ?? 0
}

/** Whether the customer is the provider, whose templates count at other customers. */
export async function readOwner(transaction: Transaction, customerId: string): Promise<{ isProvider: boolean } | undefined> {
  const { rows } = await transaction.query<{ isProvider: boolean }>(
    'select is_provider as "isProvider" from customer where customer_id = $1',
    [customerId],
  )
  return rows[0]
}

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())

function filterValues({ filter, customerIds }: Pick<NewAgentTemplate, 'filter' | 'customerIds'>): unknown[] {
  const tags = Map.groupBy(filter.tag.map(readTag), ({ key }) => key)
  const tagValues = Object.fromEntries([...tags].map(([key, pairs]) => [key, pairs.map(({ value }) => value)]))
  return [JSON.stringify(filter), lower(filter.type), lower(filter.resourceGroup), JSON.stringify(tagValues), customerIds]
}

const triedMachines = 20

/** What the agents of machines that the filter lets through reported last, of the latest first, and how many such machines there are. */
export async function readFoundByFilter(
  transaction: Transaction,
  customerId: string,
  filter: NewAgentTemplate['filter'],
): Promise<{ machines: number; found: AgentFindings | null }[]> {
  const [, types, resourceGroups, tags] = filterValues({ filter, customerIds: [] })
  const { rows } = await transaction.query<{ machines: number; found: AgentFindings | null }>(
    `select (count(*) over ())::int as machines, r.found from entity e
     left join agent_configuration_report r on r.customer_id = e.customer_id and r.entity_id = e.entity_id
     where e.customer_id = $1 and not e.stale
       and exists (select from agent a where a.customer_id = $1 and a.entity_id = e.entity_id and a.revoked_at is null)
       and agent_template_covers(jsonb_populate_record(null::agent_template,
         jsonb_build_object('filter_types', $2::text[], 'filter_resource_groups', $3::text[], 'filter_tags', $4::jsonb)), e)
     order by r.found is null, e.modified_at desc limit ${triedMachines}`,
    [customerId, types, resourceGroups, tags],
  )
  return rows
}

type Written = { by: string; now: Date }

export async function insertTemplate(
  transaction: Transaction,
  customerId: string,
  template: NewAgentTemplate,
  { by, now }: Written,
): Promise<string> {
  const { rows } = await transaction.query<{ templateId: string }>(
    `insert into agent_template (customer_id, name, modified_by, modified_at, filter, filter_types, filter_resource_groups, filter_tags,
       customer_ids, version, stable_version, last_version, roll_out, stage_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 0, 1, 'running', $4) returning template_id as "templateId"`,
    [customerId, template.name, by, now, ...filterValues(template)],
  )
  const templateId = rows[0]?.templateId ?? ''
  await insertTemplateVersion(transaction, customerId, { templateId, version: 1, content: template.content, by, now })
  transaction.announceOnCommit(templateChannel)
  return templateId
}

export async function insertTemplateVersion(
  transaction: Transaction,
  customerId: string,
  { templateId, version, content, by, now }: Written & { templateId: string; version: number; content: AgentConfigurationContent },
): Promise<void> {
  await transaction.query(
    `insert into agent_template_version (customer_id, template_id, version, content, changed_at, changed_by) values ($1, $2, $3, $4, $5, $6)`,
    [customerId, templateId, version, JSON.stringify(content), now, by],
  )
}

/** Name, filter and customers; the template must be locked. */
export async function updateTemplate(
  transaction: Transaction,
  customerId: string,
  template: NewAgentTemplate & { templateId: string },
  { by, now }: Written,
): Promise<void> {
  await transaction.query(
    `update agent_template set name = $3, modified_by = $4, modified_at = $5, revision = revision + 1, filter = $6, filter_types = $7,
       filter_resource_groups = $8, filter_tags = $9, customer_ids = $10
     where customer_id = $1 and template_id = $2`,
    [customerId, template.templateId, template.name, by, now, ...filterValues(template)],
  )
  transaction.announceOnCommit(templateChannel)
}

type Course = {
  version?: number
  stableVersion?: number
  lastVersion?: number
  rollOut?: AgentTemplate['rollOut']
  stage?: number
  toleratedFailures?: number
}

/** What is given of it; with `now` the stage begins, or goes on, from there. The template must be locked. */
export async function writeCourse(
  transaction: Transaction,
  customerId: string,
  templateId: string,
  { version, stableVersion, lastVersion, rollOut, stage, toleratedFailures }: Course,
  now: Date,
): Promise<void> {
  await transaction.query(
    `update agent_template set version = coalesce($3, version), stable_version = coalesce($4, stable_version),
       last_version = coalesce($5, last_version), roll_out = coalesce($6, roll_out), stage = coalesce($7, stage),
       tolerated_failures = coalesce($8, tolerated_failures), stage_since = $9, revision = revision + 1
     where customer_id = $1 and template_id = $2`,
    [customerId, templateId, version, stableVersion, lastVersion, rollOut, stage, toleratedFailures, now],
  )
  transaction.announceOnCommit(templateChannel)
}

export async function markTemplateDeleted(
  transaction: Transaction,
  customerId: string,
  templateId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ name: string }>(
    'update agent_template set deleted_at = $3 where customer_id = $1 and template_id = $2 and deleted_at is null returning name',
    [customerId, templateId, now],
  )
  transaction.announceOnCommit(templateChannel)
  return rows[0]?.name
}

export type MachineCounts = { templateId: string; covered: number; given: number; applied: number; failed: number }

/** How far templates have come, over all customers that the transaction may read. */
export async function countMachines(transaction: Transaction, templateIds: readonly string[]): Promise<MachineCounts[]> {
  const { rows } = await transaction.query<MachineCounts>(
    `select m.template_id as "templateId", count(*)::int as covered, (count(*) filter (where m.version = t.version))::int as given,
       (count(*) filter (where m.version = t.version and m.state = 'applied'))::int as applied,
       (count(*) filter (where m.state = 'failed'))::int as failed
     from agent_template_machine m join agent_template t using (template_id) where m.template_id = any($1) group by m.template_id`,
    [templateIds],
  )
  return rows
}

export type MachineRow = Omit<AgentTemplateMachine, 'givenAt'> & { givenAt: Date; rank: number; nameKey: string }

/** One row more than the limit; over all customers that the transaction may read. */
export async function readMachinePage(
  transaction: Transaction,
  templateId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<MachineRow[]> {
  const { rows } = await transaction.query<MachineRow>(
    `with listed as (
       select m.customer_id as "customerId", m.entity_id as "entityId", e.name, m.version, m.state, m.problem, m.given_at as "givenAt",
         array_position('{failed,waiting,applied}'::text[], m.state) as rank, e.name_key as "nameKey"
       from agent_template_machine m join entity e using (customer_id, entity_id)
       where m.template_id = $1 and m.version > 0)
     select * from listed where $2::int is null or (rank, "nameKey", "entityId") > ($2, $3::text, $4::uuid)
     order by rank, "nameKey", "entityId" limit $5`,
    [templateId, after?.[0], after?.[1], after?.[2], limit + 1],
  )
  return rows
}
