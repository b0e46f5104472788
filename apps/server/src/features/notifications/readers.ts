import { featuresOf } from '@vakt/domain/access.ts'
import type { IncidentReader } from '@vakt/domain/incident-notification.ts'
import type { Reader } from '@vakt/domain/ticket-telling.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type Person, readAccessRulesForAllCustomers } from './telling-table.ts'

/** Says how somebody stands towards each of these customers, by what holds in this transaction. */
export async function createReaderOf(
  transaction: Transaction,
  customerIds: string[],
): Promise<(person: Person, customerId: string) => Reader & IncidentReader> {
  const rules = await readAccessRulesForAllCustomers(transaction, [...new Set(customerIds)])
  const known = new Map<string, Reader & IncidentReader>()
  return (person, customerId) => {
    const key = `${person.userId} ${customerId}`
    const rule = rules.get(customerId)
    const reader: Reader & IncidentReader = known.get(key) ?? {
      userId: person.userId,
      isStaff: person.isStaff,
      isDisabled: person.isDisabled,
      seesOwnTicketsOnly: person.seesOwnTicketsOnly,
      belongsToCustomer: person.customerId === customerId,
      features: rule ? featuresOf(person, rule) : new Set(),
      chosen: person.chosen,
    }
    known.set(key, reader)
    return reader
  }
}
