import * as contract from '@vakt/contract/agents/agent-templates.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findForTemplate } from './find-for-template.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listMachines,
  listTemplates,
  steerTemplate,
} from './manage-templates.ts'

export const agentTemplateRoutes = [
  serve(contract.listAgentTemplates, (context, { params, query, after }) => listTemplates(context, params.customerId, query, after)),
  serve(contract.findForAgentTemplate, (context, { params, query: { type = [], resourceGroup = [], tag = [] } }) =>
    findForTemplate(context, params.customerId, { type, resourceGroup, tag }),
  ),
  serve(contract.getAgentTemplate, (context, { params }) => getTemplate(context, params.customerId, params.templateId)),
  serve(contract.createAgentTemplate, (context, { params, body }) => createTemplate(context, params.customerId, body)),
  serve(contract.changeAgentTemplate, (context, { params, body }) => changeTemplate(context, params.customerId, params.templateId, body)),
  serve(contract.steerAgentTemplate, (context, { params, body }) => steerTemplate(context, params.customerId, params.templateId, body)),
  serve(contract.deleteAgentTemplate, (context, { params }) => deleteTemplate(context, params.customerId, params.templateId)),
  serve(contract.listAgentTemplateMachines, (context, { params, query, after }) =>
    listMachines(context, params.customerId, params.templateId, { limit: query.limit, after }),
  ),
]
