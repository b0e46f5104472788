import { globalAdminRole } from '@vakt/contract/features.ts'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import type { ManyUsers, ResourceLimit, User, UserChange } from '@vakt/contract/users/users.ts'
import { isGlobalAdmin, isOwnStaffRole, isRoleOfProvider } from '@vakt/domain/access.ts'
import { requireAdministrator } from '#server/features/customers/require-administrator.ts'
import { changeEach } from '#server/platform/change-many.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  type AdministeredUser,
  countCustomersForAllCustomers,
  countEnabledAdministrators,
  lockUsers,
  readAdministeredUser,
  readOwnStaffRoles,
  readRoles,
  writeForgotten,
  writeUser,
} from './administered-user-table.ts'
import { presentUser } from './list-users.ts'

/** The role counts at the provider only; elsewhere it would look like a right and be none. */
export function refuseForeignAdministrator(roles: readonly string[], { isProvider }: { isProvider: boolean }): void {
  if (isProvider) return
  if (roles.includes(globalAdminRole))
    throw Invalid.field('roles', 'Only people of the provider can be administrators.', 'users.administrator_elsewhere')
  if (roles.some(isRoleOfProvider)) throw Invalid.field('roles', 'Only people of the provider can have this role.', 'users.staff_elsewhere')
}

/** Only staff of the provider are limited, by its administrators and to customers that there are. */
export async function refuseLimit(
  context: CallContext,
  customerId: string,
  staffCustomers: readonly string[] | null | undefined,
): Promise<void> {
  if (!staffCustomers) return
  const { caller } = context
  if (!caller || !isGlobalAdmin(caller) || caller.customerId !== customerId)
    throw Invalid.field('staffCustomers', 'Only people of the provider can be limited to customers.', 'users.limit_elsewhere')
  if (staffCustomers.length === 0) throw Invalid.field('staffCustomers', 'Choose at least one customer.', 'users.limit_empty')
  const known = await readForAllCustomers(context, (transaction) => countCustomersForAllCustomers(transaction, [...staffCustomers]))
  if (known !== staffCustomers.length)
    throw Invalid.field('staffCustomers', 'A customer does not exist. Choose customers from the list.', 'users.limit_unknown')
}

/** Of the people of a customer each can be limited, by tags and groups that say something. */
export function refuseResourceLimit(limit: ResourceLimit | null | undefined, { isProvider }: { isProvider: boolean }): void {
  if (!limit) return
  if (isProvider)
    throw Invalid.field('resourceLimit', 'Only people of a customer can be limited to resources.', 'users.resource_limit_elsewhere')
  if (limit.tags.length + limit.resourceGroups.length === 0)
    throw Invalid.field('resourceLimit', 'Choose at least one tag or resource group.', 'users.resource_limit_empty')
}

/** Of the roles for staff that the provider makes itself, only those can be given that are there. The users of the customer must be locked. */
export async function refuseMissingStaffRoles(transaction: Transaction, customerId: string, roles: readonly string[]): Promise<void> {
  const wanted = roles.filter(isOwnStaffRole)
  if (wanted.length === 0) return
  const found = await readOwnStaffRoles(transaction, customerId, wanted)
  if (wanted.some((role) => !found.includes(role)))
    throw Invalid.field('roles', 'This role does not exist any more. Choose another one.', 'users.staff_role_gone')
}

/** A customer's own administrator hands out the roles that the provider has set up there, and no others. */
export async function refuseUnknownRoles(transaction: Transaction, customerId: string, roles: readonly string[]): Promise<void> {
  const known = await readRoles(transaction, customerId)
  if (!roles.every((role) => known.includes(role)))
    throw Invalid.field('roles', 'Choose among the roles that this customer has.', 'users.role_unknown')
}

/** What a customer's own administrator may not do, beyond the rules for everyone: change themselves, or give a role that is unknown there. */
async function refuseOfCustomer(
  transaction: Transaction,
  { caller }: CallContext,
  before: { userId: string; roles: readonly string[] },
  { customerId, roles }: { customerId: string; roles: readonly string[] },
): Promise<void> {
  if (caller && isGlobalAdmin(caller)) return
  if (caller?.userId === before.userId)
    throw Conflict.field('', 'You cannot change your own roles, or disable yourself. Ask another administrator.', 'users.not_yourself')
  await refuseUnknownRoles(
    transaction,
    customerId,
    roles.filter((role) => !before.roles.includes(role)),
  )
}

