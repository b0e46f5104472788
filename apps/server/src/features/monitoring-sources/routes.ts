import * as contract from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { getSourceMapping, saveSourceMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { SecretBox } from '#server/platform/keys/secret-box.ts'
import { changeSourceChecks } from './change-source-checks.ts'
import { getSource, listOwnSources, listSources } from './list-sources.ts'
import { getMapping, saveMapping } from './manage-mapping.ts'
import { changeSource, createSource, restoreSource, revokeSource } from './manage-sources.ts'
import { endReplacedToken, rotateIngestToken } from './rotate-ingest-token.ts'

export const monitoringSourceRoutes = (secrets: SecretBox) => [
  serve(contract.listMonitoringSources, (context, { query, after }) => listSources(context, query, after)),
  serve(contract.listOwnMonitoringSources, (context, { params, query, after }) => listOwnSources(context, params.customerId, query, after)),
  serve(contract.getMonitoringSource, (context, { params }) => getSource(context, params.customerId, params.sourceId)),
  serve(contract.createMonitoringSource, (context, { params, body }) => createSource(context, params.customerId, body)),
  serve(contract.changeMonitoringSource, (context, { params, body }) => changeSource(context, params.customerId, params.sourceId, body)),
  serve(contract.changeSourceChecks, (context, { params, body }) =>
    changeSourceChecks(context, secrets, params.customerId, params.sourceId, body),
  ),
  serve(contract.rotateIngestToken, (context, { params, body }) => rotateIngestToken(context, params.customerId, params.sourceId, body)),
  serve(contract.endReplacedToken, (context, { params }) => endReplacedToken(context, params.customerId, params.sourceId)),
  serve(contract.revokeMonitoringSource, (context, { params }) => revokeSource(context, params.customerId, params.sourceId)),
  serve(getSourceMapping, (context, { params }) => getMapping(context, params.customerId, params.sourceId)),
  serve(saveSourceMapping, (context, { params, body }) => saveMapping(context, params.customerId, params.sourceId, body)),
  serve(contract.restoreMonitoringSource, (context, { params }) => restoreSource(context, params.customerId, params.sourceId)),
]
