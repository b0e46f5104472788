import type { FeatureKey } from '@vakt/contract/features.ts'
import { featuresOf, isAdministratorWith } from '@vakt/domain/access.ts'
import type { Reader } from '@vakt/domain/notification-reader.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type Person, readAccessRulesForAllCustomers } from './recipient-table.ts'

export {
  type Person,
  type Recipient,
  readPeopleForAllCustomers as findPeople,
  readPersonsForAllCustomers as findPersons,
  type Wanted,
} from './recipient-table.ts'

/** What a user may see at each of these customers, and what they chose, as of this transaction. */
export async function createReaderOf(
  transaction: Transaction,
  customerIds: string[],
): Promise<(person: Person, customerId: string) => Reader> {
  const rules = await readAccessRulesForAllCustomers(transaction, [...new Set(customerIds)])
  const known = new Map<string, Reader>()
  return (person, customerId) => {
    const key = `${person.userId} ${customerId}`
    const rule = rules.get(customerId)
    const features = rule ? featuresOf(person, rule) : new Set<FeatureKey>()
    const reader: Reader = known.get(key) ?? {
      userId: person.userId,
      isStaff: person.isStaff,
      isDisabled: person.isDisabled,
      seesOwnTicketsOnly: person.seesOwnTicketsOnly,
      belongsToCustomer: person.customerId === customerId,
      features,
      chosen: person.chosen,
      incidentMail: person.incidentMail,
      isAdministrator: person.customerId === customerId && rule !== undefined && isAdministratorWith(features, rule),
    }
    known.set(key, reader)
    return reader
  }
}
