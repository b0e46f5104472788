import type { TicketPerson } from '@vakt/contract/tickets/ticket-details.ts'
import { countingRolesOf } from '#server/platform/database/own-roles.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type PeopleFilter = {
  ticketId: string
  q: string | null
  of: 'customer' | 'staff' | null
  /** Only these; null for all. */
  ids: readonly string[] | null
}

const most = 20
const anyUuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** What staff may name: the people of the customer, and the provider's staff. Null when there is no such ticket. */
export async function readPeopleForAllCustomers(
  transaction: Transaction,
  customerId: string,
  { ticketId, q, of, ids }: PeopleFilter,
): Promise<TicketPerson[] | null> {
  const { rows } = await transaction.query<{ people: TicketPerson[] }>(
    `select (select coalesce(json_agg(p), '[]') from (
       select u.user_id as "userId", u.name, case when u.customer_id = $1 then u.email end as email, c.is_provider as "isStaff"
       from app_user u join customer c on c.customer_id = u.customer_id
       where u.disabled_at is null and (u.customer_id = $1 or (c.is_provider and staff_reaches(${countingRolesOf('u')}, u.staff_customers, $1)))
         and ($3::text is null or strpos(lower(u.name), lower($3)) > 0 or strpos(lower(u.email), lower($3)) > 0)
         and ($4::text is null or ($4 = 'staff') = c.is_provider) and ($5::uuid[] is null or u.user_id = any($5))
       order by c.is_provider desc, u.name, u.user_id limit greatest(${most}, cardinality($5::uuid[]))
     ) p) as people
     from ticket where customer_id = $1 and ticket_id = $2`,
    [customerId, ticketId, q, of, ids],
  )
  return rows[0]?.people ?? null
}

/** What a customer's people may name: their colleagues, and of the staff those who stand on the ticket where they can see it. */
export async function readPeople(
  transaction: Transaction,
  customerId: string,
  { ticketId, q, of, ids }: PeopleFilter,
): Promise<TicketPerson[] | null> {
  const { rows } = await transaction.query<{ people: TicketPerson[] }>(
    `select (select coalesce(json_agg(p), '[]') from (
       select distinct on (p."isStaff", p.name, p."userId") * from (
         select u.user_id as "userId", u.name, u.email, false as "isStaff" from app_user u where u.customer_id = $1 and u.disabled_at is null
         union all
         select c.author_id::uuid, c.author_name, null, true from ticket_comment c
         where c.customer_id = $1 and c.ticket_id = $2 and not c.private and c.by_staff and c.author_id ~ '${anyUuid}'
         union all
         select t.assignee_id, t.assignee, null, true where t.assignee_id is not null
           and not exists (select from app_user u where u.customer_id = $1 and u.user_id = t.assignee_id)
       ) p
       where ($3::text is null or strpos(lower(p.name), lower($3)) > 0 or strpos(lower(coalesce(p.email, '')), lower($3)) > 0)
         and ($4::text is null or ($4 = 'staff') = p."isStaff") and ($5::uuid[] is null or p."userId" = any($5))
       order by p."isStaff", p.name, p."userId" limit greatest(${most}, cardinality($5::uuid[]))
     ) p) as people
     from ticket t where t.customer_id = $1 and t.ticket_id = $2`,
    [customerId, ticketId, q, of, ids],
  )
  return rows[0]?.people ?? null
}

const mostRequesters = 500

/** The people of the customer who are not disabled. */
export async function readRequesters(
  transaction: Transaction,
  customerId: string,
  q: string | null,
): Promise<{ userId: string; name: string; email: string }[]> {
  const { rows } = await transaction.query<{ userId: string; name: string; email: string }>(
    `select user_id as "userId", name, email from app_user where customer_id = $1 and disabled_at is null
       and ($2::text is null or strpos(lower(name), lower($2)) > 0 or strpos(lower(email), lower($2)) > 0)
     order by name, user_id limit ${mostRequesters}`,
    [customerId, q],
  )
  return rows
}

export async function readEntitiesByName(
  transaction: Transaction,
  customerId: string,
  q: string | null,
): Promise<{ entityId: string; name: string; type: string }[]> {
  const { rows } = await transaction.query<{ entityId: string; name: string; type: string }>(
    `select entity_id as "entityId", name, type from entity
     where customer_id = $1 and ($2::text is null or strpos(lower(name), lower($2)) > 0) order by name, entity_id limit ${most}`,
    [customerId, q],
  )
  return rows
}

export async function readEntityName(transaction: Transaction, customerId: string, entityId: string): Promise<string | null> {
  const { rows } = await transaction.query<{ name: string }>('select name from entity where customer_id = $1 and entity_id = $2', [
    customerId,
    entityId,
  ])
  return rows[0]?.name ?? null
}

/** Someone of the customer who may be the requester of a ticket. */
export async function readRequester(
  transaction: Transaction,
  customerId: string,
  userId: string,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  const { rows } = await transaction.query<{ userId: string; name: string; email: string }>(
    'select user_id as "userId", name, email from app_user where customer_id = $1 and user_id = $2 and disabled_at is null',
    [customerId, userId],
  )
  return rows[0]
}

/** The user of the customer with this address; undefined when there is none, or they are disabled. */
export async function readRequesterByEmail(
  transaction: Transaction,
  customerId: string,
  email: string,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  const { rows } = await transaction.query<{ userId: string; name: string; email: string }>(
    `select user_id as "userId", name, email from app_user
     where customer_id = $1 and lower(email) = lower($2) and disabled_at is null order by last_seen_at desc limit 1`,
    [customerId, email],
  )
  return rows[0]
}
