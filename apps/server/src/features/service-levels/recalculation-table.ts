import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'

/** The queue of the work queue that recalculates: of a customer as a whole, and single tickets that failed. */
/** The name that waiting jobs have in the database, from before the column `recount_after` had a better one. */
export const recalculationQueueName = 'recount-service-levels'
export const allTickets = 'all-tickets'

export const enqueueWaitingRecalculations = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    recalculationQueueName,
    `select distinct customer_id, '${allTickets}', '', now() from service_target_set where recount_after is not null`,
  )

export type Recalculation = { forAll: boolean; after: string }

/** A set of targets that changed, locked; the one for all customers first. Undefined while someone changes it, who enqueues it again. */
export async function lockRecalculation(transaction: Transaction, customerId: string): Promise<Recalculation | undefined> {
  const { rows } = await transaction.query<Recalculation>({
    name: 'lock-recalculation',
    text: `select for_all as "forAll", recount_after as after from service_target_set
           where recount_after is not null and customer_id = $1 order by for_all desc limit 1 for update skip locked`,
    values: [customerId],
  })
  return rows[0]
}

/** Every customer is to be recalculated, from its first ticket on. */
export async function spreadRecalculationForAllCustomers(transaction: Transaction): Promise<void> {
  await transaction.query(
    `insert into service_target_set (customer_id, for_all, recount_after) select customer_id, false, 0 from customer
     on conflict (customer_id, for_all) do update set recount_after = 0`,
  )
  await transaction.query('update service_target_set set recount_after = null where for_all')
}

/** The next open tickets of a customer, by their number. */
export async function readOpenTickets(transaction: Transaction, customerId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await transaction.query<{ ticketId: string }>({
    name: 'read-open-tickets-to-recalculate',
    text: `select ticket_id as "ticketId" from ticket
           where customer_id = $1 and ticket_id > $2 and status not in ('resolved', 'closed') order by ticket_id limit $3`,
    values: [customerId, after, limit],
  })
  return rows.map(({ ticketId }) => ticketId)
}

export async function noteRecalculated(transaction: Transaction, customerId: string, through: string | null): Promise<void> {
  await transaction.query('update service_target_set set recount_after = $2 where customer_id = $1 and not for_all', [customerId, through])
}
