import type { Customer } from '@vakt/contract/customers.ts'
import { globalAdminRole } from '@vakt/contract/features.ts'
import type { NotificationKind } from '@vakt/contract/notifications.ts'
import type { Language } from '@vakt/contract/session.ts'
import type { IncidentChoice } from '@vakt/domain/incident-notification.ts'
import type { TellableEvent } from '@vakt/domain/ticket-telling.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { BatchRow } from '#server/platform/jobs/work-in-batches.ts'
import type { NewTicketEvent } from './note-ticket-event.ts'

/** The queue of the work queue for ticket events that could not be told with others. */
export const ticketEventQueueName = 'tell-people'

/** From here on an event is left to its job. */
const setAsideAttempts = 8

export type TakenEvent = TellableEvent & {
  at: Date
  actorType: 'user' | 'system'
  actorName: string
  details: NonNullable<NewTicketEvent['details']>
  customerName: string
  subject: string
  description: string
  status: string
  priority: number
  commentBody: string | null
  systemText: string | null
  systemTicketId: string | null
  requesterEmail: string | null
  /** For whom staff opened it, unless they have an account by now. */
  requesterWithoutAccount: Recipient | null
}

/** Waiting events, the oldest first, or the one that was set aside; locked until the transaction ends. */
export async function takeEventsForAllCustomers(
  transaction: Transaction,
  which: { limit: number } | { eventId: string },
): Promise<TakenEvent[]> {
  const [condition, value] =
    'limit' in which
      ? [`attempts < ${setAsideAttempts} order by attempts, event_id limit $1 for update skip locked`, which.limit]
      : ['event_id = $1 for update', which.eventId]
  const { rows } = await transaction.query<TakenEvent>(
    // Taken first, whatever is known of how many wait: a plan that begins with the customers reads all that waits for each of them.
    `with taken as materialized (
       select * from ticket_event where told_at is null and ${condition}
     )
     select e.event_id as "eventId", e.customer_id as "customerId", e.ticket_id as "ticketId", e.kind, e.comment_id as "commentId",
       e.private or coalesce(k.private, false) as private, e.actor_type as "actorType", e.actor_name as "actorName",
       case when e.actor_type = 'user' then e.actor_id end as "actorUserId", e.named_user_ids::text[] as "namedUserIds", e.details, e.at,
       c.name as "customerName", t.subject, t.description, t.status, t.priority, t.source, k.body as "commentBody",
       coalesce(k.system_text, k.system_message ->> 'code') as "systemText", k.system_message ->> 'ticketId' as "systemTicketId", t.requester_id as "requesterId", lower(t.requester_email) as "requesterEmail",
       t.assignee_id as "assigneeUserId",
       case when t.requester_without_account and t.requester_id is null
         and not exists (select from app_user u where u.customer_id = t.customer_id and lower(u.email) = lower(t.requester_email))
         then json_build_object('userId', null, 'customerId', t.customer_id, 'name', t.requester_name, 'email', t.requester_email,
           'language', c.mail_language, 'timeZone', c.time_zone) end as "requesterWithoutAccount"
     from taken e
     join ticket t on t.customer_id = e.customer_id and t.ticket_id = e.ticket_id
     join customer c on c.customer_id = e.customer_id
     left join ticket_comment k on k.customer_id = e.customer_id and k.ticket_id = e.ticket_id and k.comment_id = e.comment_id
     order by e.attempts, e.event_id`,
    [value],
  )
  return rows
}

/** Only one worker tells at a time, so that what is capped and rolled up is counted once. Held until the transaction ends. */
export async function waitToBecomeTeller(transaction: Transaction): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('vakt tell people'))")
}

