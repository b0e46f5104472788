import { randomBytes } from 'node:crypto'
import type { ContactState, ContactTest, IncidentContacts, NewIncidentContact } from '@vakt/contract/incidents/incident-contacts.ts'
import { incidentContactLimits } from '@vakt/contract/incidents/incident-contacts.ts'
import { emailPattern } from '@vakt/contract/schema.ts'
import { nextNight } from '@vakt/domain/incident-contacts.ts'
import type { Pool } from 'pg'
import { askForConfirmation, resolveAddresses } from '#server/features/address-confirmations/resolve-addresses.ts'
import { coversAny } from '#server/features/cloudops/cloudops-covers.ts'
import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import { waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { createReaderOf, findPersons } from '#server/features/deliveries/recipients.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { isPlainAddress } from '#server/platform/mail/mail-settings.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type ContactBook, readContactBook } from './contact-book.ts'
import {
  lockContactList,
  raiseVersion,
  readChoosable,
  readContactList,
  readStoredContacts,
  readTestDeliveriesForAllCustomers,
  replaceContacts,
  type StoredContact,
  type StoredTest,
} from './contact-table.ts'
import { findMailedAt, presentNight } from './describe-night.ts'
import { requireContactKeeper } from './require-contact-keeper.ts'

export type ContactMailParts = { worker: Pool; settings: DeliverySettings }

const hourMs = 3_600_000

/** When a further test can be sent; null: now. */
export function nextTestAt(tests: readonly StoredTest[], now: Date): Date | null {
  const recent = tests.filter(({ at }) => now.getTime() - Date.parse(at) < hourMs)
  const first = recent.at(-incidentContactLimits.testsPerHour)
  return first ? new Date(Date.parse(first.at) + hourMs) : null
}

const testStates = { sent: 'sent', delivered: 'sent', failed: 'failed', unknown: 'unknown', kept: 'kept' } as const

async function presentTest(
  transaction: Transaction,
  customerId: string,
  tests: readonly StoredTest[],
  isStaff: boolean,
): Promise<ContactTest | null> {
  const last = tests.at(-1)
  if (!last) return null
  const deliveries = await readTestDeliveriesForAllCustomers(transaction, last.deliveryIds)
  return {
    at: last.at,
    by: last.by,
    results: deliveries
      .filter((one) => isStaff || one.customerId === customerId)
      .map(({ name, state, answer }) => ({
        name,
        answer,
        state: (testStates as Record<string, ContactTest['results'][number]['state']>)[state] ?? 'waiting',
      })),
  }
}

function stateOf(contact: StoredContact, book: ContactBook, customerId: string): ContactState {
  if (contact.isStopped) return 'stopped'
  if (contact.isDisabled) return 'disabled'
  if (book.usableOf(customerId).has(contact.contactId)) return 'told'
  return contact.userId === '' ? 'unconfirmed' : 'not_allowed'
}

async function readAdministrators(transaction: Transaction, book: ContactBook, customerId: string) {
  const people = await findPersons(transaction, book.customers.get(customerId)?.administratorIds ?? [])
  const readerOf = await createReaderOf(transaction, [customerId])
  return people
    .filter((person) => readerOf(person, customerId).isAdministrator)
    .map(({ name, incidentMail }) => ({ name, declined: [...incidentMail].flatMap(([severity, byMail]) => (byMail ? [] : [severity])) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

async function present(
  transaction: Transaction,
  { now, isStaff }: CallContext,
  customerId: string,
  { settings }: ContactMailParts,
): Promise<IncidentContacts> {
  const { version, tests } = await readContactList(transaction, customerId)
  const book = await readContactBook(transaction, [customerId])
  const customer = book.customers.get(customerId)
  if (!customer) throw new NotFound()
  const at = nextNight(now.getTime(), customer.timeZone)
  const stored = await readStoredContacts(transaction, customerId)
  const night = await findMailedAt(transaction, book, customerId, at)
  return {
    contacts: stored.map(({ contactId: _, isStopped: __, isDisabled: ___, ...contact }, index) => ({
      ...contact,
      state: stateOf(stored[index] as StoredContact, book, customerId),
    })),
    version,
    standsIn: book.usableOf(customerId).size === 0,
    administrators: await readAdministrators(transaction, book, customerId),
    people: await readChoosable(transaction, customerId),
    hours: { calendar: customer.calendar?.name ?? null, timeZone: customer.calendar?.timeZone ?? customer.timeZone },
    atNight: {
      at: new Date(at).toISOString(),
      told: presentNight(night, { customerId, isStaff }),
      byCloudOps: customer.pagesCloudOps && (await coversAny(transaction, customerId)),
      sendsMails: settings.isSending,
    },
    lastTest: await presentTest(transaction, customerId, tests, isStaff),
    nextTestAt: nextTestAt(tests, now)?.toISOString() ?? null,
  }
}

export async function getIncidentContacts(context: CallContext, customerId: string, parts: ContactMailParts): Promise<IncidentContacts> {
  await requireContactKeeper(context, customerId)
  return workForAllCustomers({ pool: parts.worker }, (transaction) => present(transaction, context, customerId, parts))
}

const tidy = (contact: NewIncidentContact): NewIncidentContact => ({
  ...contact,
  address: contact.userId === '' ? contact.address.trim().toLowerCase() : '',
})

function refuseWrong(
  contacts: readonly NewIncidentContact[],
  people: readonly { userId: string }[],
  known: readonly StoredContact[],
): void {
  const ids = new Set([...people, ...known].map(({ userId }) => userId))
  const seen = new Set<string>()
  for (const [index, { userId, address }] of contacts.entries()) {
    const field = `contacts.${index}.${userId ? 'userId' : 'address'}`
    if (userId && !ids.has(userId)) throw Invalid.field(field, 'Choose someone of the customer.', 'incident_contacts.person_unknown')
    if (!userId && !(emailPattern.test(address) && isPlainAddress(address)))
      throw Invalid.field(field, 'Write the whole address, such as anna@example.com.', 'incident_contacts.address_wrong')
    if (seen.has(userId || address)) throw Invalid.field(field, 'This contact is in the list already.', 'incident_contacts.twice')
    seen.add(userId || address)
  }
}

/** Asks the owners of addresses outside whether they want the mails. */
async function askOwners(
  transaction: Transaction,
  customerId: string,
  added: readonly string[],
  { settings }: ContactMailParts,
  now: Date,
): Promise<void> {
  if (added.length === 0) return
  await waitForPlanningLock(transaction)
  for (const address of await resolveAddresses(transaction, customerId, added, now))
    if (address.problem === 'unconfirmed') await askForConfirmation(transaction, customerId, address, { settings, now })
}

const recorded = (contacts: readonly NewIncidentContact[]) =>
  contacts.map(({ userId, address, fromSeverity, hours, language }) => ({ userId, address, fromSeverity, hours, language }))

/** The audit log keeps who was told before, so that it can be written back. */
export async function saveIncidentContacts(
  context: CallContext,
  customerId: string,
  wanted: { contacts: NewIncidentContact[]; version: number },
  parts: ContactMailParts,
): Promise<IncidentContacts> {
  await requireContactKeeper(context, customerId)
  return workForAllCustomers({ pool: parts.worker }, async (transaction) => {
    const { version } = await lockContactList(transaction, customerId)
    if (version !== wanted.version)
      throw Conflict.field('version', 'Someone else changed these contacts. Reload them and try again.', 'incident_contacts.changed')
    const before = await readStoredContacts(transaction, customerId)
    const after = wanted.contacts.map(tidy)
    refuseWrong(after, await readChoosable(transaction, customerId), before)
    const kept = after.map((contact, position) => ({ ...contact, position, stopKey: randomBytes(32) }))
    await replaceContacts(transaction, customerId, kept)
    await raiseVersion(transaction, customerId)
    const known = new Set(before.map(({ address }) => address))
    const added = after.flatMap(({ address }) => (address && !known.has(address) ? [address] : []))
    await askOwners(transaction, customerId, added, parts, context.now)
    const details = { before: recorded(before), after: recorded(after) }
    await recordAction(transaction, context, customerId, { action: 'incident-contacts.save', target: customerId, details })
    return present(transaction, context, customerId, parts)
  })
}
