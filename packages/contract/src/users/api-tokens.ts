import { featureKeys } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'

/** A personal token: a program that holds it acts as its user, within the scope. */
export const ApiToken = object({
  tokenId: Type.String(),
  name: Type.String(),
  /** The features that it may use; never more than its user has at that moment. */
  scope: Type.Array(oneOf(featureKeys)),
  createdAt: moment(),
  expiresAt: nullable(moment()),
  /** Right to the minute. */
  lastUsedAt: nullable(moment()),
  /** When it stops working, unless its user signs in before. */
  signInBy: moment(),
})
export type ApiToken = Static<typeof ApiToken>

export const listApiTokens = operation({
  summary: 'The API tokens of the caller, the newest first',
  method: 'GET',
  path: '/authentication/api-token',
  access: 'signed-in',
  query: object(pageLimit),
  listOf: ApiToken,
})

export const NewApiToken = object({
  name: oneLine({ minLength: 1, maxLength: 100, messages: { minLength: 'api_tokens.name_empty' } }),
  scope: Type.Array(oneOf(featureKeys), {
    minItems: 1,
    maxItems: featureKeys.length,
    messages: { minItems: 'api_tokens.scope_empty' },
  }),
  expiresAt: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
})
export type NewApiToken = Static<typeof NewApiToken>

export const createApiToken = operation({
  summary: 'Make an API token; the only answer that shows its secret. Not possible with an API token',
  method: 'POST',
  path: '/authentication/api-token',
  access: 'signed-in',
  announces: { content: ['api-tokens'], to: 'user' },
  records: { action: 'api-token.create', target: '{tokenId}', details: { name: 'name', scope: 'scope', expiresAt: 'expiresAt' } },
  showsSecret: true,
  body: NewApiToken,
  result: object({ ...ApiToken.properties, secret: Type.String() }),
})

export const revokeApiToken = operation({
  summary: 'End an API token at once. Not possible with an API token',
  method: 'DELETE',
  path: '/authentication/api-token/:tokenId',
  access: 'signed-in',
  announces: { content: ['api-tokens'], to: 'user' },
  records: { action: 'api-token.revoke', target: '{tokenId}' },
})