/** As `waitToBecomeTeller`, unless another worker tells now. */
export async function becomeTeller(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ isTeller: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('vakt tell people')) as "isTeller"`,
  )
  return rows[0]?.isTeller ?? false
}

export async function markTold(transaction: Transaction, eventIds: string[], now: Date): Promise<void> {
  await transaction.query('update ticket_event set told_at = $2 where event_id = any($1::bigint[])', [eventIds, now])
}

/** The event becomes a job of its own, which is tried again and seen when it fails for good. */
export async function setTicketEventAside(transaction: Transaction, { customerId, rowId }: BatchRow): Promise<void> {
  await transaction.query(`update ticket_event set attempts = ${setAsideAttempts} where event_id = $1 and told_at is null`, [rowId])
  await enqueueJobs(transaction, [{ queue: ticketEventQueueName, customerId, rowId }])
}

/** Who has commented on each of these tickets, as far as they are users: the comments of the demo, and of other systems, name their writers otherwise. */
export async function readCommentersForAllCustomers(transaction: Transaction, events: TakenEvent[]): Promise<Map<string, Set<string>>> {
  const { rows } = await transaction.query<{ ticketId: string; userIds: string[] }>(
    `select k.ticket_id as "ticketId", array_agg(distinct k.author_id) as "userIds"
     from unnest($1::text[], $2::bigint[]) as e (customer_id, ticket_id)
     join ticket_comment k on k.customer_id = e.customer_id and k.ticket_id = e.ticket_id and k.author_type = 'user'
       and k.author_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
     group by k.ticket_id`,
    [events.map(({ customerId }) => customerId), events.map(({ ticketId }) => ticketId)],
  )
  return new Map(rows.map(({ ticketId, userIds }) => [ticketId, new Set(userIds)]))
}

/** Who a mail goes to. */
export type Recipient = {
  /** Null of someone without an account. */
  userId: string | null
  customerId: string
  name: string
  email: string
  language: Language
  /** In which times are written to them. */
  timeZone: string
}

export type Person = Recipient & {
  userId: string
  roles: string[]
  isStaff: boolean
  isDisabled: boolean
  seesOwnTicketsOnly: boolean
  chosen: Map<NotificationKind, IncidentChoice>
}

type PersonRow = Omit<Person, 'chosen'> & { chosen: (IncidentChoice & { kind: NotificationKind })[] | null }

const personColumns = `u.user_id as "userId", u.customer_id as "customerId", u.name, u.email, coalesce(u.preferred_language, c.mail_language) as language,
  coalesce(u.time_zone, c.time_zone) as "timeZone",
  array(select distinct role from unnest(u.roles || u.identity_roles) as role where role <> '${globalAdminRole}' or c.is_provider) as roles,
  c.is_provider and '${globalAdminRole}' = any(u.roles || u.identity_roles) as "isStaff", u.disabled_at is not null as "isDisabled",
  c.ticket_visibility = 'own' and not (c.is_provider and '${globalAdminRole}' = any(u.roles || u.identity_roles)) as "seesOwnTicketsOnly",
  (select json_agg(json_build_object('kind', p.kind, 'byMail', p.by_mail, 'inPortal', p.in_portal, 'fromSeverity', p.from_severity))
   from notification_preference p where p.customer_id = u.customer_id and p.user_id = u.user_id) as chosen`

const toPerson = (row: PersonRow): Person => ({
  ...row,
  chosen: new Map((row.chosen ?? []).map(({ kind, ...channels }) => [kind, channels])),
})

/** All staff, those named by id or address, and those of these customers who chose to be notified of new tickets or of incidents. */
export async function readPeopleForAllCustomers(
  transaction: Transaction,
  wanted: { userIds: string[]; customerIds: string[]; emails: string[] },
): Promise<Person[]> {
  const { rows } = await transaction.query<PersonRow>(
    `select ${personColumns} from app_user u join customer c on c.customer_id = u.customer_id
     where u.disabled_at is null and (
       u.user_id = any($1::uuid[])
       or (c.is_provider and '${globalAdminRole}' = any(u.roles || u.identity_roles))
       or (u.customer_id = any($2) and (lower(u.email) = any($3) or exists (
         select from notification_preference p where p.customer_id = u.customer_id and p.user_id = u.user_id
           and p.kind in ('created', 'opened_by_monitoring', 'incident_opened', 'incident_escalated', 'incident_resolved') and (p.by_mail or p.in_portal)))))`,
    [wanted.userIds, wanted.customerIds, wanted.emails],
  )
  return rows.map(toPerson)
}

export async function readPersonsForAllCustomers(transaction: Transaction, userIds: string[]): Promise<Person[]> {
  const { rows } = await transaction.query<PersonRow>(
    `select ${personColumns} from app_user u join customer c on c.customer_id = u.customer_id where u.user_id = any($1::uuid[])`,
    [userIds],
  )
  return rows.map(toPerson)
}

type Rules = Pick<Customer, 'enabledFeatures' | 'ignoresGlobalAdminMapping' | 'role_feature_mappings'>

/** What roles allow at each of these customers. */
export async function readAccessRulesForAllCustomers(transaction: Transaction, customerIds: string[]): Promise<Map<string, Rules>> {
  const { rows } = await transaction.query<Rules & { customerId: string }>(
    `select customer_id as "customerId", enabled_features as "enabledFeatures", ignores_global_admin_mapping as "ignoresGlobalAdminMapping",
       coalesce((select json_agg(json_build_object('role', role, 'features', features)) from customer_role_feature m
         where m.customer_id = c.customer_id), '[]') as role_feature_mappings
     from customer c where customer_id = any($1)`,
    [customerIds],
  )
  return new Map(rows.map((row) => [row.customerId, row]))
}
