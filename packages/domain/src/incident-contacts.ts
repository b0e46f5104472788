import type { ContactHours } from '@vakt/contract/incidents/incident-contacts.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { BusinessClock } from './business-calendar.ts'
import { isAtLeast } from './severity.ts'
import { instantOf, wallTimeOf } from './time-zone.ts'

/** Where there are no contacts, administrators are told from this severity on, at any hour. */
export const administratorsFromSeverity: Severity = 'high'

/** One who can be told now: not disabled, not stopped, and confirmed where that is needed. */
export type UsableContact = { contactId: string; fromSeverity: Severity; hours: ContactHours }

/** An incident, at the moment by which hours go: in milliseconds since 1970. */
export type IncidentMoment = { severity: Severity; at: number }

type Contacts<Contact extends UsableContact> = {
  ofCustomer: readonly Contact[]
  ofProvider: readonly Contact[]
  /** Of the customer; opening hours are those of contacts of the provider too. */
  clock: BusinessClock
  /** From which severity on the provider's escalation policy pages for the customer; null: none does. */
  pagesFromSeverity: Severity | null
}

export type Told<Contact extends UsableContact> = {
  contacts: Contact[]
  /** Whether the administrators of the customer, or of the provider, are told in place of contacts. */
  administrators: boolean
  staffAdministrators: boolean
}

function isOpen(clock: BusinessClock, at: number): boolean {
  const period = clock.openPeriod(at)
  return period === null || period.from <= at
}

function isTold({ fromSeverity, hours }: UsableContact, { severity, at }: IncidentMoment, clock: BusinessClock): boolean {
  if (!isAtLeast(severity, fromSeverity)) return false
  return hours === 'always' || (hours === 'business') === isOpen(clock, at)
}

/**
 * Who is told of an incident: contacts by severity and hours. Until a customer has any its administrators are, and until the provider has contacts,
 * or a policy that pages for this severity, its own administrators.
 */
export function whoIsTold<Contact extends UsableContact>(
  { ofCustomer, ofProvider, clock, pagesFromSeverity }: Contacts<Contact>,
  incident: IncidentMoment,
): Told<Contact> {
  const isSevere = isAtLeast(incident.severity, administratorsFromSeverity)
  const isPaged = pagesFromSeverity !== null && isAtLeast(incident.severity, pagesFromSeverity)
  return {
    contacts: [...ofCustomer, ...ofProvider].filter((contact) => isTold(contact, incident, clock)),
    administrators: ofCustomer.length === 0 && isSevere,
    staffAdministrators: ofProvider.length === 0 && isSevere && !isPaged,
  }
}

const hour = 3_600_000
const day = 24 * hour

/** The next 02:00 by the clocks of a time zone. */
export function nextNight(now: number, timeZone: string): number {
  const wall = wallTimeOf(now, timeZone)
  const today = Math.floor(wall / day) * day + 2 * hour
  const tonight = instantOf(today, timeZone)
  return tonight > now ? tonight : instantOf(today + day, timeZone)
}
