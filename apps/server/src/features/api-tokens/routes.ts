import * as contract from '@vakt/contract/api-tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './manage-api-tokens.ts'

export const apiTokenRoutes = [
  serve(contract.listApiTokens, (context, { query, after }) => listApiTokens(context, query, after)),
  serve(contract.createApiToken, (context, { body }) => createApiToken(context, body)),
  serve(contract.revokeApiToken, (context, { params }) => revokeApiToken(context, params.tokenId)),
]
