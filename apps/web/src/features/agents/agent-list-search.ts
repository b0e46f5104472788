import { agentConditions } from '@vakt/contract/agents/agent-conditions.ts'
import { dayOrMoment, listSearch, type RowsOf, someOf, tagGroup, text, texts } from '#web/platform/list-search.ts'

const panel = {
  /** The agent whose details are open. */
  open: text(40),
}

/** The agents of every customer. */
export const allAgentsSearch = listSearch({
  list: 'agents',
  filters: { q: text(), condition: someOf(agentConditions), version: texts({ maxLength: 200 }), customerId: texts({ maxLength: 64 }) },
  panel,
})
export type AllAgentRows = RowsOf<typeof allAgentsSearch>

export const agentsSearch = listSearch({
  list: 'customer-agents',
  filters: {
    q: text(),
    condition: someOf(agentConditions),
    version: texts({ maxLength: 200 }),
    group: tagGroup,
    /** Those that might report at this moment. */
    at: dayOrMoment,
    silentFrom: dayOrMoment,
    silentTo: dayOrMoment,
  },
  panel,
})
export type AgentRows = RowsOf<typeof agentsSearch>

export const enrolmentTokensSearch = listSearch({
  list: 'enrolment-tokens',
  panel: {
    /** The token whose details are open, or `new`. */
    token: text(40),
  },
})
