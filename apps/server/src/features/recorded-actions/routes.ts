import * as contract from '@vakt/contract/recorded-actions.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listRecordedActions } from './list-recorded-actions.ts'

export const recordedActionRoutes = [
  serve(contract.listRecordedActions, (context, { query, after }) => listRecordedActions(context, query, after)),
]
