import { isRoleOfProvider } from '@vakt/domain/access.ts'
import type { Pool } from 'pg'
import type { NeedsSetUp } from '#server/features/customers/find-provider.ts'
import { readCurrentCustomer } from '#server/features/customers/get-customer.ts'
import { giveOwnTickets } from '#server/features/tickets/give-own-tickets.ts'
import { acceptInvitation, findInvitations, holdInvitation, type OpenInvitation } from '#server/features/users/accept-invitation.ts'
import { type FoundMove, findMove, takeMove } from '#server/features/users/move-accounts.ts'
import { becomeCustomer, presenting, type Transaction } from '#server/platform/database/transaction.ts'
import { CustomerClosed, Forbidden, NotSetUp } from '#server/platform/errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { VerifiedToken } from '#server/platform/sign-in/verify-access-token.ts'
import { findProvedAddress, presentedAddress } from './proved-address.ts'
import { findCustomerAtSignIn, insertUser, readUser, readWelcomeRole, type UserRow } from './user-table.ts'

/** An address counts for choosing a customer only when the provider says that it is verified: anyone can claim an address. */
const verifiedEmailOf = ({ email, isEmailVerified }: VerifiedToken) => (isEmailVerified && email ? email.toLowerCase() : null)

type Parts = { pool: Pool; needsSetUp: NeedsSetUp }

/** The open invitation that counts for who shows this token, the newest of several. */
async function findOwnInvitation(transaction: Transaction, token: VerifiedToken): Promise<OpenInvitation | undefined> {
  const at = await findProvedAddress(transaction, token)
  return at && (await findInvitations(transaction, at.email, at.customerId))[0]
}

/** The account at a former identity provider that an administrator lets move to this one. */
async function findOwnMove(transaction: Transaction, token: VerifiedToken): Promise<FoundMove | undefined> {
  const at = await findProvedAddress(transaction, token)
  return at && findMove(transaction, { issuer: token.issuer, email: at.email }, at.customerId ?? null)
}

/** Undefined where the account has moved to another identity meanwhile. */
async function welcomeMoved(
  transaction: Transaction,
  token: VerifiedToken,
  { move, requestId }: { move: FoundMove; requestId: string },
): Promise<UserRow | undefined> {
  const { issuer, subject, email, name } = token
  await becomeCustomer(transaction, move.customerId)
  const identity = { issuer, subject, email: email ?? '', name: name ?? email ?? subject }
  const isTaken = await takeMove(transaction, { now: new Date(), requestId }, move, identity)
  return isTaken ? readUser(transaction, move.customerId, move.userId) : undefined
}

/**
 * Where someone is a user first who is invited to one customer and belongs to another by their tenant or domain: at the latter, which their
 * identity provider speaks for; the invitation is accepted next to it. The provider's people, and who is invited to the provider, are invited
 * away from where they belong.
 */
async function findFirstCustomer(
  transaction: Transaction,
  invited: string | undefined,
  ruled: string | undefined,
): Promise<string | undefined> {
  if (!invited || !ruled || invited === ruled) return invited ?? ruled
  const read = async (customerId: string) => {
    await becomeCustomer(transaction, customerId)
    return readCurrentCustomer(transaction)
  }
  const [invitedAt, ruledAt] = [await read(invited), await read(ruled)]
  return invitedAt?.isProvider || ruledAt?.isProvider || ruledAt?.isClosed ? invited : ruled
}

/** The first sign-in of somebody: an account that may move is theirs; else the customer is found by invitation, tenant or the domain of the address, and the user made. */
export async function welcomeUser({ pool, needsSetUp }: Parts, token: VerifiedToken, requestId: string): Promise<UserRow> {
  const email = verifiedEmailOf(token)
  const emailDomain = email?.split('@')[1] ?? null
  const tenant = token.tenant?.toLowerCase() ?? null
  const { issuer, subject } = token
  const address = token.email?.toLowerCase() ?? ''
  const shown = { issuer, subject, email_domain: emailDomain ?? '', ...presentedAddress(token), moving_address: address }
  return presenting(pool, shown, async (transaction) => {
    const move = await findOwnMove(transaction, token)
    const moved = move && (await welcomeMoved(transaction, token, { move, requestId }))
    if (moved) return moved
    const invited = await findOwnInvitation(transaction, token)
    const ruled = await findCustomerAtSignIn(transaction, { tenant, emailDomain })
    const customerId = (await findFirstCustomer(transaction, invited?.customerId, ruled)) ?? null
    if (!customerId) throw (await needsSetUp()) ? new NotSetUp() : new Forbidden()
    await becomeCustomer(transaction, customerId)
    if ((await readCurrentCustomer(transaction))?.isClosed) throw new CustomerClosed()
    const invitation = invited?.customerId === customerId && (await holdInvitation(transaction, invited)) ? invited : undefined
    if (!invitation && customerId !== ruled) throw new Forbidden()
    const user = invitation
      ? await welcomeInvited(transaction, token, { invitation, requestId })
      : await welcomeByRule(transaction, token, { customerId, requestId })
    announce(transaction, { type: 'content.changed', customerId, content: ['users'] })
    if (email) await giveOwnTickets(transaction, customerId, { userId: user.userId, verifiedEmail: email })
    return user
  })
}

const identityOf = ({ issuer, subject, email, roles }: VerifiedToken) => ({ issuer, subject, email: email ?? '', identityRoles: roles })

/** A colleague at the provider gets the role of its sign-in rules, unless the identity provider names one. */
async function welcomeByRule(
  transaction: Transaction,
  token: VerifiedToken,
  { customerId, requestId }: { customerId: string; requestId: string },
): Promise<UserRow> {
  const name = token.name ?? token.email ?? token.subject
  const role = token.roles.some(isRoleOfProvider) ? undefined : await readWelcomeRole(transaction, customerId)
  const user = await insertUser(transaction, customerId, {
    ...identityOf(token),
    name,
    roles: role ? [role] : [],
    staffCustomers: null,
    resourceLimit: null,
  })
  if (role) {
    const actor = { type: 'user' as const, userId: user.userId, name, email: user.email }
    const entry = { action: 'user.welcome', target: user.userId, details: { role } }
    await recordAction(transaction, { actor, now: new Date(), requestId }, customerId, entry)
  }
  return user
}

async function welcomeInvited(
  transaction: Transaction,
  token: VerifiedToken,
  { invitation, requestId }: { invitation: OpenInvitation; requestId: string },
): Promise<UserRow> {
  const { customerId, roles, staffCustomers, resourceLimit } = invitation
  const name = token.name ?? invitation.name
  const user = await insertUser(transaction, customerId, { ...identityOf(token), name, roles, staffCustomers, resourceLimit })
  const actor = { type: 'user' as const, userId: user.userId, name, email: user.email }
  await acceptInvitation(transaction, { actor, now: new Date(), requestId }, invitation, user.userId)
  return user
}