const lastAdministrator = () =>
  Conflict.field('', 'This is the last administrator. Make someone else an administrator first.', 'users.last_administrator')

const withoutAbsent = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Required<T>

type Changed = { before: AdministeredUser; after: AdministeredUser }

/** By the rules for everyone who changes a user; what it did is for the caller to record. */
async function applyChange(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { userId, change }: { userId: string; change: UserChange },
): Promise<Changed> {
  const customer = await lockUsers(transaction, customerId)
  const before = customer && (await readAdministeredUser(transaction, customerId, userId, { lock: true }))
  if (!before) throw new NotFound()
  if (before.isForgotten) throw Conflict.field('', 'This user is forgotten: nothing can be changed any more.', 'users.forgotten')
  refuseForeignAdministrator(change.roles ?? [], customer)
  refuseResourceLimit(change.resourceLimit, customer)
  await refuseMissingStaffRoles(transaction, customerId, change.roles ?? [])
  await refuseOfCustomer(transaction, context, before, { customerId, roles: change.roles ?? [] })
  const hadAdministrator = customer.isProvider && (await countEnabledAdministrators(transaction, customerId)) > 0
  const { roles, staffCustomers, resourceLimit, isDisabled } = { ...before, ...withoutAbsent(change) }
  const after = await writeUser(transaction, customerId, userId, { roles, staffCustomers, resourceLimit, isDisabled, now: context.now })
  if (hadAdministrator && (await countEnabledAdministrators(transaction, customerId)) === 0) throw lastAdministrator()
  announce(transaction, { type: 'access.changed', customerId })
  return { before, after }
}

/** Notes that a user who is disabled is to be forgotten. Throws Invalid where it is not confirmed with their address. */
export async function markForgotten(
  transaction: Transaction,
  customerId: string,
  { userId, confirmation, now }: { userId: string; confirmation: string; now: Date },
): Promise<User> {
  const before = await readAdministeredUser(transaction, customerId, userId, { lock: true })
  if (!before) throw new NotFound()
  if (!before.isDisabled)
    throw Conflict.field('', 'Disable the user first: only someone who has left can be forgotten.', 'users.forget.active')
  if (before.isForgotten) throw Conflict.field('', 'This user is forgotten already.', 'users.forget.done')
  if (confirmation.trim().toLowerCase() !== before.email.toLowerCase())
    throw Invalid.field('confirmation', 'Write the e-mail address of the user.', 'users.forget.confirmation_wrong')
  return presentUser(await writeForgotten(transaction, customerId, userId, now))
}

/** By the rules of a change. It is not recorded: the caller records of what it is a part. */
export async function disableUser(transaction: Transaction, context: CallContext, customerId: string, userId: string): Promise<void> {
  await applyChange(transaction, context, customerId, { userId, change: { isDisabled: true } })
}

const recorded = ({ roles, staffCustomers, resourceLimit, isDisabled }: AdministeredUser) => ({
  roles,
  ...(staffCustomers && { staffCustomers }),
  ...(resourceLimit && { resourceLimit }),
  isDisabled,
})

async function changeOne(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  id: string,
  change: UserChange,
): Promise<User> {
  const userId = readUuid(id)
  const { before, after } = await applyChange(transaction, context, customerId, { userId, change })
  await recordAction(transaction, context, customerId, {
    action: 'user.change',
    target: userId,
    details: {
      name: before.name,
      email: before.email,
      before: recorded(before),
      after: recorded(after),
    },
  })
  return presentUser(after)
}

/** What is left out stays as it is. A disabled user is refused from their next request on. */
export async function changeUser(context: CallContext, customerId: string, id: string, change: UserChange): Promise<User> {
  await requireAdministrator(context, customerId)
  await refuseLimit(context, customerId, change.staffCustomers)
  return inTransaction(context, customerId, (transaction) => changeOne(transaction, context, customerId, id, change))
}

/** Each user by the rules of a single change. */
export async function changeManyUsers(context: CallContext, customerId: string, { userIds, isDisabled }: ManyUsers): Promise<ManyOutcome> {
  await requireAdministrator(context, customerId)
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))]
  return inTransaction(context, customerId, async (transaction) => {
    const outcome = await changeEach(transaction, ids, (id) => changeOne(transaction, context, customerId, id, { isDisabled }))
    await keepAnswer(transaction, context, customerId, outcome)
    return outcome
  })
}
