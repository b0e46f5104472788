import * as contract from '@vakt/contract/alerts/unmatched-signals.ts'
import { getSetAside, listSetAside, retryManySetAside, retrySetAside } from '#server/features/signals/set-aside.ts'
import { serve } from '#server/platform/http/serve.ts'
import { bindManySignals, bindSeries, bindSignals, listBindings, unbindSignals } from './bind-signals.ts'
import { dismissManySignals } from './dismiss-signals.ts'
import { getUnmatched, getUnmatchedSeries, listUnmatched, listUnmatchedSeries } from './list-unmatched.ts'

export const unmatchedSignalRoutes = [
  serve(contract.listUnmatchedSignals, (context, { query, after }) => listUnmatched(context, query, after)),
  serve(contract.getUnmatchedSignal, (context, { params, query }) =>
    getUnmatched(context, params.customerId, params.unmatchedAlertId, query),
  ),
  serve(contract.bindUnmatchedSignal, (context, { params, body }) =>
    bindSignals(context, params.customerId, params.unmatchedAlertId, body),
  ),
  serve(contract.listUnmatchedSeries, (context, { query, after }) => listUnmatchedSeries(context, query, after)),
  serve(contract.getUnmatchedSeries, (context, { params, query }) =>
    getUnmatchedSeries(context, params.customerId, params.unmatchedSeriesId, query),
  ),
  serve(contract.bindUnmatchedSeries, (context, { params, body }) =>
    bindSeries(context, params.customerId, params.unmatchedSeriesId, body),
  ),
  serve(contract.bindManyUnmatchedSignals, (context, { body }) => bindManySignals(context, body)),
  serve(contract.dismissManyUnmatchedSignals, (context, { body }) => dismissManySignals(context, body)),
  serve(contract.listEntityBindings, (context, { query, after }) => listBindings(context, query, after)),
  serve(contract.removeEntityBinding, (context, { params }) => unbindSignals(context, params.customerId, params.bindingId)),
  serve(contract.listSetAsideSignals, (context, { query, after }) => listSetAside(context, query, after)),
  serve(contract.getSetAsideSignal, (context, { params }) => getSetAside(context, params.customerId, params.signalId)),
  serve(contract.retryManySetAsideSignals, (context, { body }) => retryManySetAside(context, body)),
  serve(contract.retrySetAsideSignal, (context, { params }) => retrySetAside(context, params.customerId, params.signalId)),
]
