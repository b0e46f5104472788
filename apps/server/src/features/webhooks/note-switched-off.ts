import { noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeSwitchedOffForAllCustomers } from './webhook-delivery-table.ts'

/** Notes each webhook that was switched off for failing, once for each time. Also called for those that the previous release switched off. */
export async function noteSwitchedOff(transaction: Transaction, { actor, now }: Pick<Context, 'actor' | 'now'>): Promise<void> {
  for (const { customerId, webhookId: subjectId } of await takeSwitchedOffForAllCustomers(transaction, now))
    await noteEvent(transaction, { customerId, actor, now }, { topic: 'webhook', kind: 'switched_off', subjectId, private: true })
}
