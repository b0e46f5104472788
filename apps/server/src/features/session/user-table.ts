import type { Language } from '@vakt/contract/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type UserRow = {
  userId: string
  customerId: string
  name: string
  email: string
  /** Roles given in Vakt, beside those of the identity provider. */
  roles: string[]
  /** Those that the identity provider named last. */
  identityRoles: string[]
  preferredLanguage: Language | null
  profilePhoto: string | null
  isDisabled: boolean
}

const columns = `user_id as "userId", customer_id as "customerId", name, email, roles,
  identity_roles as "identityRoles", preferred_language as "preferredLanguage",
  profile_photo as "profilePhoto", disabled_at is not null as "isDisabled"`

/** The transaction must present `issuer` and `subject`. */
export async function readUserByIdentity(transaction: Transaction, issuer: string, subject: string): Promise<UserRow | undefined> {
  const { rows } = await transaction.query<UserRow>({
    name: 'read-user-by-identity',
    text: `select ${columns} from app_user where issuer = $1 and subject = $2`,
    values: [issuer, subject],
  })
  return rows[0]
}

export async function readUser(transaction: Transaction, customerId: string, userId: string): Promise<UserRow | undefined> {
  const { rows } = await transaction.query<UserRow>({
    name: 'read-user',
    text: `select ${columns} from app_user where customer_id = $1 and user_id = $2`,
    values: [customerId, userId],
  })
  return rows[0]
}

export async function readUserForAllCustomers(transaction: Transaction, userId: string): Promise<UserRow | undefined> {
  const { rows } = await transaction.query<UserRow>(`select ${columns} from app_user where user_id = $1`, [userId])
  return rows[0]
}

/** The transaction must present what it asks for. The tenant of the provider counts before the domain of the address. */
export async function findCustomerAtSignIn(
  transaction: Transaction,
  shown: { tenant: string | null; emailDomain: string | null },
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ customerId: string }>(
    `select customer_id as "customerId" from customer_sign_in_rule
     where (kind = 'tenant' and value = $1) or (kind = 'email-domain' and value = $2) order by kind = 'tenant' desc limit 1`,
    [shown.tenant, shown.emailDomain],
  )
  return rows[0]?.customerId
}

/** Two first sign-ins at once make one user. */
export async function insertUser(
  transaction: Transaction,
  customerId: string,
  user: { issuer: string; subject: string; name: string; email: string; roles: string[]; identityRoles: string[] },
): Promise<UserRow> {
  const { rows } = await transaction.query<UserRow>(
    `insert into app_user (customer_id, issuer, subject, name, email, roles, identity_roles) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (issuer, subject) do update set last_seen_at = now() returning ${columns}`,
    [customerId, user.issuer, user.subject, user.name, user.email, user.roles, user.identityRoles],
  )
  if (!rows[0]) throw new Error('The user was not stored.')
  return rows[0]
}

export async function writeIdentityRoles(transaction: Transaction, customerId: string, userId: string, roles: string[]): Promise<void> {
  await transaction.query('update app_user set identity_roles = $3 where customer_id = $1 and user_id = $2', [customerId, userId, roles])
}

export async function updateUser(
  transaction: Transaction,
  customerId: string,
  userId: string,
  change: { name?: string; email?: string; preferredLanguage?: Language; profilePhoto?: string | null },
): Promise<UserRow | undefined> {
  const { rows } = await transaction.query<UserRow>(
    `update app_user set last_seen_at = now(), name = coalesce($3, name), email = coalesce($4, email),
       preferred_language = coalesce($5, preferred_language), profile_photo = case when $6 then $7 else profile_photo end
     where customer_id = $1 and user_id = $2 returning ${columns}`,
    [customerId, userId, change.name, change.email, change.preferredLanguage, change.profilePhoto !== undefined, change.profilePhoto],
  )
  return rows[0]
}
