import type { AgentConfigurationContent } from '@vakt/contract/agents/agent-configurations.ts'
import type { RollOutState } from '@vakt/contract/agents/agent-templates.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type Machine = { customerId: string; entityId: string }

/** Every template, those that are deleted and not yet taken from all machines too. */
export async function readTemplateIdsForAllCustomers(transaction: Transaction): Promise<string[]> {
  const { rows } = await transaction.query<{ templateId: string }>(
    'select template_id as "templateId" from agent_template order by template_id',
  )
  return rows.map(({ templateId }) => templateId)
}

export type AdvancedTemplate = {
  templateId: string
  customerId: string
  name: string
  version: number
  stableVersion: number
  rollOut: RollOutState
  stage: number
  stageSince: Date
  toleratedFailures: number
  isDeleted: boolean
}

/** Locked until the transaction ends; undefined while another worker is at it. */
export async function lockTemplateForAllCustomers(transaction: Transaction, templateId: string): Promise<AdvancedTemplate | undefined> {
  const { rows } = await transaction.query<AdvancedTemplate>(
    `select template_id as "templateId", customer_id as "customerId", name, version, stable_version as "stableVersion", roll_out as "rollOut",
       stage, stage_since as "stageSince", tolerated_failures as "toleratedFailures", deleted_at is not null as "isDeleted"
     from agent_template where template_id = $1 for update skip locked`,
    [templateId],
  )
  return rows[0]
}

export async function readTemplateContent(
  transaction: Transaction,
  customerId: string,
  { templateId, version }: { templateId: string; version: number },
): Promise<AgentConfigurationContent | undefined> {
  const { rows } = await transaction.query<{ content: AgentConfigurationContent }>(
    'select content from agent_template_version where customer_id = $1 and template_id = $2 and version = $3',
    [customerId, templateId, version],
  )
  return rows[0]?.content
}

/** Resources with an agent that the filter lets through, and whether one of their agents was heard since then. */
export async function readCoveredForAllCustomers(
  transaction: Transaction,
  templateId: string,
  silentBefore: Date,
): Promise<(Machine & { isHeard: boolean })[]> {
  const { rows } = await transaction.query<Machine & { isHeard: boolean }>(
    `select a.customer_id as "customerId", a.entity_id as "entityId", bool_or(c.last_seen_at >= $2) as "isHeard"
     from agent_template t
     join agent a on a.revoked_at is null
       and (a.customer_id = any(t.customer_ids) or t.customer_ids = '{}' and a.customer_id = t.customer_id)
     join agent_contact c on c.customer_id = a.customer_id and c.agent_id = a.agent_id
     join entity e on e.customer_id = a.customer_id and e.entity_id = a.entity_id
     where t.template_id = $1 and not e.stale and agent_template_covers(t, e)
     group by a.customer_id, a.entity_id`,
    [templateId, silentBefore],
  )
  return rows
}

type MachineState = 'waiting' | 'applied' | 'failed'
export type GivenMachine = Machine & { version: number; storedState: MachineState; state: MachineState; problem: string | null }

/**
 * The machines that a template has, with their state as it is now. Where the desired configuration no longer holds what the template gave, the
 * agent could not apply it and it was rolled back.
 */
export async function readGivenForAllCustomers(transaction: Transaction, templateId: string): Promise<GivenMachine[]> {
  const { rows } = await transaction.query<GivenMachine>(
    `select m.customer_id as "customerId", m.entity_id as "entityId", m.version, m.state as "storedState",
       case when m.version = 0 then 'applied' when m.state = 'failed' then 'failed'
         when not v.parts @> jsonb_build_array(jsonb_build_object('templateId', m.template_id, 'version', m.version)) then 'failed'
         when coalesce(r.applied_version, 0) >= m.configuration_version then 'applied' else 'waiting' end as state,
       coalesce(m.problem, (select p.problem from agent_configuration_version p
         where p.customer_id = m.customer_id and p.entity_id = m.entity_id and p.version > m.configuration_version and p.problem is not null
         order by p.version desc limit 1)) as problem
     from agent_template_machine m
     left join agent_configuration d on d.customer_id = m.customer_id and d.entity_id = m.entity_id
     left join agent_configuration_version v on v.customer_id = d.customer_id and v.entity_id = d.entity_id and v.version = d.version
     left join agent_configuration_report r on r.customer_id = m.customer_id and r.entity_id = m.entity_id
     where m.template_id = $1`,
    [templateId],
  )
  return rows
}

type Written = Machine & { version: number; configurationVersion: number; state: MachineState; problem: string | null }

export async function writeMachine(
  transaction: Transaction,
  templateId: string,
  { customerId, entityId, version, configurationVersion, state, problem }: Written,
  now: Date,
): Promise<void> {
  await transaction.query(
    `insert into agent_template_machine (customer_id, entity_id, template_id, version, configuration_version, state, problem, given_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (customer_id, entity_id, template_id) do update set version = $4, configuration_version = $5, state = $6, problem = $7, given_at = $8`,
    [customerId, entityId, templateId, version, configurationVersion, state, problem, now],
  )
}

export async function writeMachineState(
  transaction: Transaction,
  templateId: string,
  { customerId, entityId, state, problem }: Pick<GivenMachine, 'customerId' | 'entityId' | 'state' | 'problem'>,
): Promise<void> {
  await transaction.query(
    'update agent_template_machine set state = $4, problem = $5 where customer_id = $1 and entity_id = $2 and template_id = $3',
    [customerId, entityId, templateId, state, state === 'failed' ? problem : null],
  )
}

export async function deleteMachine(transaction: Transaction, templateId: string, { customerId, entityId }: Machine): Promise<void> {
  await transaction.query('delete from agent_template_machine where customer_id = $1 and entity_id = $2 and template_id = $3', [
    customerId,
    entityId,
    templateId,
  ])
}

export async function deleteTemplateForAllCustomers(transaction: Transaction, templateId: string): Promise<void> {
  await transaction.query('delete from agent_template where template_id = $1', [templateId])
}
