import type { WindowRecipient } from '@vakt/contract/service-windows/service-windows.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** By window. */
export async function readWindowReasonsForAllCustomers(
  transaction: Transaction,
  windows: readonly { customerId: string; subjectId: string }[],
): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ windowId: string; reason: string }>(
    `select w.window_id as "windowId", w.reason from unnest($1::text[], $2::uuid[]) as n (customer_id, window_id)
     join service_window w on w.customer_id = n.customer_id and w.window_id = n.window_id`,
    [windows.map(({ customerId }) => customerId), windows.map(({ subjectId }) => subjectId)],
  )
  return new Map(rows.map(({ windowId, reason }) => [windowId, reason]))
}

/** The customer's own people by part of their name or address, the first twenty. */
export async function readRecipients(transaction: Transaction, customerId: string, q: string): Promise<WindowRecipient[]> {
  const { rows } = await transaction.query<WindowRecipient>(
    `select user_id as "userId", name from app_user where customer_id = $1 and disabled_at is null
       and (strpos(lower(name), lower($2)) > 0 or strpos(lower(email), lower($2)) > 0) order by name, user_id limit 20`,
    [customerId, q],
  )
  return rows
}

export async function readRoles(transaction: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ role: string }>(
    'select distinct role from customer_role_feature where customer_id = $1 order by role',
    [customerId],
  )
  return rows.map(({ role }) => role)
}

/** The users with these ids, and the customer's own with one of these roles. */
export async function readNotified(
  transaction: Transaction,
  customerId: string,
  { userIds, roles }: { userIds: readonly string[]; roles: readonly string[] },
): Promise<string[]> {
  const { rows } = await transaction.query<{ userId: string }>(
    `select user_id as "userId" from app_user where customer_id = $1 and disabled_at is null
       and (user_id = any ($2::uuid[]) or roles || identity_roles && $3::text[]) limit 1000`,
    [customerId, userIds, roles],
  )
  return rows.map(({ userId }) => userId)
}

const approvers = `from app_user u where u.customer_id = $1 and u.disabled_at is null and exists (
  select from customer_role_feature f where f.customer_id = $1 and f.role = any (u.roles || u.identity_roles)
    and '@feature.servicewindow.write' = any (f.features))`

/** The customer's own users who may approve. */
export async function readApprovers(transaction: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ userId: string }>(`select user_id as "userId" ${approvers} limit 1000`, [customerId])
  return rows.map(({ userId }) => userId)
}

/** The first twenty of them by name. */
export async function readApproverNames(transaction: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ name: string }>(`select name ${approvers} order by name, user_id limit 20`, [customerId])
  return rows.map(({ name }) => name)
}
