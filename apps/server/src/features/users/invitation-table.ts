import type { Invitation } from '@vakt/contract/users/users.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Dates = 'createdAt' | 'expiresAt' | 'acceptedAt' | 'revokedAt'
export type InvitationRow = Omit<Invitation, Dates> & {
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
  createdKey: string
}

const columns = `invitation_id as "invitationId", email, name, roles, staff_customers as "staffCustomers", resource_limit as "resourceLimit", created_at as "createdAt", expires_at as "expiresAt",
  accepted_at as "acceptedAt", revoked_at as "revokedAt", created_at::text as "createdKey"`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readInvitationPage(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<InvitationRow[]> {
  const { rows } = await transaction.query<InvitationRow>(
    `select ${columns} from invitation
     where customer_id = $1 and ($2::timestamptz is null or (created_at, invitation_id) < ($2, $3::uuid))
     order by created_at desc, invitation_id desc limit $4`,
    [customerId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function countOpenInvitations(transaction: Transaction, customerId: string, now: Date): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select count(*)::int as count from invitation
     where customer_id = $1 and accepted_at is null and revoked_at is null and expires_at > $2`,
    [customerId, now],
  )
  return rows[0]?.count ?? 0
}

/** Whether people of this email domain belong to the provider, for another customer. */
export async function isDomainOfProvider(transaction: Transaction, customerId: string, domain: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `select from customer_sign_in_rule join customer using (customer_id)
     where kind = 'email-domain' and value = $2 and is_provider and customer_id <> $1`,
    [customerId, domain],
  )
  return rowCount === 1
}

/** An invitation that expired makes room for a new one; undefined when one is still open. */
export async function insertInvitation(
  transaction: Transaction,
  customerId: string,
  invitation: Pick<InvitationRow, 'email' | 'name' | 'roles' | 'staffCustomers' | 'resourceLimit' | 'createdAt' | 'expiresAt'>,
): Promise<InvitationRow | undefined> {
  const { email, name, roles, staffCustomers, resourceLimit, createdAt, expiresAt } = invitation
  await transaction.query(
    `update invitation set revoked_at = $3
     where customer_id = $1 and email = $2 and accepted_at is null and revoked_at is null and expires_at <= $3`,
    [customerId, email, createdAt],
  )
  const { rows } = await transaction.query<InvitationRow>(
    `insert into invitation (customer_id, email, name, roles, created_at, expires_at, staff_customers, resource_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (customer_id, email) where accepted_at is null and revoked_at is null do nothing returning ${columns}`,
    [customerId, email, name, roles, createdAt, expiresAt, staffCustomers, resourceLimit],
  )
  return rows[0]
}

/** Undefined when there is no such invitation, or it was used or taken back already. */
export async function markInvitationRevoked(
  transaction: Transaction,
  customerId: string,
  invitationId: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const { rows } = await transaction.query<{ email: string }>(
    `update invitation set revoked_at = $3
     where customer_id = $1 and invitation_id = $2 and accepted_at is null and revoked_at is null returning email`,
    [customerId, invitationId, now],
  )
  return rows[0]
}

/** The invitation of this address that can still be accepted. */
export async function readOpenInvitation(
  transaction: Transaction,
  customerId: string,
  { email, now }: { email: string; now: Date },
): Promise<{ invitationId: string; roles: string[] } | undefined> {
  const { rows } = await transaction.query<{ invitationId: string; roles: string[] }>(
    `select invitation_id as "invitationId", roles from invitation
     where customer_id = $1 and email = $2 and accepted_at is null and revoked_at is null and expires_at > $3`,
    [customerId, email, now],
  )
  return rows[0]
}

export type PresentedInvitation = Pick<InvitationRow, 'invitationId' | 'name' | 'roles' | 'staffCustomers' | 'resourceLimit'> & {
  customerId: string
}

/** The transaction must present `invited_email`; the newest first. */
export async function readPresentedInvitations(
  transaction: Transaction,
  email: string,
  customerId?: string,
): Promise<PresentedInvitation[]> {
  const { rows } = await transaction.query(
    `select invitation_id as "invitationId", customer_id as "customerId", name, roles, staff_customers as "staffCustomers",
       resource_limit as "resourceLimit" from invitation
     where email = $1 and ($2::text is null or customer_id = $2) and accepted_at is null and revoked_at is null and expires_at > now()
     order by created_at desc limit 100`,
    [email, customerId],
  )
  return rows
}

/** Locks it; false where it was revoked meanwhile. The transaction must be of its customer. */
export async function lockUnrevoked(transaction: Transaction, customerId: string, invitationId: string): Promise<boolean> {
  const { rows } = await transaction.query<{ isUnrevoked: boolean }>(
    'select revoked_at is null as "isUnrevoked" from invitation where customer_id = $1 and invitation_id = $2 for update',
    [customerId, invitationId],
  )
  return rows[0]?.isUnrevoked ?? false
}

export async function markInvitationAccepted(
  transaction: Transaction,
  customerId: string,
  { invitationId, userId, now }: { invitationId: string; userId: string; now: Date },
): Promise<void> {
  await transaction.query('update invitation set accepted_at = $3, accepted_by = $4 where customer_id = $1 and invitation_id = $2', [
    customerId,
    invitationId,
    now,
    userId,
  ])
}
