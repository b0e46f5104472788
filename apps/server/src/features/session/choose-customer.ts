import type { UserContext } from '@vakt/contract/users/session.ts'
import { findCustomer } from '#server/features/customers/get-customer.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Forbidden, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext, PersonAccount } from '#server/platform/http/serve.ts'
import { announce } from '#server/platform/live/announce.ts'
import { writeChosen } from './user-table.ts'

/** The customers someone can choose among, by name; empty for who belongs to one alone. */
export async function listOwnCustomers(
  { pool }: Pick<CallContext, 'pool'>,
  accounts: readonly PersonAccount[],
): Promise<NonNullable<UserContext['customers']>> {
  const enabled = accounts.filter(({ isDisabled }) => !isDisabled)
  if (enabled.length < 2) return []
  const customers = []
  for (const { customerId } of enabled) {
    const customer = await findCustomer({ pool }, customerId)
    if (customer && !customer.isClosed) customers.push({ customer_id: customerId, customer_name: customer.customer_name })
  }
  return customers.toSorted((a, b) => a.customer_name.localeCompare(b.customer_name))
}

/** From the next request on the caller is the user that they are at this customer of theirs. */
export async function chooseCustomer(context: CallContext, customerId: string): Promise<undefined> {
  const { caller, pool, now } = context
  if (!caller) throw new NotSignedIn()
  if (!caller.person) throw new Forbidden()
  const chosen = caller.person.accounts.find((account) => account.customerId === customerId && !account.isDisabled)
  const customer = chosen && (await findCustomer({ pool }, customerId))
  if (!chosen || !customer || customer.isClosed) throw new NotFound()
  await inTransaction({ pool }, customerId, async (transaction) => {
    await writeChosen(transaction, customerId, chosen.userId, now)
    // What other pages hear was chosen by the customer that is left.
    announce(transaction, { type: 'session.ended', customerId: caller.customerId, userId: caller.userId })
  })
}
