import * as contract from '@vakt/contract/users/service-tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createServiceToken, listServiceTokens, revokeServiceToken, rotateServiceToken } from './manage-service-tokens.ts'

export const serviceTokenRoutes = [
  serve(contract.listServiceTokens, (context, { params, query, after }) => listServiceTokens(context, params.customerId, query, after)),
  serve(contract.createServiceToken, (context, { params, body }) => createServiceToken(context, params.customerId, body)),
  serve(contract.rotateServiceToken, (context, { params, body }) =>
    rotateServiceToken(context, params.customerId, params.serviceTokenId, body),
  ),
  serve(contract.revokeServiceToken, (context, { params }) => revokeServiceToken(context, params.customerId, params.serviceTokenId)),
]
