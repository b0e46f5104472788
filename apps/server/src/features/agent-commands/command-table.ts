import type { AgentCommandResult } from '@vakt/contract/agents/agent-protocol.ts'
import type { AgentCommandKind } from '@vakt/domain/agents/agent-command.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Carries the id of an agent for which a command waits. */
export const commandChannel = 'vakt_agent_command'

/** The agent of a resource that was heard last; not one whose key is on two machines. */
export async function findAgentOfEntity(transaction: Transaction, customerId: string, entityId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ agentId: string }>(
    `select a.agent_id as "agentId" from agent a join agent_contact c on c.customer_id = a.customer_id and c.agent_id = a.agent_id
     where a.customer_id = $1 and a.entity_id = $2 and a.revoked_at is null and a.copied_since is null
     order by c.last_seen_at desc limit 1`,
    [customerId, entityId],
  )
  return rows[0]?.agentId
}

type NewCommand = {
  commandId: string
  agentId: string
  kind: AgentCommandKind
  names: readonly string[]
  runId: string
  issuedAt: Date
  expiresAt: Date
}

/**
 * One after another for each agent, so that their sequence rises in the order in which they can be seen. It follows the clock: when a backup is
 * restored, agents have seen commands that the database no longer knows, and they refuse every sequence up to those.
 */
export async function insertCommand(transaction: Transaction, customerId: string, command: NewCommand): Promise<void> {
  const { commandId, agentId, kind, names, runId, issuedAt, expiresAt } = command
  await transaction.query('select pg_advisory_xact_lock(hashtext($1))', [`agent command ${agentId}`])
  await transaction.query(
    `insert into agent_command (customer_id, command_id, agent_id, kind, names, run_id, issued_at, expires_at, sequence)
     overriding system value
     select $1::text, $2::uuid, $3::uuid, $4::text, $5::text[], $6::uuid, $7::timestamptz, $8::timestamptz, greatest(extract(epoch from clock_timestamp()) * 1000, coalesce(max(sequence), 0) + 1)
     from agent_command where customer_id = $1 and agent_id = $3
     on conflict do nothing`,
    [customerId, commandId, agentId, kind, names, runId, issuedAt, expiresAt],
  )
  transaction.announceOnCommit(commandChannel, agentId)
}

type CommandState = 'waiting' | 'taken' | 'done' | 'refused' | 'failed' | 'unknown' | 'expired'

export async function findCommand(
  transaction: Transaction,
  customerId: string,
  commandId: string,
): Promise<{ state: CommandState; expiresAt: Date } | undefined> {
  const { rows } = await transaction.query<{ state: CommandState; expiresAt: Date }>(
    'select state, expires_at as "expiresAt" from agent_command where customer_id = $1 and command_id = $2',
    [customerId, commandId],
  )
  return rows[0]
}

export type TakenCommand = Omit<NewCommand, 'runId'> & { sequence: number; runId: string | null }

/** The oldest that waits, marked as taken: it is handed over this once. */
export async function takeNextCommand(
  transaction: Transaction,
  customerId: string,
  agentId: string,
  now: Date,
): Promise<TakenCommand | undefined> {
  const { rows } = await transaction.query<TakenCommand>({
    name: 'take-next-agent-command',
    text: `update agent_command set state = 'taken', taken_at = $3
     where (customer_id, command_id) = (
       select customer_id, command_id from agent_command
       where customer_id = $1 and agent_id = $2 and state = 'waiting' and expires_at > $3 order by sequence limit 1 for update skip locked)
     returning command_id as "commandId", agent_id as "agentId", kind, names, run_id as "runId", issued_at as "issuedAt",
       expires_at as "expiresAt", sequence::float8 as sequence`,
    values: [customerId, agentId, now],
  })
  return rows[0]
}

/** The run that it belongs to; undefined where the command is not the agent's, or has its result. */
export async function writeResult(
  transaction: Transaction,
  customerId: string,
  agentId: string,
  { commandId, state, reason, results }: AgentCommandResult,
  now: Date,
): Promise<{ runId: string | null; kind: AgentCommandKind; names: string[] } | undefined> {
  const { rows } = await transaction.query<{ runId: string | null; kind: AgentCommandKind; names: string[] }>(
    `update agent_command set state = $4, reason = $5, results = $6, finished_at = $7
     where customer_id = $1 and agent_id = $2 and command_id = $3 and state in ('taken', 'unknown')
     returning run_id as "runId", kind, names`,
    [customerId, agentId, commandId, state, reason, JSON.stringify(results), now],
  )
  return rows[0]
}

/** Agents for which a command waits. */
export async function readAwaitedAgentsForAllCustomers(transaction: Transaction): Promise<string[]> {
  const { rows } = await transaction.query<{ agentId: string }>(
    `select distinct agent_id as "agentId" from agent_command where state = 'waiting'`,
  )
  return rows.map(({ agentId }) => agentId)
}

/** Commands that nobody fetched in time are over; of those that were taken and never answered no one knows. Answers their runs. */
export async function endOldCommandsForAllCustomers(
  transaction: Transaction,
  { now, silentSince }: { now: Date; silentSince: Date },
): Promise<{ customerId: string; runId: string | null }[]> {
  const { rows } = await transaction.query<{ customerId: string; runId: string | null }>(
    `update agent_command set state = case state when 'waiting' then 'expired' else 'unknown' end, finished_at = $1
     where state = 'waiting' and expires_at <= $1 or state = 'taken' and taken_at <= $2
     returning customer_id as "customerId", run_id as "runId"`,
    [now, silentSince],
  )
  return rows
}

/** What is over for so long is history that the audit log keeps. */
export async function deleteCommandsForAllCustomers(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from agent_command where (customer_id, command_id) in (
       select customer_id, command_id from agent_command where finished_at < $1 and state not in ('waiting', 'taken') limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}
