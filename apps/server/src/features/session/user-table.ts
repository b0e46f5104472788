import type { Language, StartPage } from '@vakt/contract/users/session.ts'
import type { ResourceLimit } from '#server/platform/context.ts'
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
  /** Beside the first account of someone who belongs to several customers: what the identity provider says of their roles does not count. */
  isFurther: boolean
  /** The customers that someone of the staff is limited to; null: all. */
  staffCustomers: string[] | null
  /** The resources of the customer that someone is limited to, who is not of the staff; null: all. */
  resourceLimit: ResourceLimit | null
  preferredLanguage: Language | null
  isDisabled: boolean
  /** With an access token of the identity provider; right to the hour. */
  lastSeenAt: Date
}

/** With the picture, which is left out wherever no one looks at it. */
export type PicturedUserRow = UserRow & {
  timeZone: string | null
  startPage: StartPage | null
  showsArrivals: boolean
  photo: string | null
  hasOwnPhoto: boolean
}

const columns = `app_user.user_id as "userId", app_user.customer_id as "customerId", name, email, roles,
  identity_roles as "identityRoles", person_subject is not null as "isFurther", staff_customers as "staffCustomers", resource_limit as "resourceLimit", preferred_language as "preferredLanguage", disabled_at is not null as "isDisabled",
  app_user.last_seen_at as "lastSeenAt"`
const picturedColumns = `${columns}, time_zone as "timeZone", start_page as "startPage", arrival_toasts as "showsArrivals",
  coalesce(own_photo, profile_photo) as photo, own_photo is not null as "hasOwnPhoto"`

/** What is known of the session that someone comes with; without `sessionId` it is not known yet. */
export type SessionOfUser = { sessionId: string | null; endedAt: Date | null; isJustSeen: boolean }

/** Of everyone's sessions with this key those of one person are given: one that they ended at another customer is over at this one, too. */
const endedElsewhere = 'max(known.ended_at) filter (where not known.ended_here_only) over ()'

/**
 * The accounts of a person: the one they work with first, those that are disabled last. The transaction must present `issuer`, `subject` and,
 * where there is one, `session_key`; it becomes the customer of the first.
 */
export async function readUsersByIdentity(
  transaction: Transaction,
  { issuer, subject, sessionKey, now }: { issuer: string; subject: string; sessionKey: string | null; now: Date },
): Promise<(UserRow & SessionOfUser)[]> {
  const { rows } = await transaction.query<UserRow & SessionOfUser>({
    name: 'read-users-by-identity',
    text: `select ${columns}, session_id as "sessionId",
             greatest(known.ended_at, case when ${endedElsewhere} > coalesce(known.signed_in_at, '-infinity') then ${endedElsewhere} end) as "endedAt",
             coalesce(known.last_seen_at > $4::timestamptz - interval '1 minute', false) as "isJustSeen",
             case when row_number() over latest = 1 then set_config('vakt.customer_id', app_user.customer_id, true) end
           from app_user left join user_session known on known.user_id = app_user.user_id and session_key = decode($3, 'hex')
           where (issuer = $1 and subject = $2) or (issuer = $1 and person_subject = $2)
           window latest as (order by disabled_at is not null, chosen_at desc nulls last, person_subject is not null, app_user.created_at, app_user.user_id)
           order by row_number() over latest`,
    values: [issuer, subject, sessionKey, now],
  })
  return rows
}

export async function readPicturedUser(transaction: Transaction, customerId: string, userId: string): Promise<PicturedUserRow | undefined> {
  const { rows } = await transaction.query<PicturedUserRow>(
    `select ${picturedColumns} from app_user where customer_id = $1 and user_id = $2`,
    [customerId, userId],
  )
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

type Identity = { issuer: string; subject: string; email: string; identityRoles: string[] }

/** The role that people of the provider get who come in by its email domain or tenant; undefined for none. */
export async function readWelcomeRole(transaction: Transaction, customerId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ role: string }>(
    'select welcome_role as role from customer where customer_id = $1 and is_provider and welcome_role is not null',
    [customerId],
  )
  return rows[0]?.role
}

