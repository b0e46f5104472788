import type { AgentCommandResult } from '@vakt/contract/agents/agent-protocol.ts'
import type { DeliveryState } from '@vakt/contract/deliveries/deliveries.ts'
import type { ActionType, ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { ProcessRun, RunState } from '@vakt/contract/processes/process-runs.ts'
import { stateOfDelivery } from '#server/features/deliveries/delivery-state.ts'
import { gatherValues } from '#server/platform/database/gather-values.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { NewStep } from './process-run-table.ts'

/** What the agent made of the command of a step. */
export type CommandOfStep = { state: string; reason: string | null; results: AgentCommandResult['results'] }

type Written = { step: number; state: NewStep['state']; deliveries: DeliveryState[]; command: CommandOfStep | null }

export type RunRow = {
  runId: string
  process: { processId: string; name: string; version: number }
  incident: ProcessRun['incident']
  entity: { entityId: string; name: string } | null
  ticketId: string | null
  state: RunState
  alertRule: string | null
  startedBy: string | null
  startedAt: Date
  startedKey: string
  endedAt: Date | null
  endedBy: string | null
  waitsUntil: Date | null
  step: number
  types: ActionType[]
  written: Written[]
}

const state = `coalesce(r.outcome, case r.waits_for when 'window' then 'held' when 'delay' then 'waiting' when 'command' then 'waiting_for_agent' else 'running' end)`
const columns = `r.run_id as "runId", json_build_object('processId', r.process_id, 'name', v.name, 'version', r.process_version) as process,
  json_build_object('incidentId', i.incident_id::text, 'title', i.title, 'finding', i.finding, 'severity', i.severity) as incident,
  case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name) end as entity,
  t.ticket_id::text as "ticketId", ${state} as state, r.alert_rule as "alertRule", r.started_by as "startedBy", r.started_at as "startedAt",
  r.started_at::text as "startedKey", r.ended_at as "endedAt", r.ended_by as "endedBy", r.waits_until as "waitsUntil", r.step`
// Customers see who was reached, and not the numbers and addresses of the provider's people.
const addressOfDelivery = "case when d.private or (d.channel <> 'mail' and d.recipient_id is not null) then '' else d.address end"
const commandOfStep = `(select json_build_object('state', c.state, 'reason', c.reason, 'results', c.results) from agent_command c
  where c.customer_id = s.customer_id and c.command_id = (s.details ->> 'commandId')::uuid)`
const joins = `process_run r
  join process_version v on v.customer_id = r.customer_id and v.process_id = r.process_id and v.version = r.process_version
  join incident i on i.customer_id = r.customer_id and i.incident_id = r.incident_id
  left join entity e on e.customer_id = r.customer_id and e.entity_id = r.entity_id
  left join ticket t on t.customer_id = r.customer_id and t.incident_id = r.incident_id`

type RunFilterForAnyone = { state?: RunState[] | undefined; q?: string | undefined }
export type RunFilter = RunFilterForAnyone & {
  processId?: string | undefined
  entityId?: string | undefined
  incidentId?: string | undefined
}
/** `customer`: only of these customers. */
export type RunFilterForAllCustomers = RunFilterForAnyone & { customer?: string[] | undefined }
type Paging = { after: readonly string[] | null; limit: number }

type RunOfCustomerRow = RunRow & { customer: { customerId: string; name: string } }

const customerOfRun = `json_build_object('customerId', r.customer_id,
  'name', (select c.name from customer c where c.customer_id = r.customer_id)) as customer`

/** One row more than the limit, so that the caller sees whether there is a next page. Of all customers, for null, each says whose it is. */
export function selectRunPage(
  customerId: string | null,
  { state: states, processId, entityId, incidentId, q, customer }: RunFilter & RunFilterForAllCustomers,
  { after, limit }: Paging,
) {
  const { values, put } = gatherValues()
  const conditions: string[] = []
  if (customerId !== null) conditions.push(`r.customer_id = ${put(customerId)}`)
  if (customer) conditions.push(`r.customer_id = any (${put(customer)}::text[])`)
  if (states) conditions.push(`${state} = any (${put(states)}::text[])`)
  if (processId) conditions.push(`r.process_id = ${put(processId)}::uuid`)
  if (entityId) conditions.push(`r.entity_id = ${put(entityId)}::uuid`)
  if (incidentId) conditions.push(`r.incident_id = ${put(incidentId)}::bigint`)
  const part = q?.trim().toLowerCase()
  if (part) {
    const sought = put(part)
    conditions.push(`(strpos(lower(v.name), ${sought}) > 0 or strpos(lower(i.title), ${sought}) > 0 or strpos(e.name_key, ${sought}) > 0)`)
  }
  if (after) conditions.push(`(r.started_at, r.run_id) < (${put(after[0])}::timestamptz, ${put(after[1])}::uuid)`)
  return {
    text: `select p.*, (select array_agg(a ->> 'type' order by position) from jsonb_array_elements(p.actions) with ordinality as x (a, position)) as types,
       coalesce((select json_agg(json_build_object('step', s.step, 'state', s.state, 'command', ${commandOfStep}, 'deliveries',
           (select coalesce(json_agg(${stateOfDelivery('d')}), '[]') from mail_delivery d where d.delivery_id = any (s.deliveries))) order by s.step)
         from process_run_step s where s.customer_id = p.customer_id and s.run_id = p."runId"), '[]') as written
     from (
       select ${columns}, r.customer_id, v.actions${customerId === null ? `, ${customerOfRun}` : ''} from ${joins}
       where ${conditions.join(' and ') || 'true'}
       order by r.started_at desc, r.run_id desc limit ${Math.trunc(limit) + 1}
     ) p order by p."startedAt" desc, p."runId" desc`,
    values,
  }
}

export async function readRunPage(transaction: Transaction, customerId: string, filter: RunFilter, paging: Paging): Promise<RunRow[]> {
  const { rows } = await transaction.query<RunRow>(selectRunPage(customerId, filter, paging))
  return rows
}

export async function readRunPageForAllCustomers(
  transaction: Transaction,
  filter: RunFilterForAllCustomers,
  paging: Paging,
): Promise<RunOfCustomerRow[]> {
  const { rows } = await transaction.query<RunOfCustomerRow>(selectRunPage(null, filter, paging))
  return rows
}

export type StepRow = Omit<NewStep, 'startedAt' | 'deliveries'> & {
  startedAt: Date
  endedAt: Date
  deliveries: { deliveryId: string; address: string; state: DeliveryState }[]
  command: CommandOfStep | null
}

export async function readRunDetails(
  transaction: Transaction,
  customerId: string,
  runId: string,
): Promise<{ run: Omit<RunRow, 'types' | 'written'> & { actions: ProcessAction[] }; steps: StepRow[] } | undefined> {
  const { rows } = await transaction.query<Omit<RunRow, 'types' | 'written'> & { actions: ProcessAction[] }>(
    `select ${columns}, v.actions from ${joins} where r.customer_id = $1 and r.run_id = $2`,
    [customerId, runId],
  )
  const [run] = rows
  if (!run) return undefined
  const { rows: steps } = await transaction.query<StepRow>(
    `select s.step, s.state, s.reason, s.details, s.started_at as "startedAt", s.ended_at as "endedAt", ${commandOfStep} as command,
       (select coalesce(json_agg(json_build_object('deliveryId', d.delivery_id, 'address', ${addressOfDelivery}, 'state', ${stateOfDelivery('d')})
          order by d.address), '[]') from mail_delivery d where d.customer_id = $1 and d.delivery_id = any (s.deliveries)) as deliveries
     from process_run_step s where s.customer_id = $1 and s.run_id = $2 order by s.step`,
    [customerId, runId],
  )
  return { run, steps }
}
