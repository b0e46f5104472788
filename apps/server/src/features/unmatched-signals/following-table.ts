import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { bindingQueueName } from './binding-table.ts'

export type WaitingBinding = {
  bindingId: string
  customerId: string
  source: string
  targetKey: string
  entityCustomerId: string
  entityId: string
  entityName: string
}

/** A binding that something may have to follow, locked until the transaction ends; undefined when that was done, or it is gone. */
export async function lockWaitingBindingForAllCustomers(transaction: Transaction, bindingId: string): Promise<WaitingBinding | undefined> {
  const { rows } = await transaction.query<WaitingBinding>(
    `select b.binding_id as "bindingId", b.customer_id as "customerId", b.source, b.target_key as "targetKey",
       b.entity_customer_id as "entityCustomerId", b.entity_id as "entityId", e.name as "entityName"
     from entity_binding b join entity e on e.customer_id = b.entity_customer_id and e.entity_id = b.entity_id
     where b.applied_at is null and b.binding_id = $1 for update of b`,
    [bindingId],
  )
  return rows[0]
}

export const enqueueWaitingBindings = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    bindingQueueName,
    "select customer_id, binding_id::text, '', created_at from entity_binding where applied_at is null",
  )

export async function markApplied(transaction: Transaction, bindingId: string, now: Date): Promise<void> {
  await transaction.query('update entity_binding set applied_at = $2 where binding_id = $1', [bindingId, now])
}
