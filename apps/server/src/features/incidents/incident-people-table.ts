import type { TicketPerson } from '@vakt/contract/tickets/ticket-details.ts'
import { countingRolesOf } from '#server/platform/database/own-roles.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Wanted = { q: string | null; id: string | null }

const most = 20
const isWanted = `($2::text is null or strpos(lower(u.name), lower($2)) > 0 or strpos(lower(u.email), lower($2)) > 0)
  and ($3::uuid is null or u.user_id = $3)`

/** Whom a customer's people can give an incident to: their colleagues. */
export async function readPeople(transaction: Transaction, customerId: string, { q, id }: Wanted): Promise<TicketPerson[]> {
  const { rows } = await transaction.query<TicketPerson>(
    `select u.user_id as "userId", u.name, u.email, false as "isStaff" from app_user u
     where u.customer_id = $1 and u.disabled_at is null and ${isWanted} order by u.name, u.user_id limit ${most}`,
    [customerId, q, id],
  )
  return rows
}

/** Whom staff can give an incident to: each other, and the people of the customer. */
export async function readPeopleForAllCustomers(transaction: Transaction, customerId: string, { q, id }: Wanted): Promise<TicketPerson[]> {
  const { rows } = await transaction.query<TicketPerson>(
    `select u.user_id as "userId", u.name, case when u.customer_id = $1 then u.email end as email, c.is_provider as "isStaff"
     from app_user u join customer c on c.customer_id = u.customer_id
     where u.disabled_at is null and (u.customer_id = $1 or (c.is_provider and staff_reaches(${countingRolesOf('u')}, u.staff_customers, $1)))
       and ${isWanted} order by c.is_provider desc, u.name, u.user_id limit ${most}`,
    [customerId, q, id],
  )
  return rows
}