/** Two first sign-ins at once make one user. */
export async function insertUser(
  transaction: Transaction,
  customerId: string,
  user: Identity & { name: string; roles: string[]; staffCustomers: string[] | null; resourceLimit: ResourceLimit | null },
): Promise<UserRow> {
  const { rows } = await transaction.query<UserRow>(
    `insert into app_user (customer_id, issuer, subject, name, email, roles, identity_roles, staff_customers, resource_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (issuer, subject) do update set last_seen_at = now() returning ${columns}`,
    [customerId, user.issuer, user.subject, user.name, user.email, user.roles, user.identityRoles, user.staffCustomers, user.resourceLimit],
  )
  if (!rows[0]) throw new Error('The user was not stored.')
  return rows[0]
}

/**
 * The account of someone at one more customer; undefined where they have one. The first account found of an identity is another's: it must be
 * there already.
 */
export async function insertFurtherUser(
  transaction: Transaction,
  customerId: string,
  user: Omit<Identity, 'identityRoles'> & { name: string; roles: string[]; resourceLimit: ResourceLimit | null },
): Promise<UserRow | undefined> {
  const { rows } = await transaction.query<UserRow>(
    `insert into app_user (customer_id, user_id, issuer, subject, person_subject, name, email, roles, resource_limit)
     select $1::text, id, $2::text, id::text, $3::text, $4::text, $5::text, $6::text[], $7::jsonb from gen_random_uuid() id
     on conflict (issuer, person_subject, customer_id) where person_subject is not null do nothing returning ${columns}`,
    [customerId, user.issuer, user.subject, user.name, user.email, user.roles, user.resourceLimit],
  )
  return rows[0]
}

/** From now on it is the one that its person works with. */
export async function writeChosen(transaction: Transaction, customerId: string, userId: string, now: Date): Promise<void> {
  await transaction.query('update app_user set chosen_at = $3 where customer_id = $1 and user_id = $2', [customerId, userId, now])
}

export async function writeIdentityRoles(transaction: Transaction, customerId: string, userId: string, roles: string[]): Promise<void> {
  await transaction.query('update app_user set identity_roles = $3 where customer_id = $1 and user_id = $2', [customerId, userId, roles])
}

export type UserChange = {
  name?: string
  email?: string
  preferredLanguage?: Language
  /** Null: the customer's. */
  timeZone?: string | null
  startPage?: StartPage
  showsArrivals?: boolean
  profilePhoto?: string | null
  ownPhoto?: string | null
}

export async function updateUser(
  transaction: Transaction,
  customerId: string,
  userId: string,
  change: UserChange,
): Promise<PicturedUserRow | undefined> {
  const { name, email, preferredLanguage, timeZone, startPage, showsArrivals, profilePhoto, ownPhoto } = change
  const { rows } = await transaction.query<PicturedUserRow>(
    `update app_user set last_seen_at = now(), name = coalesce($3, name), email = coalesce($4, email),
       preferred_language = coalesce($5, preferred_language), profile_photo = case when $6 then $7 else profile_photo end,
       own_photo = case when $8 then $9 else own_photo end, time_zone = case when $10 then $11 else time_zone end,
       start_page = coalesce($12, start_page), arrival_toasts = coalesce($13, arrival_toasts)
     where customer_id = $1 and user_id = $2 returning ${picturedColumns}`,
    [
      customerId,
      userId,
      name,
      email,
      preferredLanguage,
      profilePhoto !== undefined,
      profilePhoto,
      ownPhoto !== undefined,
      ownPhoto,
      timeZone !== undefined,
      timeZone,
      startPage,
      showsArrivals,
    ],
  )
  return rows[0]
}
