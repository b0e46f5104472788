import { globalAdminRole } from '@vakt/contract/features.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { lockUsers, readIdentityByEmail, writeUser } from './administered-user-table.ts'
import { insertInvitation, markInvitationRevoked, readOpenInvitation } from './invitation-table.ts'
import { invitationMilliseconds } from './invite-user.ts'

/** `present`: is an administrator. `restored`: is a user, and an administrator again. `invited`: now; `waiting`: invited before. */
export type AdministratorOutcome = 'present' | 'restored' | 'invited' | 'waiting'

type Wanted = {
  name: string
  email: string
  roles: string[]
  /** The identity provider that they are to sign in with. */
  issuer: string
}

/**
 * Makes sure that someone is an administrator of the provider, or is invited to become one at their first sign-in with this identity
 * provider. Harmless to repeat. The transaction must be of the worker.
 */
export async function inviteAdministrator(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  providerId: string,
  { name, email: given, roles, issuer }: Wanted,
): Promise<AdministratorOutcome> {
  const email = given.toLowerCase()
  await lockUsers(transaction, providerId)
  const identity = await readIdentityByEmail(transaction, providerId, { email, issuer })
  if (identity && !identity.isDisabled && [...identity.roles, ...identity.identityRoles].includes(globalAdminRole)) return 'present'
  if (identity) {
    const after = { roles: [...new Set([...identity.roles, ...roles])], isDisabled: false }
    await writeUser(transaction, providerId, identity.userId, { ...after, staffCustomers: null, resourceLimit: null, now: context.now })
    const before = { roles: identity.roles, isDisabled: identity.isDisabled }
    const details = { name: identity.name, email: identity.email, before, after }
    await recordAction(transaction, context, providerId, { action: 'user.change', target: identity.userId, details })
    return 'restored'
  }
  const open = await readOpenInvitation(transaction, providerId, { email, now: context.now })
  if (open?.roles.includes(globalAdminRole)) return 'waiting'
  if (open) await markInvitationRevoked(transaction, providerId, open.invitationId, context.now)
  const expiresAt = new Date(context.now.getTime() + invitationMilliseconds)
  const created = await insertInvitation(transaction, providerId, {
    email,
    name,
    roles,
    staffCustomers: null,
    resourceLimit: null,
    createdAt: context.now,
    expiresAt,
  })
  if (!created) throw new Error('The invitation was not stored.')
  await recordAction(transaction, context, providerId, { action: 'user.invite', target: created.invitationId, details: { email, roles } })
  return 'invited'
}
