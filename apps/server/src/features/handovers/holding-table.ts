import type { RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import type { HoldingKind } from '@vakt/contract/users/handovers.ts'
import { countingRolesOf, ownRolesOf } from '#server/platform/database/own-roles.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** One thing that a user holds, of which customer it is, and its name; empty where it has none. */
export type HeldRow = { kind: HoldingKind; customerId: string; name: string }

/** $1 the user, $2 their address in lower case, $3 now. Each customer's own rows, as far as the transaction sees customers. */
const held = `
  select 'tickets', customer_id, '#' || ticket_id || ' ' || subject from ticket where assignee_id = $1 and status not in ('resolved', 'closed')
  union all select 'incidents', customer_id, title from incident where assignee_id = $1 and state <> 'resolved'
  union all select 'rotations', s.customer_id, s.name from on_call_schedule s
    join on_call_schedule_version v on v.customer_id = s.customer_id and v.schedule_id = s.schedule_id and v.version = s.version
    where s.removed_at is null and exists (select from jsonb_array_elements(v.layers) layer where layer -> 'people' ? $1::text)
  union all select 'overrides', o.customer_id, s.name from on_call_override o
    join on_call_schedule s on s.customer_id = o.customer_id and s.schedule_id = o.schedule_id
    where o.user_id = $1 and o.ends_at > $3 and s.removed_at is null
  union all select 'swaps', w.customer_id, s.name from on_call_swap w
    join on_call_schedule s on s.customer_id = w.customer_id and s.schedule_id = w.schedule_id
    where (w.asker_id = $1 or w.asked_id = $1) and w.state = 'open' and w.ends_at > $3
  union all select 'escalation_steps', customer_id, name from escalation_policy
    where removed_at is null and exists (select from jsonb_array_elements(steps) step where step ->> 'userId' = $1::text)
  union all select 'incident_contacts', customer_id, '' from incident_contact where user_id = $1 or address = $2
  union all select 'follows', customer_id, '' from follower where user_id = $1
  union all select 'reports', customer_id, '' from report_recipient where user_id = $1
  union all select 'views', customer_id, name from ticket_view where owner_id = $1
  union all select 'dashboards', customer_id, name from custom_dashboard where owner_id = $1
  union all select 'approvals', customer_id, reason from service_window where approval = 'waiting' and enabled and created_by_user_id = $1
  union all select 'team_page', customer_id, '' from team_member where removed_at is null and user_id = $1
  union all select 'api_tokens', customer_id, name from api_token
    where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $3)`

/** By customer and name. Of all customers that the transaction sees. */
export async function readHeld(transaction: Transaction, user: { userId: string; email: string }, now: Date): Promise<HeldRow[]> {
  const { rows } = await transaction.query<HeldRow>(
    `select kind, customer_id as "customerId", name from (${held}) as held (kind, customer_id, name) order by customer_id, name`,
    [user.userId, user.email.toLowerCase(), now],
  )
  return rows
}

export type Person = {
  userId: string
  name: string
  email: string
  roles: string[]
  ownRoles: RoleFeatureMapping[]
  isDisabled: boolean
  /** One of the provider's staff, who see other customers. */
  isStaff: boolean
  /** The customers that staff who are no administrators are limited to; null: none. */
  staffCustomers: string[] | null
}

/** Of the customer; undefined where it has no such user. */
export async function readPerson(transaction: Transaction, customerId: string, userId: string): Promise<Person | undefined> {
  const { rows } = await transaction.query<Person>(
    `select u.user_id as "userId", u.name, u.email, u.roles || u.identity_roles as roles, ${ownRolesOf('u')} as "ownRoles", u.disabled_at is not null as "isDisabled",
       c.is_provider and staff_reaches(${countingRolesOf('u')}, null, null) as "isStaff", u.staff_customers as "staffCustomers"
     from app_user u join customer c using (customer_id) where u.customer_id = $1 and u.user_id = $2`,
    [customerId, userId],
  )
  return rows[0]
}
