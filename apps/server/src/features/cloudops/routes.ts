import * as contract from '@vakt/contract/cloudops.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getPrices, savePrices } from './manage-prices.ts'
import { disableService, enableService, getService, listVersions, removeService, saveService } from './manage-service.ts'
import { listCosts, listMonths } from './monthly-costs.ts'

export const cloudOpsRoutes = [
  serve(contract.getCloudOps, (context, { params }) => getService(context, params.customerId, params.entityId)),
  serve(contract.saveCloudOps, (context, { params, body }) => saveService(context, params.customerId, params.entityId, body)),
  serve(contract.enableCloudOps, (context, { params, body }) => enableService(context, params.customerId, params.entityId, body.version)),
  serve(contract.disableCloudOps, (context, { params, body }) => disableService(context, params.customerId, params.entityId, body.version)),
  serve(contract.removeCloudOps, (context, { params, body }) => removeService(context, params.customerId, params.entityId, body.version)),
  serve(contract.listCloudOpsVersions, (context, { params }) => listVersions(context, params.customerId, params.entityId)),
  serve(contract.listCloudOpsMonths, (context, { params }) => listMonths(context, params.customerId)),
  serve(contract.listCloudOpsCosts, (context, { params, query }) => listCosts(context, params.customerId, params.month, query.group)),
  serve(contract.getCloudOpsPrices, (context, { params }) => getPrices(context, params.customerId)),
  serve(contract.saveCloudOpsPrices, (context, { params, body }) => savePrices(context, params.customerId, body)),
]
