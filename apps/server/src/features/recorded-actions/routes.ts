import * as contract from '@vakt/contract/recorded-actions.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getRecordedAction, listRecordedActions } from './list-recorded-actions.ts'

export const recordedActionRoutes = [
  serve(contract.listRecordedActions, (context, { query, after }) => listRecordedActions(context, query, after)),
  serve(contract.getRecordedAction, (context, { params }) => getRecordedAction(context, params.actionId)),
]
