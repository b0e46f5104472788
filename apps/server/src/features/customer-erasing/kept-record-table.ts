import type { Transaction } from '#server/platform/database/transaction.ts'

/** What staff did: people and tokens of the provider, and Vakt itself for them where it closes and erases. */
const isOfStaff = `(a.actor_type in ('user', 'service-token') and (
    exists (select from app_user u join customer c using (customer_id) where c.is_provider and u.user_id::text = a.actor_id)
    or exists (select from service_token s join customer c using (customer_id) where c.is_provider and s.token_id::text = a.actor_id))
  or a.action in ('customer.erase', 'customer.erased'))`

type Batch = { customerId: string; limit: number }

/** Removes from the audit log what others than staff did at the customer. Returns how many entries. */
export async function deleteRecordOfCustomerForAllCustomers(transaction: Transaction, { customerId, limit }: Batch): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from recorded_action where action_id = any (array(
       select action_id from recorded_action a where a.customer_id = $1 and not ${isOfStaff} limit $2))`,
    [customerId, limit],
  )
  return rowCount ?? 0
}

/** A number or an identifier, with the word before it that says of what: no one's name or address. */
const plainTarget = '^([a-z-]+( [a-z-]+)* )?([0-9]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'

/** Of what staff did it stays who, when and which action: details may name people and things of the customer. Returns how many entries changed. */
export async function stripRecordForAllCustomers(transaction: Transaction, { customerId, limit }: Batch): Promise<number> {
  const { rowCount } = await transaction.query(
    `update recorded_action set details = '{}', target = case when target ~ $3 or target = customer_id then target else '' end
     where action_id = any (array(
       select action_id from recorded_action where customer_id = $1
         and action not in ('customer.close', 'customer.reopen', 'customer.term', 'customer.erase', 'customer.erased')
         and (details <> '{}' or not (target ~ $3 or target = customer_id or target = '')) limit $2))`,
    [customerId, limit, plainTarget],
  )
  return rowCount ?? 0
}
