import { getAlertSignal as operation } from '@vakt/contract/alerts/alerts.ts'
import { previewSourceMapping, retrySourceSignals as retryOperation } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import * as contract from '@vakt/contract/monitoring-sources/source-signals.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getAlertSignal } from './get-alert-signal.ts'
import { previewMapping } from './preview-mapping.ts'
import { sendTestSignal } from './send-test-signal.ts'
import { allowSourceTopic, retrySourceSignals } from './set-aside.ts'
import { getSourceSignal, listSourceSignals } from './source-signals.ts'

export const signalRoutes = [
  serve(operation, (context, { params }) => getAlertSignal(context, params.customerId, params)),
  serve(contract.listSourceSignals, (context, { params }) => listSourceSignals(context, params.customerId, params.sourceId)),
  serve(contract.getSourceSignal, (context, { params }) => getSourceSignal(context, params.customerId, params)),
  serve(previewSourceMapping, (context, { params, body }) => previewMapping(context, params.customerId, params.sourceId, body)),
  serve(retryOperation, (context, { params }) => retrySourceSignals(context, params.customerId, params.sourceId)),
  serve(contract.allowSourceTopic, (context, { params, body }) =>
    allowSourceTopic(context, params.customerId, params.sourceId, body.topicArn),
  ),
  serve(contract.sendTestSignal, (context, { params, body }) => sendTestSignal(context, params.customerId, params.sourceId, body)),
]
