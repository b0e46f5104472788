import { type FeatureKey, globalAdminRole } from '@vakt/contract/features.ts'
import {
  featuresAnywhere,
  featuresElsewhere,
  featuresEnabledAt,
  featuresOf,
  isGlobalAdmin,
  isOfStaff,
  isOwnStaffRole,
  isRoleOfProvider,
  withinResourceLimit,
} from '@vakt/domain/access.ts'
import type { Pool } from 'pg'
import { type ApiTokenSettings, signInDeadline } from '#server/features/api-tokens/sign-in-deadline.ts'
import { looksLikeApiToken, useApiToken } from '#server/features/api-tokens/use-api-token.ts'
import type { NeedsSetUp } from '#server/features/customers/find-provider.ts'
import { type CustomerRow, findCustomer, readCurrentCustomer } from '#server/features/customers/get-customer.ts'
import { createLookRecorder } from '#server/features/recorded-actions/record-look.ts'
import { looksLikeServiceToken, useServiceToken } from '#server/features/service-tokens/use-service-token.ts'
import { findGranters } from '#server/features/users/find-granters.ts'
import {
  inOneStatement,
  inTransaction,
  inTwoStatements,
  presentingInTwoStatements,
  readForAllCustomers,
} from '#server/platform/database/transaction.ts'
import { AccountDisabled, CustomerClosed, Forbidden, NotFound, NotSignedIn, Unavailable } from '#server/platform/errors.ts'
import type { Gate, Visit } from '#server/platform/http/door.ts'
import { actorOf, type Caller, type CallerSession } from '#server/platform/http/serve.ts'
import { SignInProviderUnreachable } from '#server/platform/sign-in/discovered-keys.ts'
import { InvalidToken, type VerifiedToken, type VerifyAccessToken } from '#server/platform/sign-in/verify-access-token.ts'
import { requireInSight } from './in-sight.ts'
import { joinCustomers } from './join-customers.ts'
import { createTokenSessions, type TokenSessions } from './session-of-token.ts'
import { hasSessionEndedSince, touchUserSession, writeUserSession } from './user-session-table.ts'
import {
  readUser,
  readUserForAllCustomers,
  readUsersByIdentity,
  type SessionOfUser,
  type UserRow,
  writeIdentityRoles,
} from './user-table.ts'
import { welcomeUser } from './welcome-user.ts'

async function verify(verifyToken: VerifyAccessToken, token: string): Promise<VerifiedToken> {
  try {
    return await verifyToken(token)
  } catch (error) {
    if (error instanceof InvalidToken && error.misfit)
      throw new NotSignedIn(`Vakt does not accept this access token. ${error.misfit}`, 'error.token_misfit')
    if (error instanceof InvalidToken) throw new NotSignedIn('The access token is not valid. Sign in again.')
    if (error instanceof SignInProviderUnreachable) throw new Unavailable(5, error)
    throw error
  }
}

type KnownUser = { user: UserRow & SessionOfUser; customer: CustomerRow | undefined; accounts: readonly UserRow[] }

/** The next account of a person whose customer is closed; undefined where they have no other that is open. */
async function findOpenAccount(pool: Pool, users: (UserRow & SessionOfUser)[]): Promise<Pick<KnownUser, 'user' | 'customer'> | undefined> {
  for (const user of users.filter(({ isDisabled }) => !isDisabled)) {
    const customer = await findCustomer({ pool }, user.customerId)
    if (customer && !customer.isClosed) return { user, customer }
  }
  return undefined
}

/** The user with their customer, which is asked for before it is known which it is: the second statement comes after the first. */
async function findUser(pool: Pool, { issuer, subject }: VerifiedToken, session: CallerSession, now: Date): Promise<KnownUser | undefined> {
  const shown = { issuer, subject, session_key: session.key }
  const [users, customer] = await presentingInTwoStatements(pool, shown, (transaction) =>
    Promise.all([readUsersByIdentity(transaction, { issuer, subject, sessionKey: session.key, now }), readCurrentCustomer(transaction)]),
  )
  const [user, ...others] = users
  if (!user) return undefined
  return { user, customer, ...(customer?.isClosed ? await findOpenAccount(pool, others) : {}), accounts: users }
}

