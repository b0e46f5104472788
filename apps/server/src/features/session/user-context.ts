import type { Language, UserContext } from '@vakt/contract/session.ts'
import { findCustomer } from '#server/features/customers/get-customer.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext, Caller } from '#server/platform/http/serve.ts'
import { readUser, type UserRow, updateUser } from './user-table.ts'

type Change = Parameters<typeof updateUser>[3]

async function change(context: CallContext, wanted: Change): Promise<UserContext> {
  const { caller } = context
  if (!caller) throw new NotSignedIn()
  const user = await inTransaction(context, caller.customerId, (transaction) =>
    updateUser(transaction, caller.customerId, caller.userId, wanted),
  )
  const customer = await findCustomer(context, caller.customerId)
  if (!user || !customer) throw new NotSignedIn()
  return present(caller, user, customer.customer_name)
}

const present = (caller: Caller, user: UserRow, customerName: string): UserContext => ({
  customer_id: caller.customerId,
  customer_name: customerName,
  name: user.name,
  email: user.email,
  permissions: [...caller.roles],
  preferred_language: user.preferredLanguage,
  profile_photo: user.profilePhoto,
})

/** Nothing is written: also for staff who see with the rights of this user. */
export async function readUserContext(context: CallContext): Promise<UserContext> {
  const { caller } = context
  if (!caller) throw new NotSignedIn()
  const { customerId, userId } = caller
  const user = await inTransaction(context, customerId, (transaction) => readUser(transaction, customerId, userId))
  const customer = await findCustomer(context, customerId)
  if (!user || !customer) throw new NotSignedIn()
  return present(caller, user, customer.customer_name)
}

/** What the browser learns first; name and address follow what the identity provider says now. */
export function openUserContext(context: CallContext, photo: string | null | undefined): Promise<UserContext> {
  const { name, email } = context.caller ?? {}
  return change(context, {
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(photo === undefined ? {} : { profilePhoto: photo }),
  })
}

export function saveUserContext(context: CallContext, preferredLanguage: Language): Promise<UserContext> {
  return change(context, { preferredLanguage })
}
