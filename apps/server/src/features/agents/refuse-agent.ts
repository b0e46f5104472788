import type { AgentRefusal } from '@vakt/contract/agents/agent-protocol.ts'

const statuses: Record<AgentRefusal, number> = {
  form: 401,
  clock: 401,
  digest: 401,
  'unknown key': 401,
  signature: 401,
  content: 400,
  token: 403,
  replayed: 409,
  revoked: 410,
}

/** What an agent is refused, in the words of its protocol instead of the API's. */
export class AgentRefused extends Error {
  readonly status: number
  readonly reason: AgentRefusal

  constructor(reason: AgentRefusal) {
    super(`refused: ${reason}`)
    this.reason = reason
    this.status = statuses[reason]
  }
}
