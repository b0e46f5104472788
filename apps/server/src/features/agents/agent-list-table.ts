import { type AgentCondition, agentConditions } from '@vakt/contract/agents/agent-conditions.ts'
import { agentSilentMinutes } from '@vakt/contract/agents/agent-limits.ts'
import type { AgentOfCustomer } from '@vakt/contract/agents/agents.ts'
import { lateAfterMs } from '@vakt/domain/agent-configurations/configuration.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Moments = 'enrolledAt' | 'lastContactAt'
type MaybeMoments = 'startedAt' | 'copiedSince' | 'keyChangedAt' | 'refusesCommandsSince' | 'endedAt'
export type AgentRow = Omit<AgentOfCustomer, Moments | MaybeMoments | 'isSilent'> &
  Record<Moments, Date> &
  Record<MaybeMoments, Date | null> & { rank: number; hostKey: string }

export type AgentQuery = {
  q?: string
  condition?: readonly AgentCondition[]
  version?: readonly string[]
  /** Values of the customer's tag keys in their order; '' stands for resources without the tag. */
  group?: readonly string[]
  /** Those that might report then. */
  at?: string
  /** Those that were silent at some time of this period, whose end is not included. */
  silentFrom?: string
  silentTo?: string
  after: readonly string[] | null
  limit: number
  now: Date
}

/** The requests of an agent whose clock is further off are refused at first, until it has corrected them by the answer. */
const clockWarningSeconds = 300

/** $1: before this an agent is silent; $2: before this a change counts as late. The conditions stand in the order of `agentConditions`. */
const conditionOf = `case
  when c.last_seen_at < $1 then 'silent'
  when a.copied_since is not null then 'copied'
  when a.foreign_command_key_since is not null then 'refusing'
  when v.changed_at < $2 and r.applied_version is distinct from d.version then 'late'
  when abs(a.clock_ahead_seconds) > ${clockWarningSeconds} then 'clock'
  when a.entity_id is null then 'unmatched'
  when d.version > 0 and r.applied_version is distinct from d.version then 'waiting'
  else 'applied' end`

const agentsWith = (columns: string, where: string) => `
  select ${columns}, ${conditionOf} as condition
  from agent a
  join customer cu on cu.customer_id = a.customer_id
  join agent_contact c on c.customer_id = a.customer_id and c.agent_id = a.agent_id
  left join entity e on e.customer_id = a.customer_id and e.entity_id = a.entity_id
  left join agent_configuration d on d.customer_id = a.customer_id and d.entity_id = a.entity_id
  left join agent_configuration_version v on v.customer_id = d.customer_id and v.entity_id = d.entity_id and v.version = d.version
  left join agent_configuration_report r on r.customer_id = a.customer_id and r.entity_id = a.entity_id
  where ${where}`

const columns = `a.agent_id as "agentId", a.customer_id as "customerId", cu.name as "customerName", a.hostname, a.platform, a.version,
  a.entity_id as "entityId", e.name as "entityName", a.enrolled_at as "enrolledAt", a.enrolled_with as "enrolledWith",
  c.last_seen_at as "lastContactAt", r.started_at as "startedAt", a.key_changed_at as "keyChangedAt", a.revoked_at as "endedAt",
  a.foreign_command_key_since as "refusesCommandsSince", a.copied_since as "copiedSince", a.clock_ahead_seconds as "clockAheadSeconds",
  a.lost_reports::int as "lostReports", case when e.entity_id is not null then coalesce(d.version, 0) end as "desiredVersion",
  r.applied_version as "appliedVersion", r.problem, lower(a.hostname) as "hostKey"`

/** The tag of the resource has the asked-for value, where one is asked for ($15). */
const tagHasValue = (place: number) =>
  `(cardinality($15) < ${place} or coalesce(e.tags ->> cu.tag_keys[${place}], '') = ($15::text[])[${place}])`

const limitsAt = (now: Date) => [new Date(now.getTime() - agentSilentMinutes * 60_000), new Date(now.getTime() - lateAfterMs)]

async function readPage(transaction: Transaction, of: { where: string; values: unknown[] }, query: AgentQuery): Promise<AgentRow[]> {
  const { q, condition, version = null, group = null, at = null, silentFrom = null, silentTo = null, after, limit, now } = query
  const given = [...limitsAt(now), agentConditions, q?.trim().toLowerCase() || null, condition ?? null, ...(after ?? [null, null, null])]
  const where = `${of.where}
    and ($4::text is null or strpos(lower(a.hostname), $4) > 0 or strpos(lower(e.name), $4) > 0 or strpos(lower(a.version), $4) > 0)
    and ($11::timestamptz is null and $12::timestamptz is null or exists (select from agent_silence s
      where s.customer_id = a.customer_id and s.agent_id = a.agent_id and s.silent_from < coalesce($12, 'infinity')
        and coalesce(s.silent_to, 'infinity') > coalesce($11, '-infinity')))
    and (a.revoked_at is null or $13::timestamptz <= a.revoked_at or $13 is null and ($11 is not null or $12 is not null))
    and ($13 is null or a.enrolled_at < $13)
    and ($14::text[] is null or a.version = any($14))
    and ($15::text[] is null or e.entity_id is not null and ${tagHasValue(1)} and ${tagHasValue(2)} and cardinality($15) <= cardinality(cu.tag_keys))`
  const { rows } = await transaction.query<AgentRow>(
    `with listed as (${agentsWith(columns, where)}),
       ranked as (select *, array_position($3::text[], condition) as rank from listed where $5::text[] is null or condition = any($5))
     select * from ranked where $6::int is null or (rank, "hostKey", "agentId") > ($6, $7::text, $8::uuid)
     order by rank, "hostKey", "agentId" limit $9`,
    [...given, limit + 1, ...of.values, silentFrom, silentTo, at, version, group],
  )
  return rows
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
export const readAgentPage = (transaction: Transaction, customerId: string, query: AgentQuery): Promise<AgentRow[]> =>
  readPage(transaction, { where: 'a.customer_id = $10', values: [customerId] }, query)

export const readAgentPageForAllCustomers = (
  transaction: Transaction,
  { customerId, ...query }: AgentQuery & { customerId?: readonly string[] },
): Promise<AgentRow[]> =>
  readPage(transaction, { where: '($10::text[] is null or a.customer_id = any($10))', values: [customerId ?? null] }, query)

export async function countAgentsForAllCustomers(
  transaction: Transaction,
  now: Date,
): Promise<{ condition: AgentCondition; agents: number }[]> {
  const { rows } = await transaction.query<{ condition: AgentCondition; agents: number }>(
    `select condition, count(*)::int as agents from (${agentsWith('a.agent_id', 'a.revoked_at is null')}) listed
     group by condition order by array_position($3::text[], condition)`,
    [...limitsAt(now), agentConditions],
  )
  return rows
}

const mostVersions = 100

/** The versions of agents that may report, the most frequent first. */
export async function readAgentVersionsForAllCustomers(transaction: Transaction): Promise<{ version: string; agents: number }[]> {
  const { rows } = await transaction.query<{ version: string; agents: number }>(
    `select version, count(*)::int as agents from agent where revoked_at is null group by version order by agents desc, version desc limit $1`,
    [mostVersions],
  )
  return rows
}
