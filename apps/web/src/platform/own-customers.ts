import { chooseCustomer } from '@vakt/contract/users/choose-customer.ts'
import { openUserContext, type UserContext } from '@vakt/contract/users/session.ts'
import { call } from './api.ts'
import { customerNamedBy } from './named-customer.ts'

/** As the user that someone of several customers is at the one that the address names. Throws `ApiError`. */
export async function openNamedCustomer(user: UserContext, address: string): Promise<UserContext> {
  const named = customerNamedBy(address, user.customers)
  if (!named || named === user.customer_id) return user
  await call(chooseCustomer, { body: { customer_id: named } })
  return call(openUserContext, { body: {} })
}

/** At the start page, which names no customer. What was opened last is remembered by address, and would not be found. */
export function beginAgain(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const name of ['vakt.palette-recent', 'vakt.ticket-list']) storage.removeItem(name)
  location.assign('/')
}

/** Begins again as the user that one is at this customer of one's own. Throws `ApiError`. */
export async function chooseOwnCustomer(customerId: string): Promise<void> {
  await call(chooseCustomer, { body: { customer_id: customerId } })
  beginAgain()
}
