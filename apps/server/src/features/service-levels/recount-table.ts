import type { Transaction } from '#server/platform/database/transaction.ts'

export type Recount = { customerId: string; forAll: boolean; after: string }

/** A set of targets that changed, locked against other workers; the one for all customers first. */
export async function claimRecountForAllCustomers(transaction: Transaction): Promise<Recount | undefined> {
  const { rows } = await transaction.query<Recount>({
    name: 'claim-recount',
    text: `select customer_id as "customerId", for_all as "forAll", recount_after as after from service_target_set
           where recount_after is not null order by for_all desc limit 1 for update skip locked`,
  })
  return rows[0]
}

/** Every customer is to be reckoned anew, from its first ticket on. */
export async function spreadRecountForAllCustomers(transaction: Transaction): Promise<void> {
  await transaction.query(
    `insert into service_target_set (customer_id, for_all, recount_after) select customer_id, false, 0 from customer
     on conflict (customer_id, for_all) do update set recount_after = 0`,
  )
  await transaction.query('update service_target_set set recount_after = null where for_all')
}

/** The next open tickets of a customer, by their number. */
export async function readOpenTickets(transaction: Transaction, customerId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await transaction.query<{ ticketId: string }>({
    name: 'read-open-tickets-to-recount',
    text: `select ticket_id as "ticketId" from ticket
           where customer_id = $1 and ticket_id > $2 and status not in ('resolved', 'closed') order by ticket_id limit $3`,
    values: [customerId, after, limit],
  })
  return rows.map(({ ticketId }) => ticketId)
}

export async function noteRecounted(transaction: Transaction, customerId: string, through: string | null): Promise<void> {
  await transaction.query('update service_target_set set recount_after = $2 where customer_id = $1 and not for_all', [customerId, through])
}
