import type { CustomerCard } from '@vakt/contract/customers/customer-cards.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readCard, upsertCard } from './customer-card-table.ts'

export function getCustomerCard(context: Context, customerId: string): Promise<CustomerCard> {
  return inTransaction(context, customerId, async (transaction) => {
    const card = await readCard(transaction, customerId, { lock: false })
    if (!card) throw new NotFound()
    return card
  })
}

const tidy = ({ contacts, instructions, contractNotes }: CustomerCard): Omit<CustomerCard, 'version'> => ({
  contacts: contacts.map(({ name, role, ...contact }) => ({ ...contact, name: name.trim(), role: role.trim() })),
  instructions: instructions.map(({ text }) => ({ text: text.trim() })),
  contractNotes: contractNotes.trim(),
})

/** The audit log keeps what stood there before, so that it can be written back. */
export function saveCustomerCard(context: Context, customerId: string, wanted: CustomerCard): Promise<CustomerCard> {
  return inTransaction(context, customerId, async (transaction) => {
    const before = await readCard(transaction, customerId, { lock: true })
    if (!before) throw new NotFound()
    if (before.version !== wanted.version)
      throw Conflict.field('version', 'Someone else changed this card. Reload it and try again.', 'customer_card.changed')
    const after = { ...tidy(wanted), version: before.version + 1 }
    await upsertCard(transaction, customerId, after)
    await recordAction(transaction, context, customerId, { action: 'customer.card', target: customerId, details: { before, after } })
    return after
  })
}
