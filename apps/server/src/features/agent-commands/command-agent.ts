import { type AgentCommandKind, isCommandName, isNamed } from '@vakt/domain/agents/agent-command.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readAllowList } from './allow-list-table.ts'
import { findAgentOfEntity, findCommand, insertCommand } from './command-table.ts'
import { silentMs } from './exchange-commands.ts'

/** An agent that is away for longer does not act on what is long over when it comes back. */
const validForMs = 5 * 60_000

export type AgentCommand = {
  /** Names this command once and for all: handed over again with the same key, it is carried out at most once. */
  key: string
  entityId: string | null
  kind: AgentCommandKind
  names: readonly string[]
  runId: string
  now: Date
}

/** Whether a resource has an agent that takes commands. */
export async function hasAgent(transaction: Transaction, customerId: string, entityId: string | null): Promise<boolean> {
  return entityId !== null && (await findAgentOfEntity(transaction, customerId, entityId)) !== undefined
}

/** Whether any machine of the customer has an agent that could be commanded. */
export async function hasAnyAgent(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await transaction.query(
    'select from agent where customer_id = $1 and entity_id is not null and revoked_at is null and copied_since is null limit 1',
    [customerId],
  )
  return rows.length > 0
}

/** Why the agent of a resource would not carry out a command now, as far as Vakt knows; null where nothing speaks against it. */
export async function findCommandProblem(
  transaction: Transaction,
  customerId: string,
  { entityId, kind, names }: Pick<AgentCommand, 'entityId' | 'kind' | 'names'>,
): Promise<'agent_name_invalid' | 'no_agent' | 'agent_not_allowed' | null> {
  if (!names.every(isCommandName)) return 'agent_name_invalid'
  const agentId = entityId === null ? undefined : await findAgentOfEntity(transaction, customerId, entityId)
  if (agentId === undefined) return 'no_agent'
  const allowed = await readAllowList(transaction, customerId, agentId)
  return allowed && !names.every((name) => isNamed(allowed, kind, name)) ? 'agent_not_allowed' : null
}

/** Hands a command to the agent of a resource, in the transaction of the step that wants it; false where it has none. */
export async function commandAgent(transaction: Transaction, customerId: string, command: AgentCommand): Promise<boolean> {
  const { key, entityId, kind, names, runId, now } = command
  const agentId = entityId === null ? undefined : await findAgentOfEntity(transaction, customerId, entityId)
  if (agentId === undefined) return false
  const expiresAt = new Date(now.getTime() + validForMs)
  await insertCommand(transaction, customerId, { commandId: key, agentId, kind, names, runId, issuedAt: now, expiresAt })
  return true
}

export type SentCommand = {
  state: 'waiting' | 'taken' | 'done' | 'refused' | 'failed' | 'unknown' | 'expired'
  /** When its outcome is unknown at the latest; null: it is known. */
  openUntil: Date | null
}

/** Longer than what ends old commands takes to come round. */
const marginMs = 2 * 60_000

/** What came of a command so far; undefined where there is none by this key. */
export async function readCommandOutcome(transaction: Transaction, customerId: string, key: string): Promise<SentCommand | undefined> {
  const command = await findCommand(transaction, customerId, key)
  if (!command) return undefined
  const { state, expiresAt } = command
  const isOpen = state === 'waiting' || state === 'taken'
  return { state, openUntil: isOpen ? new Date(expiresAt.getTime() + silentMs + marginMs) : null }
}
