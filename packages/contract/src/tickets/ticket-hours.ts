import { operation } from '@vakt/contract/operation.ts'
import { moment, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

import { hourTypes } from './ticket-filters.ts'

export { type HourType, hourTypes } from './ticket-filters.ts'

const entryFields = {
  note: Type.String({ pattern: '\\S', maxLength: 2000, messages: { pattern: 'ticket.hours.note_empty' } }),
  minutes: Type.Integer({ minimum: 1, maximum: 10_080, messages: { minimum: 'ticket.hours.minutes', maximum: 'ticket.hours.minutes' } }),
  /** The day on which the work was done. */
  date: Type.String({ format: 'date', messages: { format: 'ticket.hours.date' } }),
  hourType: oneOf(hourTypes, { default: 'normal' }),
  billable: Type.Boolean({ default: true }),
}

export const HoursEntry = object({
  entryId: Type.String(),
  ...entryFields,
  author: Type.String(),
  version: Type.Integer(),
  created: moment(),
})
export type HoursEntry = Static<typeof HoursEntry>

/** In minutes. */
const sum = { billable: Type.Integer(), nonBillable: Type.Integer() }

export const HoursTotals = object({
  ...sum,
  byType: Type.Array(object({ hourType: oneOf(hourTypes), ...sum })),
})
export type HoursTotals = Static<typeof HoursTotals>

/** Registered time: the entries by date, and their totals. */
export const TicketHours = object({ entries: Type.Array(HoursEntry), totals: HoursTotals })
export type TicketHours = Static<typeof TicketHours>

const hours = '/customer/:customerId/ticket/:ticketId/hours'

export const NewHours = object(entryFields)
export type NewHours = Static<typeof NewHours>

export const registerHours = operation({
  summary: 'Register time on a ticket',
  method: 'POST',
  path: hours,
  access: { staff: ['@feature.tickets.write'] },
  recordsItself: ['ticket.hours-add'],
  body: NewHours,
  result: object({ entryId: Type.String() }),
})

export const changeHours = operation({
  summary: 'Change registered time',
  method: 'PUT',
  path: `${hours}/:entryId`,
  access: { staff: ['@feature.tickets.write'] },
  recordsItself: ['ticket.hours-change'],
  body: object({ ...entryFields, version: Type.Integer({ description: 'The version of the entry that was seen' }) }),
})

export const removeHours = operation({
  summary: 'Take registered time away',
  method: 'DELETE',
  path: `${hours}/:entryId`,
  access: { staff: ['@feature.tickets.write'] },
  recordsItself: ['ticket.hours-remove'],
})
