import { featureKeys } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'

/** An API token of a customer, or of the provider for all customers, that belongs to no user. */
export const ServiceToken = object({
  tokenId: Type.String(),
  name: Type.String(),
  /** The last characters of the secret. */
  ending: Type.String(),
  /** What it may do; never more than the customer has switched on. */
  scope: Type.Array(oneOf(featureKeys)),
  createdAt: moment(),
  createdBy: Type.String(),
  rotatedAt: nullable(moment()),
  /** Until when the secret before the last rotation works; null when it no longer does. */
  previousUntil: nullable(moment()),
  expiresAt: nullable(moment()),
  /** Right to the minute. */
  lastUsedAt: nullable(moment()),
})
export type ServiceToken = Static<typeof ServiceToken>

export const serviceTokenLimits = { perCustomer: 50, overlapHours: 168 } as const

const expiresAt = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { default: null })

export const NewServiceToken = object({
  name: oneLine({ pattern: '\\S', maxLength: 80, messages: { pattern: 'service_tokens.name_empty' } }),
  scope: Type.Array(oneOf(featureKeys), {
    minItems: 1,
    maxItems: featureKeys.length,
    messages: { minItems: 'service_tokens.scope_empty' },
  }),
  expiresAt,
})
export type NewServiceToken = Static<typeof NewServiceToken>

const ofCustomer = '/customer/:customerId/service-token' as const
const one = `${ofCustomer}/:serviceTokenId` as const
/** Managing tokens asks for more, see `manage-service-tokens.ts`: every feature that the customer has, or staff. */
const access = ['@feature.myenvironment.write'] as const
/** A token that leaked must not be able to make itself last. */
const tokenAccess = null
const withSecret = object({ ...ServiceToken.properties, secret: Type.String() })

export const listServiceTokens = operation({
  summary: 'The service tokens of a customer, the newest first. For its administrators and the provider’s staff',
  method: 'GET',
  path: ofCustomer,
  access,
  tokenAccess,
  query: object(pageLimit),
  listOf: ServiceToken,
})

export const createServiceToken = operation({
  summary: 'Create a service token; the only answer that shows its secret. Not possible with an API token',
  method: 'POST',
  path: ofCustomer,
  access,
  announces: { content: ['service-tokens'], to: 'customer' },
  records: { action: 'service-token.create', target: '{tokenId}', details: { name: 'name', scope: 'scope', expiresAt: 'expiresAt' } },
  showsSecret: true,
  tokenAccess,
  body: NewServiceToken,
  result: withSecret,
})

export const rotateServiceToken = operation({
  summary: 'Create a new secret for a service token; the old one keeps working for the given hours. Not possible with an API token',
  method: 'POST',
  path: `${one}/rotate`,
  access,
  announces: { content: ['service-tokens'], to: 'customer' },
  records: {
    action: 'service-token.rotate',
    target: '{serviceTokenId}',
    details: { name: 'name', overlapHours: 'overlapHours', expiresAt: 'expiresAt' },
  },
  showsSecret: true,
  tokenAccess,
  body: object({ overlapHours: Type.Integer({ minimum: 0, maximum: serviceTokenLimits.overlapHours, default: 24 }), expiresAt }),
  result: withSecret,
})

export const revokeServiceToken = operation({
  summary: 'End a service token at once. Not possible with an API token',
  method: 'DELETE',
  path: one,
  access,
  announces: { content: ['service-tokens'], to: 'customer' },
  records: { action: 'service-token.revoke', target: '{serviceTokenId}', details: { name: 'name' } },
  tokenAccess,
})
