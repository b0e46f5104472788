import type { ResultOf } from '@vakt/contract/operation.ts'
import type { Invitation, inviteUser as inviteUserCall, NewInvitation } from '@vakt/contract/users/users.ts'
import { isGlobalAdmin } from '@vakt/domain/access.ts'
import type { Pool } from 'pg'
import { requireAdministrator } from '#server/features/customers/require-administrator.ts'
import { waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { hasUserWithEmail, lockUsers } from './administered-user-table.ts'
import { refuseForeignAdministrator, refuseLimit, refuseMissingStaffRoles, refuseResourceLimit, refuseUnknownRoles } from './change-user.ts'
import { type InvitationMailParts, planInvitationMail } from './invitation-mail.ts'
import {
  countOpenInvitations,
  type InvitationRow,
  insertInvitation,
  isDomainOfProvider,
  markInvitationRevoked,
  readInvitationPage,
} from './invitation-table.ts'

export type InvitationParts = InvitationMailParts & { worker: Pool }

/** How long an invitation can be accepted: 14 days. */
export const invitationMilliseconds = 14 * 24 * 3_600_000

/** As many as a customer's own administrators may have open at once, so that no mailbox elsewhere is written to without end. */
const mostOpenInvitations = 200

const present = ({ createdKey: _, createdAt, expiresAt, acceptedAt, revokedAt, ...invitation }: InvitationRow): Invitation => ({
  ...invitation,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  acceptedAt: acceptedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
})

export async function listInvitations(
  context: CallContext,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<Invitation>> {
  await requireAdministrator(context, customerId)
  const rows = await inTransaction(context, customerId, (transaction) => readInvitationPage(transaction, customerId, { after, limit }))
  const page = nextPage(rows, limit, ({ createdKey, invitationId }) => [createdKey, invitationId])
  return { ...page, rows: page.rows.map(present) }
}

/**
 * A customer's own administrators invite with the roles of the customer, and no one whom their domain makes one of the provider's people: at
 * their first sign-in an invitation counts before that.
 */
async function refuseOfCustomer(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { email, roles }: { email: string; roles: readonly string[] },
): Promise<void> {
  if (context.caller && isGlobalAdmin(context.caller)) return
  await refuseUnknownRoles(transaction, customerId, roles)
  if (await isDomainOfProvider(transaction, customerId, email.slice(email.lastIndexOf('@') + 1)))
    throw Invalid.field('email', 'People of this domain can be invited by your provider only.', 'users.invite.other_domain')
  if ((await countOpenInvitations(transaction, customerId, context.now)) >= mostOpenInvitations)
    throw Conflict.field('email', 'Too many invitations are open. Withdraw those that are no longer needed.', 'users.invite.too_many')
}

/** Invites by email as well, in the same transaction; where no mail server is configured the mail is kept in the outbox. */
export async function inviteUser(
  context: CallContext,
  customerId: string,
  wanted: NewInvitation,
  { worker, ...mailParts }: InvitationParts,
): Promise<ResultOf<typeof inviteUserCall>> {
  await requireAdministrator(context, customerId)
  await refuseLimit(context, customerId, wanted.staffCustomers)
  const email = wanted.email.toLowerCase()
  const { staffCustomers = null, resourceLimit = null } = wanted
  return workForAllCustomers({ pool: worker }, async (transaction) => {
    const customer = await lockUsers(transaction, customerId)
    if (!customer) throw new NotFound()
    refuseForeignAdministrator(wanted.roles, customer)
    refuseResourceLimit(resourceLimit, customer)
    await refuseMissingStaffRoles(transaction, customerId, wanted.roles)
    await refuseOfCustomer(transaction, context, customerId, { email, roles: wanted.roles })
    if (await hasUserWithEmail(transaction, customerId, email))
      throw Conflict.field('email', 'A user with this address already exists.', 'users.invite.is_user')
    const expiresAt = new Date(context.now.getTime() + invitationMilliseconds)
    const created = await insertInvitation(transaction, customerId, {
      ...wanted,
      email,
      staffCustomers,
      resourceLimit,
      createdAt: context.now,
      expiresAt,
    })
    if (!created) throw Conflict.field('email', 'This address is invited already.', 'users.invite.is_invited')
    await recordAction(transaction, context, customerId, {
      action: 'user.invite',
      target: created.invitationId,
      details: { email, roles: created.roles, ...(staffCustomers && { staffCustomers }), ...(resourceLimit && { resourceLimit }) },
    })
    await waitForPlanningLock(transaction)
    const invited = { email, name: created.name, expiresAt, by: nameOfActor(context.actor) }
    const isEmailed = await planInvitationMail(transaction, customerId, invited, { ...mailParts, now: context.now })
    const answer = { ...present(created), isEmailed }
    await keepAnswer(transaction, context, customerId, answer)
    return answer
  })
}

export async function revokeInvitation(context: CallContext, customerId: string, id: string): Promise<undefined> {
  await requireAdministrator(context, customerId)
  const invitationId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    const revoked = await markInvitationRevoked(transaction, customerId, invitationId, context.now)
    if (!revoked) throw new NotFound()
    return { email: revoked.email }
  })
}
