import * as contract from '@vakt/contract/users/api-tokens.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './manage-api-tokens.ts'
import type { ApiTokenSettings } from './sign-in-deadline.ts'

export const apiTokenRoutes = (settings: ApiTokenSettings): Served[] => [
  serve(contract.listApiTokens, (context, { query, after }) => listApiTokens(context, settings, query, after)),
  serve(contract.createApiToken, (context, { body }) => createApiToken(context, settings, body)),
  serve(contract.revokeApiToken, (context, { params }) => revokeApiToken(context, params.tokenId)),
]
