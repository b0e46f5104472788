import { createHash, randomBytes } from 'node:crypto'
import type { FeatureKey } from '@vakt/contract/features.ts'
import { type NewServiceToken, type ServiceToken, serviceTokenLimits } from '@vakt/contract/users/service-tokens.ts'
import { featuresEnabledAt, isGlobalAdmin, withImplied } from '@vakt/domain/access.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { findCustomer } from '#server/features/customers/get-customer.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Forbidden, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import {
  countServiceTokens,
  insertServiceToken,
  markServiceTokenRevoked,
  readServiceTokenPage,
  rotateStoredToken,
  type ServiceTokenRow,
} from './service-token-table.ts'

const hourMs = 3_600_000

const iso = (moment: Date | null) => moment?.toISOString() ?? null

function present({ createdKey: _, ...token }: ServiceTokenRow, now: Date): ServiceToken {
  const { createdAt, rotatedAt, previousUntil, expiresAt, lastUsedAt } = token
  return {
    ...token,
    createdAt: createdAt.toISOString(),
    rotatedAt: iso(rotatedAt),
    previousUntil: previousUntil && previousUntil > now ? iso(previousUntil) : null,
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
  }
}

/**
 * The features that the customer has switched on. Throws Forbidden for anyone who does not administer the customer: administrators of the provider do, and users of
 * the customer who hold each of those features. A token sees all tickets, so where users see only their own it is staff's alone.
 */
async function requireAdministrator({ caller, pool }: CallContext, customerId: string): Promise<ReadonlySet<FeatureKey>> {
  if (!caller) throw new NotSignedIn()
  const customer = await findCustomer({ pool }, customerId)
  if (!customer) throw new NotFound()
  const enabled = featuresEnabledAt(customer)
  if (isGlobalAdmin(caller)) return enabled
  if (customer.isProvider || caller.isStaff) throw new Forbidden()
  const missing = [...enabled].filter((key) => !caller.features.has(key))
  if (missing.length > 0) throw new Forbidden(missing.slice(0, 1))
  if (customer.ticketVisibility === 'own') throw new Forbidden()
  return enabled
}

/** Whether the caller administers the customer, and may list its tokens. */
export async function mayAdminister(context: CallContext, customerId: string): Promise<boolean> {
  return requireAdministrator(context, customerId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Forbidden) return false
      throw error
    },
  )
}

function readExpiry(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null
  const moment = new Date(expiresAt)
  if (moment <= now) throw Invalid.field('expiresAt', 'This moment has passed. Choose one to come.', 'service_tokens.expiry_past')
  return moment
}

function createSecret() {
  const secret = `vakt_svc_${randomBytes(32).toString('base64url')}`
  return { secret, hash: createHash('sha256').update(secret).digest(), ending: secret.slice(-4) }
}

export async function listServiceTokens(
  context: CallContext,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<ServiceToken>> {
  await requireAdministrator(context, customerId)
  const rows = await inTransaction(context, customerId, (transaction) => readServiceTokenPage(transaction, customerId, { after, limit }))
  const page = nextPage(rows, limit, ({ createdKey, tokenId }) => [createdKey, tokenId])
  return { ...page, rows: page.rows.map((row) => present(row, context.now)) }
}

/** The secret is in this answer only. */
export async function createServiceToken(
  context: CallContext,
  customerId: string,
  wanted: NewServiceToken,
): Promise<ServiceToken & { secret: string }> {
  const enabled = await requireAdministrator(context, customerId)
  const { now } = context
  const name = tidyLine(wanted.name)
  if (name === '') throw Invalid.field('name', 'The name cannot be empty.', 'service_tokens.name_empty')
  const scope = withImplied(wanted.scope)
  const missing = scope.find((key) => !enabled.has(key))
  if (missing) throw Invalid.field('scope', `${missing} is not switched on for this customer.`, 'service_tokens.scope_not_enabled')
  const expiresAt = readExpiry(wanted.expiresAt, now)
  const { secret, ...stored } = createSecret()
  return inTransaction(context, customerId, async (transaction) => {
    if ((await countServiceTokens(transaction, customerId)) >= serviceTokenLimits.perCustomer)
      throw Conflict.field(
        '',
        `There are ${serviceTokenLimits.perCustomer} service tokens already. Revoke one that is not used any more.`,
        'service_tokens.too_many',
      )
    const token = { ...stored, name, scope, createdBy: nameOfActor(context.actor), expiresAt, now }
    const created = await insertServiceToken(transaction, customerId, token)
    return { ...present(created, now), secret }
  })
}

/** A new secret for the token, which stays the same for the record. The old secret works for `overlapHours` more. */
export async function rotateServiceToken(
  context: CallContext,
  customerId: string,
  id: string,
  wanted: { overlapHours: number; expiresAt: string | null },
): Promise<ServiceToken & { secret: string }> {
  await requireAdministrator(context, customerId)
  const tokenId = readUuid(id)
  const { now } = context
  const { overlapHours } = wanted
  const expiresAt = readExpiry(wanted.expiresAt, now)
  const { secret, ...stored } = createSecret()
  const until = new Date(now.getTime() + overlapHours * hourMs)
  return inTransaction(context, customerId, async (transaction) => {
    const rotated = await rotateStoredToken(transaction, customerId, { ...stored, tokenId, until, expiresAt, now })
    if (!rotated) throw new NotFound()
    return { ...present(rotated, now), secret }
  })
}

export async function revokeServiceToken(context: CallContext, customerId: string, id: string): Promise<undefined> {
  await requireAdministrator(context, customerId)
  const tokenId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    const name = await markServiceTokenRevoked(transaction, customerId, tokenId, context.now)
    if (name === undefined) throw new NotFound()
    return { name }
  })
}
