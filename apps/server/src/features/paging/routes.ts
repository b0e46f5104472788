import * as contract from '@vakt/contract/on-call/paging.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listPages } from './list-pages.ts'
import * as verbs from './manage-policies.ts'

export const pagingRoutes = [
  serve(contract.listEscalationPolicies, (context) => verbs.listPolicies(context)),
  serve(contract.createEscalationPolicy, (context, { body }) => verbs.createPolicy(context, body)),
  serve(contract.saveEscalationPolicy, (context, { params, body }) => verbs.savePolicy(context, params.policyId, body)),
  serve(contract.removeEscalationPolicy, (context, { params }) => verbs.removePolicy(context, params.policyId)),
  serve(contract.restoreEscalationPolicy, (context, { params }) => verbs.restorePolicy(context, params.policyId)),
  serve(contract.listPagingSettings, (context) => verbs.listSettings(context)),
  serve(contract.savePagingSetting, (context, { params, body }) => verbs.saveSetting(context, params.customerId, body)),
  serve(contract.listPages, (context) => listPages(context)),
]
