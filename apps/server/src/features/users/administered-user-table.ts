import { globalAdminRole } from '@vakt/contract/features.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { User } from '@vakt/contract/users/users.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'

export type AdministeredUser = Omit<User, 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date }

const columns = `user_id as "userId", name, email, roles, identity_roles as "identityRoles", staff_customers as "staffCustomers", resource_limit as "resourceLimit",
  disabled_at is not null as "isDisabled", forgotten_at is not null as "isForgotten", created_at as "createdAt", last_seen_at as "lastSeenAt"`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readUserPage(
  transaction: Transaction,
  customerId: string,
  { q, after, limit }: { q: string | undefined; after: readonly string[] | null; limit: number },
): Promise<AdministeredUser[]> {
  const { rows } = await transaction.query<AdministeredUser>(
    `select ${columns} from app_user
     where customer_id = $1
       and ($2::text is null or strpos(lower(name), lower($2)) > 0 or strpos(lower(email), lower($2)) > 0)
       and ($3::text is null or (name, user_id) > ($3, $4::uuid))
     order by name, user_id limit $5`,
    [customerId, q?.trim() || null, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

/** With `lock`, another change of the user waits until the transaction ends. */
export async function readAdministeredUser(
  transaction: Transaction,
  customerId: string,
  userId: string,
  options: { lock: boolean },
): Promise<AdministeredUser | undefined> {
  const { rows } = await transaction.query<AdministeredUser>(
    `select ${columns} from app_user where customer_id = $1 and user_id = $2 ${options.lock ? 'for update' : ''}`,
    [customerId, userId],
  )
  return rows[0]
}

type Changed = Pick<User, 'roles' | 'staffCustomers' | 'resourceLimit' | 'isDisabled'>

export async function writeUser(
  transaction: Transaction,
  customerId: string,
  userId: string,
  { roles, staffCustomers, resourceLimit, isDisabled, now }: Changed & { now: Date },
): Promise<AdministeredUser> {
  const { rows } = await transaction.query<AdministeredUser>(
    `update app_user set roles = $3, staff_customers = $6, resource_limit = $7, disabled_at = case when $4 then coalesce(disabled_at, $5) end
     where customer_id = $1 and user_id = $2 returning ${columns}`,
    [customerId, userId, roles, isDisabled, now, staffCustomers, resourceLimit],
  )
  if (!rows[0]) throw new Error('The user is gone although it was locked.')
  return rows[0]
}

/** The user must be locked. */
export async function writeForgotten(transaction: Transaction, customerId: string, userId: string, now: Date): Promise<AdministeredUser> {
  const { rows } = await transaction.query<AdministeredUser>(
    `update app_user set forgotten_at = $3 where customer_id = $1 and user_id = $2 returning ${columns}`,
    [customerId, userId, now],
  )
  if (!rows[0]) throw new Error('The user is gone although it was locked.')
  return rows[0]
}

/** Changes of the users of one customer come one after another. Says whether the customer is the provider. */
export async function lockUsers(transaction: Transaction, customerId: string): Promise<{ isProvider: boolean } | undefined> {
  const { rows } = await transaction.query<{ isProvider: boolean }>(
    'select is_provider as "isProvider" from customer where customer_id = $1 for no key update',
    [customerId],
  )
  return rows[0]
}

/** How many of these customers there are. */
export async function countCustomersForAllCustomers(transaction: Transaction, customerIds: string[]): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>('select count(*)::int as count from customer where customer_id = any($1)', [
    customerIds,
  ])
  return rows[0]?.count ?? 0
}

/** The roles that mean something at the customer. */
export async function readRoles(transaction: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ role: string }>('select role from customer_role_feature where customer_id = $1', [customerId])
  return rows.map(({ role }) => role)
}

/** Of these, the roles that the provider has made for its staff and that are there. */
export async function readOwnStaffRoles(transaction: Transaction, customerId: string, roles: readonly string[]): Promise<string[]> {
  const { rows } = await transaction.query<{ role: string }>('select role from staff_role where customer_id = $1 and role = any($2)', [
    customerId,
    roles,
  ])
  return rows.map(({ role }) => role)
}

/** What the mail of an invitation says of the customer. */
export async function readInvitingCustomer(
  transaction: Transaction,
  customerId: string,
): Promise<{ customerName: string; language: Language; timeZone: string }> {
  const { rows } = await transaction.query<{ customerName: string; language: Language; timeZone: string }>(
    'select name as "customerName", mail_language as language, time_zone as "timeZone" from customer where customer_id = $1',
    [customerId],
  )
  if (!rows[0]) throw new NotFound()
  return rows[0]
}

export async function countEnabledAdministrators(transaction: Transaction, providerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from app_user where customer_id = $1 and disabled_at is null and $2 = any(roles || identity_roles)',
    [providerId, globalAdminRole],
  )
  return rows[0]?.count ?? 0
}

export async function hasUserWithEmail(transaction: Transaction, customerId: string, email: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from app_user where customer_id = $1 and lower(email) = $2 limit 1', [
    customerId,
    email,
  ])
  return rowCount === 1
}

/** The user of this address whose identity is of this provider; of several the one that was here last. */
export async function readIdentityByEmail(
  transaction: Transaction,
  customerId: string,
  { email, issuer }: { email: string; issuer: string },
): Promise<AdministeredUser | undefined> {
  const { rows } = await transaction.query<AdministeredUser>(
    `select ${columns} from app_user where customer_id = $1 and lower(email) = $2 and issuer = $3
     order by disabled_at is null desc, last_seen_at desc limit 1`,
    [customerId, email, issuer],
  )
  return rows[0]
}

export async function readAdministratorsForAllCustomers(
  transaction: Transaction,
  limit: number,
): Promise<{ name: string; email: string }[]> {
  const { rows } = await transaction.query<{ name: string; email: string }>(
    `select u.name, u.email from customer c join app_user u on u.customer_id = c.customer_id
     where c.is_provider and u.disabled_at is null and $1 = any(u.roles || u.identity_roles)
     order by u.last_seen_at desc, u.user_id limit $2`,
    [globalAdminRole, limit],
  )
  return rows
}
