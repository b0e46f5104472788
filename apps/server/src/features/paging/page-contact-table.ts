import type { ContactChannel } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'

/** Its rows are contacts. */
export const contactQueueName = 'contact-again'

type NewContact = { escalationId: string; round: number; step: number; userId: string; channel: ContactChannel; dueAt: Date }

/** Has a person paged on a second channel at its time, unless someone has acknowledged by then. */
export async function insertContact(transaction: Transaction, customerId: string, contact: NewContact): Promise<void> {
  const { rows } = await transaction.query<{ contactId: string }>(
    `insert into page_contact (customer_id, escalation_id, round, step, user_id, channel, due_at) values ($1, $2, $3, $4, $5, $6, $7)
     returning contact_id as "contactId"`,
    [customerId, contact.escalationId, contact.round, contact.step, contact.userId, contact.channel, contact.dueAt],
  )
  await enqueueJobs(
    transaction,
    rows.map(({ contactId: rowId }) => ({ queue: contactQueueName, customerId, rowId, priority: 0 as const, due: contact.dueAt })),
  )
}

/** One that was not made yet, locked until the transaction ends. */
export async function lockContact(transaction: Transaction, customerId: string, contactId: string): Promise<NewContact | undefined> {
  const { rows } = await transaction.query<NewContact>(
    `select escalation_id as "escalationId", round, step, user_id as "userId", channel, due_at as "dueAt" from page_contact
     where customer_id = $1 and contact_id = $2 and done_at is null for update`,
    [customerId, contactId],
  )
  return rows[0]
}

export async function endContact(transaction: Transaction, customerId: string, contactId: string, now: Date): Promise<void> {
  await transaction.query('update page_contact set done_at = $3 where customer_id = $1 and contact_id = $2', [customerId, contactId, now])
}
