import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { markInvitationAccepted, readPresentedInvitation } from './invitation-table.ts'

export type OpenInvitation = { invitationId: string; customerId: string; name: string; roles: string[]; staffCustomers: string[] | null }

/** The open invitation of an address, of one customer or of any. The transaction must present the address as `invited_email`. */
export function findInvitation(transaction: Transaction, email: string, customerId?: string): Promise<OpenInvitation | undefined> {
  return readPresentedInvitation(transaction, email, customerId)
}

export async function acceptInvitation(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  { invitationId, customerId }: OpenInvitation,
  userId: string,
): Promise<void> {
  await markInvitationAccepted(transaction, customerId, { invitationId, userId, now: context.now })
  await recordAction(transaction, context, customerId, { action: 'user.accept-invitation', target: invitationId })
}