/**
 * Writes the session down at its first request, so that it can be seen and ended from then on. Once ended it is refused, until its user has
 * signed in again. When it was last seen is noted once a minute.
 */
async function followSession(pool: Pool, user: UserRow & Partial<SessionOfUser>, session: CallerSession, now: Date): Promise<void> {
  const { customerId, userId, sessionId, endedAt, isJustSeen } = user
  const hasSignedInAgain = session.authenticatedAt && endedAt && session.authenticatedAt > endedAt
  if (endedAt && !hasSignedInAgain) throw new NotSignedIn('This session has been ended. Sign in again.', 'error.session_ended')
  if (isJustSeen && !endedAt) return
  await inOneStatement({ pool }, customerId, (transaction) =>
    sessionId && !endedAt
      ? touchUserSession(transaction, customerId, { userId, sessionId, address: session.address, now })
      : writeUserSession(transaction, customerId, { userId, session, now }),
  )
}

/**
 * Refuses a token that comes to its first use late. Where the provider names no session, one that was issued before a session of its user ended may
 * be of that session, wherever it is shown: it opens no other. Browsers that are known go on, and others fetch a token that is newer.
 */
async function refuseLateToken(
  pool: Pool,
  user: UserRow & Partial<SessionOfUser>,
  { issuedAt: since }: VerifiedToken,
  accounts: readonly UserRow[],
): Promise<void> {
  const isKnownBrowser = user.sessionId && !user.endedAt
  if (isKnownBrowser || !since) return
  for (const { customerId, userId } of accounts) {
    const isOther = userId !== user.userId
    const isLate = await inOneStatement({ pool }, customerId, (transaction) =>
      hasSessionEndedSince(transaction, customerId, { userId, since, isOther }),
    )
    if (isLate) throw new NotSignedIn('This access token is older than the end of a session. Sign in again.')
  }
}

/** What the identity provider says now is kept: who is an administrator, and what someone sees through another's eyes, depends on it. */
async function keepIdentityRoles(pool: Pool, user: UserRow, identityRoles: readonly string[]): Promise<void> {
  if (identityRoles.length === user.identityRoles.length && identityRoles.every((role) => user.identityRoles.includes(role))) return
  await inTransaction({ pool }, user.customerId, (transaction) =>
    writeIdentityRoles(transaction, user.customerId, user.userId, [...identityRoles]),
  )
}

type ApiTokenOfCaller = Caller['apiToken']

/** The rights are read again each time: what is changed counts from the next request. */
function becomeCaller(
  user: UserRow,
  customer: CustomerRow | undefined,
  { apiToken = null, session = null, person = null }: Partial<Pick<Caller, 'apiToken' | 'session' | 'person'>> = {},
): Caller {
  if (user.isDisabled) throw new AccountDisabled()
  if (!customer) throw new NotSignedIn()
  if (customer.isClosed) throw new CustomerClosed()
  // Only the provider's own people can be staff, whatever another customer's identity provider puts into its tokens.
  const known = new Set(customer.isProvider ? customer.ownRoles.map(({ role }) => role) : [])
  const counts = (role: string) => (isOwnStaffRole(role) ? known.has(role) : customer.isProvider || !isRoleOfProvider(role))
  const roles = [...new Set([...user.identityRoles, ...user.roles])].filter(counts)
  const ownRoles = customer.ownRoles.filter(({ role }) => roles.includes(role))
  const isStaff = isOfStaff({ roles })
  const isLimited = isStaff && !isGlobalAdmin({ roles })
  const resourceLimit = isStaff ? null : user.resourceLimit
  const held = featuresAnywhere({ roles, ownRoles }, customer)
  return {
    userId: user.userId,
    name: user.name,
    email: user.email,
    customerId: user.customerId,
    roles,
    ownRoles,
    isStaff,
    limitedTo: isLimited && user.staffCustomers ? { own: user.customerId, customerIds: user.staffCustomers } : null,
    resourceLimit,
    features: withinScope(resourceLimit ? withinResourceLimit(held) : held, apiToken),
    seesOwnTicketsOnly: customer.ticketVisibility === 'own' && !isStaff,
    viewedBy: null,
    apiToken,
    session,
    person,
  }
}

