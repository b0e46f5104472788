import type { Pool } from 'pg'
import { readCurrentCustomer } from '#server/features/customers/get-customer.ts'
import { giveOwnTickets } from '#server/features/tickets/give-own-tickets.ts'
import { acceptInvitation, findInvitations, holdInvitation, type OpenInvitation } from '#server/features/users/accept-invitation.ts'
import { becomeCustomer, presenting, type Transaction } from '#server/platform/database/transaction.ts'
import type { Caller, CallerPerson, PersonAccount } from '#server/platform/http/serve.ts'
import { announce } from '#server/platform/live/announce.ts'
import { findProvedAddress, presentedAddress } from './proved-address.ts'
import { insertFurtherUser } from './user-table.ts'

type Acting = { now: Date; requestId: string | null }

async function join(
  transaction: Transaction,
  { token, invitation }: { token: CallerPerson['token']; invitation: OpenInvitation },
  { now, requestId }: Acting,
): Promise<PersonAccount | undefined> {
  const { customerId, roles, resourceLimit } = invitation
  await becomeCustomer(transaction, customerId)
  const customer = await readCurrentCustomer(transaction)
  if (!customer || customer.isClosed || customer.isProvider || !(await holdInvitation(transaction, invitation))) return undefined
  const name = token.name ?? invitation.name
  const email = token.email ?? ''
  const user = await insertFurtherUser(transaction, customerId, {
    issuer: token.issuer,
    subject: token.subject,
    email,
    name,
    roles,
    resourceLimit,
  })
  if (!user) return undefined
  const actor = { type: 'user' as const, userId: user.userId, name, email }
  await acceptInvitation(transaction, { actor, now, requestId }, invitation, user.userId)
  if (token.isEmailVerified && email)
    await giveOwnTickets(transaction, customerId, { userId: user.userId, verifiedEmail: email.toLowerCase() })
  announce(transaction, { type: 'content.changed', customerId, content: ['users'] })
  return { customerId, userId: user.userId, isDisabled: false }
}

/**
 * Accepts the open invitations of further customers for someone who has an account: they get one more at each. Returns those. The provider's
 * people reach every customer as staff, and no one becomes one of them beside an account at a customer: nothing is accepted then.
 */
export async function joinCustomers(
  pool: Pool,
  { customerId, person }: Pick<Caller, 'customerId' | 'person'>,
  acting: Acting,
): Promise<PersonAccount[]> {
  if (!person) return []
  const { token, accounts } = person
  return presenting(pool, presentedAddress(token), async (transaction) => {
    const at = await findProvedAddress(transaction, token)
    const invitations = at ? await findInvitations(transaction, at.email, at.customerId) : []
    const known = new Set(accounts.map((account) => account.customerId))
    const wanted = invitations.filter((invitation) => !known.has(invitation.customerId))
    if (wanted.length === 0) return []
    await becomeCustomer(transaction, customerId)
    if ((await readCurrentCustomer(transaction))?.isProvider) return []
    const joined: PersonAccount[] = []
    for (const invitation of wanted) {
      const account = await join(transaction, { token, invitation }, acting)
      if (account) joined.push(account)
    }
    return joined
  })
}
