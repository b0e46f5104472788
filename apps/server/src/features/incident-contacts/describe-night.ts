import type { ToldOf } from '@vakt/contract/incidents/incident-contacts.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'
import { channelsForIncident } from '@vakt/domain/incident-notification.ts'
import { isAtLeast } from '@vakt/domain/severity.ts'
import { createReaderOf, findPeople, type Person, type Recipient } from '#server/features/deliveries/recipients.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { ContactBook } from './contact-book.ts'
import { createFirstPagedOf, type FirstPaged, isHeld } from './find-first-paged.ts'

/** `first` is null where the severity does not page. */
export type Night = { severity: Severity; recipients: Recipient[]; first: FirstPaged | null }

/** Who is mailed, and whom it pages first, when an incident of each severity opens at a moment: as it would be dispatched then. */
export async function findMailedAt(transaction: Transaction, book: ContactBook, customerId: string, at: number): Promise<Night[]> {
  const userIds = [...new Set(book.userIds)]
  const people = await findPeople(transaction, { userIds, customerIds: [customerId], emails: [], choosesIncidentMail: true })
  const readerOf = await createReaderOf(transaction, [customerId])
  const firstPagedOf = await createFirstPagedOf(transaction, customerId, at)
  const pagesFrom = book.customers.get(customerId)?.pagesFromSeverity ?? null
  return severities.map((severity) => {
    const told = book.toldOf(customerId, { severity, at })
    const isMailed = (person: Person) => {
      const reader = readerOf(person, customerId)
      const concern = { isFollower: false, isContact: told.isContact(reader) }
      return channelsForIncident({ kind: 'opened', severity, actorUserId: null }, reader, concern).byMail && !isHeld(person, severity, at)
    }
    const pages = pagesFrom !== null && isAtLeast(severity, pagesFrom)
    return { severity, recipients: [...people.filter(isMailed), ...told.others], first: pages ? firstPagedOf(severity) : null }
  })
}

/** The names of the provider's people and schedules are for staff. */
export const presentNight = (night: readonly Night[], { customerId, isStaff }: { customerId: string; isStaff: boolean }): ToldOf[] =>
  night.map(({ severity, recipients, first }) => {
    const [people, staff] = [
      recipients.filter((one) => one.customerId === customerId),
      recipients.filter((one) => one.customerId !== customerId),
    ]
    const namesOf = (some: Recipient[]) => [...new Set(some.map(({ name }) => name))]
    return {
      severity,
      people: namesOf(people),
      staff: isStaff ? namesOf(staff) : [],
      staffCount: staff.length,
      paging: first === null ? 'none' : first.paged === null ? 'unmanned' : 'paged',
      paged: isStaff ? (first?.paged ?? null) : null,
      unmanned: isStaff ? (first?.unmanned ?? []) : [],
    }
  })
