import * as contract from '@vakt/contract/agents/agent-configurations.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getConfiguration, listVersions, restoreConfiguration, saveConfiguration } from './manage-configuration.ts'

export const agentConfigurationRoutes = [
  serve(contract.getAgentConfiguration, (context, { params }) => getConfiguration(context, params.customerId, params.entityId)),
  serve(contract.saveAgentConfiguration, (context, { params, body }) =>
    saveConfiguration(context, params.customerId, params.entityId, body),
  ),
  serve(contract.listAgentConfigurationVersions, (context, { params }) => listVersions(context, params.customerId, params.entityId)),
  serve(contract.restoreAgentConfiguration, (context, { params, body }) =>
    restoreConfiguration(context, params.customerId, params.entityId, body),
  ),
]
