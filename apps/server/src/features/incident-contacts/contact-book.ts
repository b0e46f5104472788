import { type BusinessClock, createBusinessClock } from '@vakt/domain/business-calendar.ts'
import { type IncidentMoment, whoIsTold } from '@vakt/domain/incident-contacts.ts'
import { maySeeIncidentEvent } from '@vakt/domain/incident-notification.ts'
import type { Reader } from '@vakt/domain/notification-reader.ts'
import { createReaderOf, findPersons, type Recipient } from '#server/features/deliveries/recipients.ts'
import { clockOf } from '#server/features/service-levels/calendar-clock.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import {
  type ContactRow,
  readContactRowsForAllCustomers,
  readToldCustomersForAllCustomers,
  type ToldCustomer,
} from './contact-book-table.ts'

const open = { opens: '08:00', closes: '17:00' }

/** Hours of customers without a calendar of their own. */
const usualClocks = new Map<string, BusinessClock>()
const mostClocks = 500

function usualClock(timeZone: string): BusinessClock {
  let clock = usualClocks.get(timeZone)
  if (!clock) {
    if (usualClocks.size >= mostClocks) usualClocks.clear()
    clock = createBusinessClock({
      ...{ timeZone, alwaysOpen: false, holidays: 'sweden', closedDays: [] },
      week: [open, open, open, open, open, null, null],
    })
    usualClocks.set(timeZone, clock)
  }
  return clock
}

const recipientOf = ({ contactId, customerId, address, language, timeZone, stopKey }: ContactRow): Recipient => ({
  userId: null,
  ...{ customerId, language, timeZone },
  name: address ?? '',
  email: address ?? '',
  contact: { contactId, stopKey },
})

/** Who is told of an incident besides those who chose it or follow it. */
export type ToldOfIncident = {
  isContact(reader: Reader): boolean
  /** Addresses without an account. */
  others: Recipient[]
}

export type ContactBook = {
  /** Users to consider. */
  userIds: string[]
  toldOf(customerId: string, incident: IncidentMoment): ToldOfIncident
  /** Those of a customer who can be told now. */
  usableOf(customerId: string): ReadonlySet<string>
  customers: Map<string, ToldCustomer>
}

const nobody: ToldOfIncident = { isContact: () => false, others: [] }

/** The contacts for incidents of these customers and of the provider. The transaction must be of the worker. */
export async function readContactBook(transaction: Transaction, customerIds: string[]): Promise<ContactBook> {
  const ids = [...new Set(customerIds)]
  const rows = await readContactRowsForAllCustomers(transaction, ids)
  const customers = await readToldCustomersForAllCustomers(transaction, ids)
  const contactUserIds = rows.flatMap(({ userId }) => userId ?? [])
  const people = new Map((await findPersons(transaction, contactUserIds)).map((person) => [person.userId, person]))
  const readerOf = await createReaderOf(transaction, ids)

  const isUsable = (row: ContactRow, customerId: string): boolean => {
    if (row.userId === null) return row.isConfirmed
    const person = people.get(row.userId)
    return person !== undefined && maySeeIncidentEvent(readerOf(person, customerId))
  }
  const usable = (customerId: string, contacts: ContactRow[]) => contacts.filter((row) => isUsable(row, customerId))

  return {
    customers,
    userIds: [...contactUserIds, ...[...customers.values()].flatMap(({ administratorIds }) => administratorIds)],
    usableOf: (customerId) =>
      new Set(
        usable(
          customerId,
          rows.filter((row) => row.customerId === customerId),
        ).map(({ contactId }) => contactId),
      ),
    toldOf(customerId, incident) {
      const customer = customers.get(customerId)
      if (!customer) return nobody
      const { isProvider, timeZone, calendar, pagesFromSeverity } = customer
      const of = (isWanted: (row: ContactRow) => boolean) => usable(customerId, rows.filter(isWanted))
      const clock = calendar ? clockOf(calendar) : usualClock(timeZone)
      const ofCustomer = of((row) => row.customerId === customerId)
      const ofProvider = isProvider ? [] : of((row) => row.isOfProvider)
      const told = whoIsTold({ ofCustomer, ofProvider, clock, pagesFromSeverity }, incident)
      const userIds = new Set(told.contacts.flatMap(({ userId }) => userId ?? []))
      return {
        others: told.contacts.filter(({ userId }) => userId === null).map(recipientOf),
        isContact: (reader) =>
          userIds.has(reader.userId) ||
          (told.administrators && reader.belongsToCustomer && (reader.isAdministrator || reader.isGlobalAdmin)) ||
          (told.staffAdministrators && reader.isGlobalAdmin && !reader.belongsToCustomer),
      }
    },
  }
}
