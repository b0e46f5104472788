import * as contract from '@vakt/contract/users/handovers.ts'
import { serve } from '#server/platform/http/serve.ts'
import { handOver } from './hand-over.ts'
import { readHoldings } from './read-holdings.ts'

export const handoverRoutes = () => [
  serve(contract.readHoldings, (context, { params, query }) => readHoldings(context, params, query)),
  serve(contract.handOver, (context, { params, body }) => handOver(context, params, body)),
]
