import { globalAdminRole } from '@vakt/contract/features.ts'
import { featuresOf } from '@vakt/domain/access.ts'
import type { Pool } from 'pg'
import { findCustomer } from '#server/features/customers/get-customer.ts'
import { becomeCustomer, presenting } from '#server/platform/database/transaction.ts'
import { Forbidden, NotSignedIn, Unavailable } from '#server/platform/errors.ts'
import type { Gate } from '#server/platform/http/door.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { SignInProviderUnreachable } from '#server/platform/sign-in/discovered-keys.ts'
import { InvalidToken, type VerifiedToken, type VerifyAccessToken } from '#server/platform/sign-in/verify-access-token.ts'
import { findCustomerAtSignIn, insertUser, readUserByIdentity, type UserRow } from './user-table.ts'

async function verify(verifyToken: VerifyAccessToken, token: string): Promise<VerifiedToken> {
  try {
    return await verifyToken(token)
  } catch (error) {
    if (error instanceof InvalidToken) throw new NotSignedIn('The access token is not valid. Sign in again.')
    if (error instanceof SignInProviderUnreachable) throw new Unavailable()
    throw error
  }
}

/** An address counts for choosing a customer only when the provider says that it is verified: anyone can claim an address. */
const domainOf = ({ email, isEmailVerified }: VerifiedToken) =>
  isEmailVerified && email ? (email.split('@')[1]?.toLowerCase() ?? null) : null

async function findUser(pool: Pool, token: VerifiedToken): Promise<UserRow | undefined> {
  const { issuer, subject } = token
  return presenting(pool, { issuer, subject }, (transaction) => readUserByIdentity(transaction, issuer, subject))
}

/** The first sign-in of somebody: the customer is found by tenant or address, and the user made. */
async function welcomeUser(pool: Pool, token: VerifiedToken): Promise<UserRow> {
  const emailDomain = domainOf(token)
  const tenant = token.tenant?.toLowerCase() ?? null
  const { issuer, subject } = token
  return presenting(pool, { issuer, subject, email_domain: emailDomain ?? '', tenant: tenant ?? '' }, async (transaction) => {
    const customerId = await findCustomerAtSignIn(transaction, { tenant, emailDomain })
    if (!customerId) throw new Forbidden()
    await becomeCustomer(transaction, customerId)
    return insertUser(transaction, customerId, { issuer, subject, name: token.name ?? token.email ?? subject, email: token.email ?? '' })
  })
}

/** Who calls with this token. The rights are read anew each time: what is changed counts from the next request. */
async function identify(pool: Pool, verifyToken: VerifyAccessToken, bearer: string): Promise<Caller> {
  const token = await verify(verifyToken, bearer)
  const user = (await findUser(pool, token)) ?? (await welcomeUser(pool, token))
  if (user.isDisabled) throw new NotSignedIn('This account is disabled.')
  const customer = await findCustomer({ pool }, user.customerId)
  if (!customer) throw new NotSignedIn()
  // Only the provider's own people can be staff, whatever another customer's identity provider puts into its tokens.
  const roles = [...new Set([...token.roles, ...user.roles])].filter((role) => role !== globalAdminRole || customer.isProvider)
  return {
    userId: user.userId,
    name: token.name ?? user.name,
    email: token.email ?? user.email,
    customerId: user.customerId,
    roles,
    isStaff: roles.includes(globalAdminRole),
    features: featuresOf({ roles }, customer),
  }
}

export function createGate(pool: Pool, verifyToken: VerifyAccessToken): Gate {
  return {
    identify: (token) => identify(pool, verifyToken, token),
    async featuresAt(caller, customerId) {
      if (customerId === caller.customerId) return caller.features
      if (!caller.isStaff) return null
      const customer = await findCustomer({ pool }, customerId)
      return customer ? featuresOf(caller, customer) : null
    },
  }
}