const withinScope = (features: ReadonlySet<FeatureKey>, apiToken: ApiTokenOfCaller): ReadonlySet<FeatureKey> =>
  apiToken ? new Set(apiToken.scope.filter((key) => features.has(key))) : features

type SignInParts = { pool: Pool; verifyToken: VerifyAccessToken; needsSetUp: NeedsSetUp; sessions: TokenSessions }

/** Who calls with this access token of the identity provider. */
async function identifySignedIn(parts: SignInParts, bearer: string, visit: Visit): Promise<Caller> {
  const { pool, verifyToken, needsSetUp, sessions } = parts
  const token = await verify(verifyToken, bearer)
  const found = await sessions.find(bearer, token, visit)
  const session = { key: found.key, address: visit.address, userAgent: visit.userAgent, authenticatedAt: token.authenticatedAt }
  const now = new Date()
  const known = await findUser(pool, token, session, now)
  const user = known?.user ?? (await welcomeUser({ pool, needsSetUp }, token, visit.requestId))
  const accounts = known?.accounts ?? [user]
  if (known?.customer?.isClosed || user.isDisabled) {
    const joined = await joinCustomers(
      pool,
      { customerId: user.customerId, person: { token, accounts } },
      { now, requestId: visit.requestId },
    )
    if (joined.length > 0) return identifySignedIn(parts, bearer, visit)
    throw user.isDisabled ? new AccountDisabled(await findGranters(pool)) : new CustomerClosed()
  }
  if (found.newToken) await refuseLateToken(pool, user, token, accounts)
  await followSession(pool, user, session, now)
  if (!(await sessions.note(user, found))) return identifySignedIn(parts, bearer, visit)
  // What the provider of someone's employer says of their roles counts at the employer, not at every customer they work for.
  const identityRoles = user.isFurther ? [] : token.roles
  await keepIdentityRoles(pool, user, identityRoles)
  const customer = known ? known.customer : await findCustomer({ pool }, user.customerId)
  const { name, email } = token
  const shown = { ...user, identityRoles, name: name ?? user.name, email: email ?? user.email }
  return becomeCaller(shown, customer, { session, person: { token, accounts } })
}

/** Who calls with this personal token. The roles of the identity provider are those it named when the user last signed in. */
async function identifyByApiToken(pool: Pool, settings: ApiTokenSettings, secret: string): Promise<Caller> {
  const now = new Date()
  const token = await useApiToken(pool, secret, now)
  if (!token) throw new NotSignedIn('The API token is not valid.')
  const [user, customer] = await inTwoStatements({ pool }, token.customerId, (transaction) =>
    Promise.all([readUser(transaction, token.customerId, token.userId), readCurrentCustomer(transaction)]),
  )
  if (!user) throw new NotSignedIn('The API token is not valid.')
  if (signInDeadline(user.lastSeenAt, settings) <= now) {
    const days = settings.ownerSignInDays
    const message = `The owner of this API token has not signed in to Vakt for ${days} days. It works again as soon as they sign in.`
    throw new NotSignedIn(message, 'error.api_token_owner_away')
  }
  return becomeCaller(user, customer, { apiToken: { tokenId: token.tokenId, scope: token.scope, isService: false } })
}

/** What a service token may do at its own customer: what is switched on there. At another, one of the provider may do what staff may there. */
function featuresOfService(customer: CustomerRow, { scope }: { scope: readonly FeatureKey[] }, isElsewhere: boolean): Set<FeatureKey> {
  const held = isElsewhere ? featuresOf({ roles: [globalAdminRole] }, customer) : featuresEnabledAt(customer)
  return new Set(scope.filter((key) => held.has(key)))
}

