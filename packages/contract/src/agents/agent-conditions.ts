// Apart from the calls: the address of the list is read by these, and every screen loads them.

/** Of an agent, the worst first: what needs someone, then what waits, then what is as it should be. */
export const agentConditions = ['silent', 'copied', 'refusing', 'late', 'clock', 'unmatched', 'waiting', 'applied'] as const
export type AgentCondition = (typeof agentConditions)[number]
