import type { Invitation, NewInvitation } from '@vakt/contract/users.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { hasUserWithEmail, lockUsers } from './administered-user-table.ts'
import { refuseForeignAdministrator } from './change-user.ts'
import { type InvitationRow, insertInvitation, markInvitationRevoked, readInvitationPage } from './invitation-table.ts'

/** How long an invitation can be accepted: 14 days. */
export const invitationMilliseconds = 14 * 24 * 3_600_000

const present = ({ createdKey: _, createdAt, expiresAt, acceptedAt, revokedAt, ...invitation }: InvitationRow): Invitation => ({
  ...invitation,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  acceptedAt: acceptedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
})

export async function listInvitations(
  context: Context,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<Invitation>> {
  const rows = await inTransaction(context, customerId, (transaction) => readInvitationPage(transaction, customerId, { after, limit }))
  const page = nextPage(rows, limit, ({ createdKey, invitationId }) => [createdKey, invitationId])
  return { ...page, rows: page.rows.map(present) }
}

export async function inviteUser(context: Context, customerId: string, wanted: NewInvitation): Promise<Invitation> {
  const email = wanted.email.toLowerCase()
  return inTransaction(context, customerId, async (transaction) => {
    const customer = await lockUsers(transaction, customerId)
    if (!customer) throw new NotFound()
    refuseForeignAdministrator(wanted.roles, customer)
    if (await hasUserWithEmail(transaction, customerId, email))
      throw Conflict.field('email', 'There is a user with this address already.', 'users.invite.is_user')
    const expiresAt = new Date(context.now.getTime() + invitationMilliseconds)
    const created = await insertInvitation(transaction, customerId, { ...wanted, email, createdAt: context.now, expiresAt })
    if (!created) throw Conflict.field('email', 'This address is invited already.', 'users.invite.is_invited')
    await recordAction(transaction, context, customerId, {
      action: 'user.invite',
      target: created.invitationId,
      details: { email, roles: created.roles },
    })
    return present(created)
  })
}

export async function revokeInvitation(context: Context, customerId: string, id: string): Promise<undefined> {
  const invitationId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    const revoked = await markInvitationRevoked(transaction, customerId, invitationId, context.now)
    if (!revoked) throw new NotFound()
    await recordAction(transaction, context, customerId, {
      action: 'user.revoke-invitation',
      target: invitationId,
      details: { email: revoked.email },
    })
  })
}
