import type { Transaction } from '#server/platform/database/transaction.ts'
import type { VerifiedToken } from '#server/platform/sign-in/verify-access-token.ts'
import { findCustomerAtSignIn } from './user-table.ts'

/** What a transaction has to present of a token for `findProvedAddress` and for invitations. */
export const presentedAddress = ({ email, tenant }: Pick<VerifiedToken, 'email' | 'tenant'>) => ({
  tenant: tenant?.toLowerCase() ?? '',
  invited_email: email?.toLowerCase() ?? '',
})

/**
 * Where the address of a token proves who someone is: at every customer where it is verified, at the one of their tenant otherwise (Entra ID
 * does not say): the administrators of that tenant decide which address an account has. Undefined: nowhere.
 */
export async function findProvedAddress(
  transaction: Transaction,
  token: Pick<VerifiedToken, 'email' | 'isEmailVerified' | 'tenant'>,
): Promise<{ email: string; customerId?: string } | undefined> {
  const email = token.email?.toLowerCase()
  if (!email) return undefined
  if (token.isEmailVerified) return { email }
  const tenant = token.tenant?.toLowerCase() ?? null
  const customerId = tenant && (await findCustomerAtSignIn(transaction, { tenant, emailDomain: null }))
  return customerId ? { email, customerId } : undefined
}
