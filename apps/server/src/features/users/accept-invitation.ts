import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { lockUnrevoked, markInvitationAccepted, type PresentedInvitation, readPresentedInvitations } from './invitation-table.ts'

export type OpenInvitation = PresentedInvitation

/** The open invitations of an address, of one customer or of any, the newest first. The transaction must present it as `invited_email`. */
export function findInvitations(transaction: Transaction, email: string, customerId?: string): Promise<OpenInvitation[]> {
  return readPresentedInvitations(transaction, email, customerId)
}

/** Before the account is made: whether it still holds, and until the transaction ends no one revokes it. The transaction must be of its customer. */
export const holdInvitation = (transaction: Transaction, { customerId, invitationId }: OpenInvitation): Promise<boolean> =>
  lockUnrevoked(transaction, customerId, invitationId)

export async function acceptInvitation(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  { invitationId, customerId }: OpenInvitation,
  userId: string,
): Promise<void> {
  await markInvitationAccepted(transaction, customerId, { invitationId, userId, now: context.now })
  await recordAction(transaction, context, customerId, { action: 'user.accept-invitation', target: invitationId })
}
