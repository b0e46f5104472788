import type { Transaction } from '#server/platform/database/transaction.ts'
import { type SwitchedOffWebhook, takeSwitchedOffForAllCustomers } from './webhook-delivery-table.ts'

export type { SwitchedOffWebhook }

/** For whoever tells of them, in the transaction that does: each once for every time that it is switched off. */
export const takeSwitchedOffWebhooks = (transaction: Transaction, now: Date): Promise<SwitchedOffWebhook[]> =>
  takeSwitchedOffForAllCustomers(transaction, now)
