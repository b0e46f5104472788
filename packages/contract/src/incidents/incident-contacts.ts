import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { severities } from '@vakt/contract/severity.ts'
import { languages } from '@vakt/contract/users/session.ts'

/** When a contact is told: at any time, or only while the customer's calendar is open, or only while it is closed. */
export const contactHours = ['always', 'business', 'outside'] as const
export type ContactHours = (typeof contactHours)[number]

export const incidentContactLimits = { contacts: 50, testsPerHour: 3 } as const

const severity = oneOf(severities)

export const NewIncidentContact = object({
  userId: Type.String({
    pattern: '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$',
    description: 'A user of the customer; empty: the address counts',
  }),
  /** The owner of an address outside the domains of the customer and the provider confirms it before the first mail. */
  address: Type.String({
    pattern: '^([^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+)?$',
    maxLength: 254,
    description: 'Of someone without an account; empty with a user',
    messages: { pattern: 'incident_contacts.address_wrong' },
  }),
  /** Of incidents from this severity on. */
  fromSeverity: severity,
  hours: oneOf(contactHours),
  /** Of what is sent to an address; a user has chosen their own. */
  language: oneOf(languages),
})
export type NewIncidentContact = Static<typeof NewIncidentContact>

export const contactStates = ['told', 'unconfirmed', 'stopped', 'disabled', 'not_allowed'] as const
export type ContactState = (typeof contactStates)[number]

const IncidentContact = object({
  ...NewIncidentContact.properties,
  /** Of the user, else the address. */
  name: Type.String(),
  /** `unconfirmed`: the address waits for its owner. `stopped`: its owner wants no more. `not_allowed`: the user may not see incidents. */
  state: oneOf(contactStates),
  /** Of these severities the user chose to get no mails. */
  declined: Type.Array(severity),
})
export type IncidentContact = Static<typeof IncidentContact>

const Person = object({ userId: Type.String(), name: Type.String(), email: Type.String() })

/** Who is told of an incident of one severity that opens at a moment. */
const ToldOf = object({
  severity,
  /** Of the customer, and addresses. */
  people: Type.Array(Type.String()),
  /** Of the provider; named for staff only. */
  staff: Type.Array(Type.String()),
  staffCount: Type.Integer(),
  /** By an escalation policy. `unmanned`: none of its steps reaches anyone at that moment, and all staff of the customer are mailed instead. */
  paging: oneOf(['none', 'paged', 'unmanned']),
  /** The on-call schedule or person that is paged first; for staff only. */
  paged: nullable(Type.String()),
  /** The schedules before it in which no one is on call at that moment; for staff only. */
  unmanned: Type.Array(Type.String()),
})
export type ToldOf = Static<typeof ToldOf>

export const contactTestStates = ['waiting', 'sent', 'failed', 'unknown', 'kept'] as const

const ContactTest = object({
  at: moment(),
  by: Type.String(),
  results: Type.Array(object({ name: Type.String(), state: oneOf(contactTestStates), answer: nullable(Type.String()) })),
})
export type ContactTest = Static<typeof ContactTest>

export const IncidentContacts = object({
  contacts: Type.Array(IncidentContact),
  /** Goes up with each change; one that was made from another version answers 409. */
  version: Type.Integer(),
  /** No contact can be told: the administrators of the customer are. */
  standsIn: Type.Boolean(),
  administrators: Type.Array(object({ name: Type.String(), declined: Type.Array(severity) })),
  /** Whom one can choose. */
  people: Type.Array(Person),
  /** By which `business` and `outside` go. `calendar` is null for Monday to Friday, 08:00 to 17:00, without Swedish holidays. */
  hours: object({ calendar: nullable(Type.String()), timeZone: Type.String() }),
  /** The next 02:00 of the customer's time zone. */
  atNight: object({
    at: moment(),
    told: Type.Array(ToldOf),
    /** Resources with a CloudOps service page in its hours alone, whatever the severity: for them `paging` does not hold. */
    byCloudOps: Type.Boolean(),
    /** False: no mail server is set up, and mails stay in the outbox. */
    sendsMails: Type.Boolean(),
  }),
  lastTest: nullable(ContactTest),
  /** When the next test can be sent; null: now. */
  nextTestAt: nullable(moment()),
})
export type IncidentContacts = Static<typeof IncidentContacts>

const ofCustomer = '/customer/:customerId/incident-contact' as const
/** Of the customer's people those who hold every feature that it has. */
const access = { staff: ['@feature.tickets.write'], andAdministrators: true } as const

export const getIncidentContacts = operation({
  summary: 'Who is mailed about incidents of a customer, who would be at 02:00, and the last test. For its administrators and staff',
  method: 'GET',
  path: ofCustomer,
  access,
  tokenAccess: null,
  result: IncidentContacts,
})

export const saveIncidentContacts = operation({
  summary: 'Set who is mailed about incidents of a customer. Without a contact its administrators are, of critical and high ones',
  method: 'PUT',
  path: ofCustomer,
  access,
  tokenAccess: null,
  announces: { content: ['incident-contacts', 'customer-checklist'], to: 'customer' },
  recordsItself: ['incident-contacts.save'],
  body: object({
    contacts: Type.Array(NewIncidentContact, { maxItems: incidentContactLimits.contacts }),
    version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  }),
  result: IncidentContacts,
})

export const testIncidentContacts = operation({
  summary: 'Send a test mail to everyone who would be mailed about a critical incident at 02:00; a few times an hour',
  method: 'POST',
  path: `${ofCustomer}/test`,
  access,
  tokenAccess: null,
  announces: { content: ['incident-contacts'], to: 'customer' },
  recordsItself: ['incident-contacts.test'],
  result: object({ sent: Type.Integer() }),
})

/** `as_set`: as the contacts of the customer say. */
export const incidentMailChoices = ['as_set', 'always', 'never'] as const
export type IncidentMailChoice = (typeof incidentMailChoices)[number]

const choice = oneOf(incidentMailChoices)
const choices = object({ critical: choice, high: choice, medium: choice, low: choice })
export type IncidentMailChoices = Static<typeof choices>

export const getIncidentMailChoices = operation({
  summary: 'Of which severities the user is mailed about incidents, and of which they would be without a choice',
  method: 'GET',
  path: '/incident-mail-choice',
  access: 'signed-in',
  result: object({ choices, asSet: Type.Array(severity) }),
})

export const saveIncidentMailChoices = operation({
  summary: 'Choose of which severities to be mailed about incidents. What one follows is mailed in any case',
  method: 'PUT',
  path: '/incident-mail-choice',
  access: 'signed-in',
  announces: { content: ['notifications', 'incident-contacts'], to: 'customer' },
  recordsItself: ['incident-mail.choose'],
  body: object({ choices }),
})
