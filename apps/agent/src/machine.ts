import type { AgentFindings, EventLogQuery } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentPoint } from '@vakt/contract/agents/agent-protocol.ts'
import type { AgentCommandKind } from '@vakt/domain/agents/agent-command.ts'
import type { ReadLog } from './collect/logged-event.ts'

/** `isLasting`: it stays a service of this machine while it is stopped. */
export type Service = AgentFindings['services'][number] & { isLasting?: boolean }
type Sites = Pick<AgentFindings, 'websites' | 'appPools'>

/** One kind of command, carried out by fixed programs with the name as one word of its own. */
export type Action = {
  stateOf(name: string): Promise<string>
  /** Rejects with the exit code of the program as `code`. */
  act(name: string): Promise<void>
  /** Whether this is the state that was wanted. */
  isWanted(state: string): boolean
}

/** What the agent can do on the system that it runs on. */
export type Machine = {
  platform: 'linux' | 'windows'
  /** What tells this machine from its copies. */
  identifyingTexts(): Promise<string[]>
  measure(): Promise<AgentPoint[]>
  /** Also those of these names that the system does not list by itself. */
  listServices(names: readonly string[]): Promise<Service[]>
  /** Null: there is no IIS. */
  listSites(): Promise<Sites | null>
  readLog: ReadLog
  /** Why this system cannot answer such a query; null where it can. */
  problemOfQuery(query: EventLogQuery): string | null
  actions: Partial<Record<AgentCommandKind, Action>>
}