/** Who calls with this service token. One of the provider reaches all customers, as staff do, and administers none of them. */
async function identifyByServiceToken(pool: Pool, secret: string): Promise<Caller> {
  const token = await useServiceToken(pool, secret, new Date())
  const customer = token && (await findCustomer({ pool }, token.customerId))
  if (!customer) throw new NotSignedIn('The service token is not valid: it was revoked, replaced or has expired.')
  if (customer.isClosed) throw new CustomerClosed()
  const { tokenId, scope, name, customerId } = token
  return {
    userId: tokenId,
    name: `service token: ${name}`,
    email: '',
    customerId,
    roles: [],
    ownRoles: [],
    isStaff: customer.isProvider,
    limitedTo: null,
    resourceLimit: null,
    features: featuresOfService(customer, token, false),
    seesOwnTicketsOnly: false,
    viewedBy: null,
    apiToken: { tokenId, scope, isService: true },
    session: null,
    person: null,
  }
}

/** A customer's user for staff to see with. No one sees with the rights of the provider's own people. */
async function findViewedUser(pool: Pool, staff: Caller, userId: string): Promise<Caller> {
  const user = await readForAllCustomers({ pool, isStaff: staff.isStaff }, (transaction) => readUserForAllCustomers(transaction, userId))
  if (!user) throw new NotFound()
  if (user.isDisabled || user.customerId === staff.customerId) throw new Forbidden()
  const { name, email } = staff
  const customer = await findCustomer({ pool }, user.customerId)
  return { ...becomeCaller(user, customer), viewedBy: { userId: staff.userId, name, email } }
}

/** Staff who are limited to some customers see the provider itself only where it is one of those; what is there of themselves they may use. */
async function featuresAtOwn(pool: Pool, caller: Caller): Promise<ReadonlySet<FeatureKey> | null> {
  const { customerId, limitedTo } = caller
  if (limitedTo && !limitedTo.customerIds.includes(customerId)) return new Set()
  if (!caller.isStaff || isGlobalAdmin(caller) || caller.apiToken?.isService) return caller.features
  const customer = await findCustomer({ pool }, customerId)
  return customer ? withinScope(featuresOf(caller, customer), caller.apiToken) : null
}

async function featuresAtOther(pool: Pool, caller: Caller, customerId: string): Promise<ReadonlySet<FeatureKey> | null> {
  if (caller.limitedTo && !caller.limitedTo.customerIds.includes(customerId)) return null
  const customer = await findCustomer({ pool }, customerId)
  if (customer && caller.apiToken?.isService) return featuresOfService(customer, caller.apiToken, true)
  return customer ? withinScope(featuresElsewhere(caller, customer), caller.apiToken) : null
}

export function createGate(pool: Pool, verifyToken: VerifyAccessToken, apiTokens: ApiTokenSettings, needsSetUp: NeedsSetUp): Gate {
  const recordLook = createLookRecorder(pool)
  const sessions = createTokenSessions(pool)
  return {
    identify: (token, visit) =>
      looksLikeServiceToken(token)
        ? identifyByServiceToken(pool, token)
        : looksLikeApiToken(token)
          ? identifyByApiToken(pool, apiTokens, token)
          : identifySignedIn({ pool, verifyToken, needsSetUp, sessions }, token, visit),
    async featuresAt(caller, customerId) {
      if (customerId === caller.customerId) return featuresAtOwn(pool, caller)
      return caller.isStaff ? featuresAtOther(pool, caller, customerId) : null
    },
    async viewAs({ userId, name, email, ...staff }, viewedUserId, requestId) {
      const viewed = await findViewedUser(pool, { userId, name, email, ...staff }, viewedUserId)
      await recordLook({
        staff: { type: 'user', userId, name, email },
        customerId: viewed.customerId,
        viewedUser: { userId: viewed.userId, name: viewed.name, email: viewed.email },
        now: new Date(),
        requestId,
      })
      return viewed
    },
    requireInSight: (caller, named) => requireInSight(pool, caller, named),
    findGranters: () => findGranters(pool),
    recordLook: (caller, customerId, requestId) =>
      recordLook({ staff: actorOf(caller), customerId, viewedUser: null, now: new Date(), requestId }),
  }
}
