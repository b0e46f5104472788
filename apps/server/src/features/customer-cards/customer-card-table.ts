import type { CustomerCard } from '@vakt/contract/customers/customer-cards.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Empty of a customer about which nothing was written; undefined where there is no such customer. */
export async function readCard(
  transaction: Transaction,
  customerId: string,
  options: { lock: boolean },
): Promise<CustomerCard | undefined> {
  const { rows } = await transaction.query<CustomerCard>(
    `select coalesce(d.contacts, '[]') as contacts, coalesce(d.instructions, '[]') as instructions,
       coalesce(d.contract_notes, '') as "contractNotes", coalesce(d.version, 0) as version
     from customer c left join customer_card d using (customer_id)
     where c.customer_id = $1 ${options.lock ? 'for no key update of c' : ''}`,
    [customerId],
  )
  return rows[0]
}

export async function upsertCard(transaction: Transaction, customerId: string, card: CustomerCard): Promise<void> {
  await transaction.query(
    `insert into customer_card (customer_id, contacts, instructions, contract_notes, version) values ($1, $2, $3, $4, $5)
     on conflict (customer_id) do update set contacts = excluded.contacts, instructions = excluded.instructions,
       contract_notes = excluded.contract_notes, version = excluded.version`,
    [customerId, JSON.stringify(card.contacts), JSON.stringify(card.instructions), card.contractNotes, card.version],
  )
}
