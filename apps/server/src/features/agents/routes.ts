import * as contract from '@vakt/contract/agents/agents.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type AgentPackageParts, listAgentPackages } from './agent-packages.ts'
import { countAllAgents, listAgents, listAgentVersions, listAllAgents } from './list-agents.ts'
import { revokeAgent } from './manage-agents.ts'
import { createEnrolmentToken, listEnrolmentTokens, revokeEnrolmentToken } from './manage-enrolment-tokens.ts'

export const agentRoutes = (packages: AgentPackageParts, origin: string) => [
  serve(contract.listAgents, (context, { params, query, after }) => listAgents(context, params.customerId, query, after)),
  serve(contract.listAllAgents, (context, { query, after }) => listAllAgents(context, query, after)),
  serve(contract.countAllAgents, (context) => countAllAgents(context)),
  serve(contract.listAgentVersions, (context) => listAgentVersions(context)),
  serve(contract.revokeAgent, (context, { params }) => revokeAgent(context, params.customerId, params.agentId)),
  serve(contract.listEnrolmentTokens, (context, { params, query, after }) => listEnrolmentTokens(context, params.customerId, query, after)),
  serve(contract.createEnrolmentToken, (context, { params, body }) => createEnrolmentToken(context, params.customerId, body)),
  serve(contract.revokeEnrolmentToken, (context, { params }) => revokeEnrolmentToken(context, params.customerId, params.enrolmentTokenId)),
  serve(contract.listAgentPackages, () => listAgentPackages(packages, origin)),
]
