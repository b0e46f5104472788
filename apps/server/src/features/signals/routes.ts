import { getAlertSignal as operation } from '@vakt/contract/alerts.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getAlertSignal } from './get-alert-signal.ts'

export const signalRoutes = [serve(operation, (context, { params }) => getAlertSignal(context, params.customerId, params))]
