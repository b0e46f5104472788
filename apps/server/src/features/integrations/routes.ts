import * as contract from '@vakt/contract/integrations/integrations.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import type { IntegrationKind } from './integration-kind.ts'
import { listIntegrations, listIntegrationsOfAll, readOverview } from './list-integrations.ts'

export const integrationRoutes = (kinds: readonly IntegrationKind[]): Served[] => [
  serve(contract.listIntegrations, (context, { params, query, after }) =>
    listIntegrations(kinds, context, params.customerId, query, after),
  ),
  serve(contract.getIntegrationOverview, (context, { params }) => readOverview(kinds, context, params.customerId)),
  serve(contract.listIntegrationsOfAllCustomers, (context, { query, after }) => listIntegrationsOfAll(kinds, context, null, query, after)),
  serve(contract.getIntegrationOverviewOfAllCustomers, (context) => readOverview(kinds, context, null)),
]
