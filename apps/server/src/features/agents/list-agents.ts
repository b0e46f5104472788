import { agentSilentMinutes } from '@vakt/contract/agents/agent-limits.ts'
import type { Agent, AgentCounts, AgentOfCustomer, AgentVersions } from '@vakt/contract/agents/agents.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import {
  type AgentQuery,
  type AgentRow,
  countAgentsForAllCustomers,
  readAgentPage,
  readAgentPageForAllCustomers,
  readAgentVersionsForAllCustomers,
} from './agent-list-table.ts'

type Query = Omit<AgentQuery, 'after' | 'limit' | 'now'> & { limit?: number }

const minuteMs = 60_000

const present = ({ hostKey: _, rank: _rank, ...agent }: AgentRow, now: Date): AgentOfCustomer => ({
  ...agent,
  enrolledAt: agent.enrolledAt.toISOString(),
  lastContactAt: agent.lastContactAt.toISOString(),
  isSilent: now.getTime() - agent.lastContactAt.getTime() > agentSilentMinutes * minuteMs,
  startedAt: agent.startedAt?.toISOString() ?? null,
  endedAt: agent.endedAt?.toISOString() ?? null,
  copiedSince: agent.copiedSince?.toISOString() ?? null,
  keyChangedAt: agent.keyChangedAt?.toISOString() ?? null,
  refusesCommandsSince: agent.refusesCommandsSince?.toISOString() ?? null,
})

const pageOf = (rows: AgentRow[], limit: number) => nextPage(rows, limit, ({ rank, hostKey, agentId }) => [String(rank), hostKey, agentId])

export async function listAgents(
  context: CallContext,
  customerId: string,
  { limit = 50, ...filter }: Query,
  after: readonly string[] | null,
): Promise<Listing<Agent>> {
  const { now } = context
  const rows = await inTransaction(context, customerId, (transaction) =>
    readAgentPage(transaction, customerId, { ...filter, after, limit, now }),
  )
  const page = pageOf(rows, limit)
  return {
    ...page,
    rows: page.rows.map((row) => {
      const { customerId: _, customerName: _name, ...agent } = present(row, now)
      return agent
    }),
  }
}

export async function listAllAgents(
  context: CallContext,
  { limit = 50, ...filter }: Query & { customerId?: string[] },
  after: readonly string[] | null,
): Promise<Listing<AgentOfCustomer>> {
  const { now } = context
  const rows = await readForAllCustomers(context, (transaction) =>
    readAgentPageForAllCustomers(transaction, { ...filter, after, limit, now }),
  )
  const page = pageOf(rows, limit)
  return { ...page, rows: page.rows.map((row) => present(row, now)) }
}

export const countAllAgents = (context: CallContext): Promise<AgentCounts> =>
  readForAllCustomers(context, (transaction) => countAgentsForAllCustomers(transaction, context.now))

export const listAgentVersions = (context: CallContext): Promise<AgentVersions> =>
  readForAllCustomers(context, readAgentVersionsForAllCustomers)
