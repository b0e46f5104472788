import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

export const serviceClocks = ['first_response', 'next_update', 'resolution'] as const
export type ServiceClock = (typeof serviceClocks)[number]
export const clockStates = ['running', 'paused', 'met', 'missed'] as const

/** A clock of a ticket, as it stood when it was asked for. */
export const ServiceLevel = object({
  clock: oneOf(serviceClocks),
  /** Paused while the ticket waits for the customer. `missed` is late; met or missed for good once `isEnded`. */
  state: oneOf(clockStates),
  isEnded: Type.Boolean(),
  /** When the time is up, or was; null while paused with time left, and once met. */
  dueAt: nullable(moment()),
  /** Minutes of the calendar's open time, below zero when late. */
  minutesLeft: Type.Integer(),
  targetMinutes: Type.Integer(),
  calendar: Type.String(),
  asOf: moment(),
  /** The open period in which the minutes count down, now or next; without an end always. Both null: they do not count. */
  countsFrom: nullable(moment()),
  countsTo: nullable(moment()),
})
export type ServiceLevel = Static<typeof ServiceLevel>

const timeOfDay = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', messages: { pattern: 'service_levels.time' } })
const OpeningHours = object({ opens: timeOfDay, closes: timeOfDay })
export type OpeningHours = Static<typeof OpeningHours>
const openingHours = nullable(OpeningHours)

export const holidayRules = ['none', 'sweden', 'sweden_with_eves'] as const

const calendarFields = {
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'service_levels.name_empty' } }),
  /** Of IANA, such as Europe/Stockholm. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
  /** Around the clock; hours, holidays and closed days then count for nothing. */
  alwaysOpen: Type.Boolean(),
  /** From Monday on; null: closed. */
  week: Type.Array(openingHours, { minItems: 7, maxItems: 7 }),
  holidays: oneOf(holidayRules),
  closedDays: Type.Array(Type.String({ format: 'date' }), { maxItems: 400 }),
}

export const NewBusinessCalendar = object(calendarFields)
export type NewBusinessCalendar = Static<typeof NewBusinessCalendar>

const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

export const StoredBusinessCalendar = object({
  calendarId: Type.String(),
  ...calendarFields,
  /** How many lines of targets use it, and whether a ticket ever did. */
  usedBy: Type.Integer(),
  isUsed: Type.Boolean(),
  version,
})
export type StoredBusinessCalendar = Static<typeof StoredBusinessCalendar>

export const listBusinessCalendars = operation({
  summary: 'The calendars by which the time of service levels is counted',
  method: 'GET',
  path: '/admin/service-level/calendar',
  access: 'global-admin',
  result: Type.Array(StoredBusinessCalendar),
})

export const createBusinessCalendar = operation({
  summary: 'Add a calendar',
  method: 'POST',
  path: '/admin/service-level/calendar',
  access: 'global-admin',
  announces: { content: ['service-levels'], to: 'staff' },
  recordsItself: ['service-level.calendar-create'],
  body: NewBusinessCalendar,
  result: StoredBusinessCalendar,
})

export const saveBusinessCalendar = operation({
  summary: 'Change a calendar; open tickets are recalculated',
  method: 'PUT',
  path: '/admin/service-level/calendar/:calendarId',
  access: 'global-admin',
  announces: { content: ['service-levels'], to: 'staff' },
  recordsItself: ['service-level.calendar-change'],
  body: object({ ...calendarFields, version }),
  result: StoredBusinessCalendar,
})

export const removeBusinessCalendar = operation({
  summary: 'Remove a calendar that was never used',
  method: 'DELETE',
  path: '/admin/service-level/calendar/:calendarId',
  access: 'global-admin',
  announces: { content: ['service-levels'], to: 'staff' },
  recordsItself: ['service-level.calendar-remove'],
})

const promised = nullable(Type.Integer({ minimum: 1, maximum: 525_600 }))

/** What is promised for a priority, in minutes of the calendar's open time; null: nothing. */
export const ServiceTarget = object({
  priority: Type.Integer({ minimum: 1, maximum: 5 }),
  calendarId: Type.String({ format: 'uuid' }),
  firstResponseMinutes: promised,
  nextUpdateMinutes: promised,
  resolutionMinutes: promised,
  /** When so much of the time has passed, those who work on the ticket are warned; 100: only when it is up. */
  warnAtPercent: Type.Integer({ minimum: 1, maximum: 100 }),
})
export type ServiceTarget = Static<typeof ServiceTarget>

const ServiceTargets = object({ targets: Type.Array(ServiceTarget, { maxItems: 5 }), version })
export type ServiceTargets = Static<typeof ServiceTargets>

export const getServiceTargets = operation({
  summary: 'What is promised to every customer that has nothing of its own',
  method: 'GET',
  path: '/admin/service-level',
  access: 'global-admin',
  result: ServiceTargets,
})

export const saveServiceTargets = operation({
  summary: 'Set what is promised to every customer that has nothing of its own; open tickets are recalculated',
  method: 'PUT',
  path: '/admin/service-level',
  access: 'global-admin',
  announces: { content: ['service-levels'], to: 'staff' },
  recordsItself: ['service-level.targets'],
  body: ServiceTargets,
  result: ServiceTargets,
})

export const getCustomerServiceTargets = operation({
  summary: 'What is promised to this customer instead, for the priorities that differ',
  method: 'GET',
  path: '/admin/customer/:customerId/service-level',
  access: 'global-admin',
  result: ServiceTargets,
})

export const saveCustomerServiceTargets = operation({
  summary: 'Set what is promised to this customer instead; its open tickets are recalculated',
  method: 'PUT',
  path: '/admin/customer/:customerId/service-level',
  access: 'global-admin',
  announces: { content: ['service-levels'], to: 'staff' },
  recordsItself: ['service-level.targets'],
  body: ServiceTargets,
  result: ServiceTargets,
})
