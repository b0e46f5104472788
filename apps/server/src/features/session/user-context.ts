import { languageOf, type StartPage, type UserContext } from '@vakt/contract/users/session.ts'
import { type CustomerRow, findCustomer } from '#server/features/customers/get-customer.ts'
import { checkTimeZone } from '#server/platform/check-time-zone.ts'
import type { ResourceLimit } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext, Caller, PersonAccount } from '#server/platform/http/serve.ts'
import { listOwnCustomers } from './choose-customer.ts'
import { joinCustomers } from './join-customers.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { writeUserSession } from './user-session-table.ts'
import { type PicturedUserRow, readPicturedUser, updateUser } from './user-table.ts'

type Change = Parameters<typeof updateUser>[3]

/** `alongside` is done in the same transaction. */
export async function changeOwnUser(
  context: CallContext,
  wanted: Change,
  alongside: (transaction: Transaction, caller: Caller) => Promise<void> = async () => {},
): Promise<UserContext> {
  const { caller } = context
  if (!caller) throw new NotSignedIn()
  const user = await inTransaction(context, caller.customerId, async (transaction) => {
    await alongside(transaction, caller)
    return updateUser(transaction, caller.customerId, caller.userId, wanted)
  })
  const customer = await findCustomer(context, caller.customerId)
  if (!user || !customer) throw new NotSignedIn()
  return { ...present(caller, user, customer), ...(await customersOf(context, caller)) }
}

/** What someone can choose among, with those they have just joined; nothing for who belongs to one customer. */
async function customersOf(
  context: CallContext,
  caller: Caller | null,
  joined: readonly PersonAccount[] = [],
): Promise<Pick<UserContext, 'customers'>> {
  const customers = await listOwnCustomers(context, [...(caller?.person?.accounts ?? []), ...joined])
  return customers.length > 1 ? { customers } : {}
}

const copyLimit = ({ tags, resourceGroups }: ResourceLimit) => ({ tags: [...tags], resourceGroups: [...resourceGroups] })

const present = (caller: Caller, user: PicturedUserRow, customer: CustomerRow): UserContext => ({
  customer_id: caller.customerId,
  customer_name: customer.customer_name,
  name: user.name,
  email: user.email,
  permissions: [...caller.roles],
  own_roles: [...caller.ownRoles],
  preferred_language: user.preferredLanguage,
  time_zone: user.timeZone,
  customer_time_zone: customer.timeZone,
  start_page: user.startPage,
  arrival_toasts: user.showsArrivals,
  profile_photo: user.photo,
  has_own_photo: user.hasOwnPhoto,
  ...(caller.resourceLimit && { resource_limit: copyLimit(caller.resourceLimit) }),
  ...(caller.limitedTo?.customerIds.includes(caller.customerId) === false && { sees_own_customer: false }),
})

/** Nothing is written: also for staff who see with the rights of this user. */
export async function readUserContext(context: CallContext): Promise<UserContext> {
  const { caller } = context
  if (!caller) throw new NotSignedIn()
  const { customerId, userId } = caller
  const user = await inTransaction(context, customerId, (transaction) => readPicturedUser(transaction, customerId, userId))
  const customer = await findCustomer(context, customerId)
  if (!user || !customer) throw new NotSignedIn()
  return { ...present(caller, user, customer), ...(await customersOf(context, caller)) }
}

/** What the browser learns first; name and address follow what the identity provider says now. */
export async function openUserContext(context: CallContext, photo: string | null | undefined): Promise<UserContext> {
  const { name, email } = context.caller ?? {}
  const joined = context.caller ? await joinCustomers(context.pool, context.caller, context) : []
  const profilePhoto = photo ? await shrinkPhoto('profile_photo', photo, context.caller?.userId ?? '') : photo
  const change = {
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(profilePhoto === undefined ? {} : { profilePhoto }),
  }
  const opened = await changeOwnUser(context, change, async (transaction, { customerId, userId, session }) => {
    if (session) await writeUserSession(transaction, customerId, { userId, session, now: context.now })
  })
  return joined.length === 0 ? opened : { ...opened, ...(await customersOf(context, context.caller, joined)) }
}

type OwnChoices = { preferred_language?: string | null; time_zone?: string | null; start_page?: StartPage | null; arrival_toasts?: boolean }

/** Changes what is given, and leaves the rest; a language or start page of null is none that was chosen. */
export async function saveUserContext(context: CallContext, choices: OwnChoices): Promise<UserContext> {
  const { preferred_language: language, time_zone: timeZone, start_page: startPage, arrival_toasts: showsArrivals } = choices
  if (timeZone) checkTimeZone('time_zone', timeZone)
  return changeOwnUser(context, {
    ...(typeof language === 'string' ? { preferredLanguage: languageOf(language) } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(startPage ? { startPage } : {}),
    ...(showsArrivals === undefined ? {} : { showsArrivals }),
  })
}
