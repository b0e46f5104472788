import { object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { ticketStatuses } from '@vakt/contract/tickets/ticket-filters.ts'
import { languages } from '@vakt/contract/users/session.ts'

export const actionLimits = {
  addresses: 4000,
  subject: 250,
  body: 20_000,
  message: 1000,
  note: 10_000,
  names: 2000,
  /** 30 days. */
  delayInMinutes: 43_200,
} as const

const kind = <const Word extends string>(word: Word) => oneOf([word])
const text = (maxLength: number, description?: string) => Type.String({ maxLength, ...(description && { description }) })
const phoneNumber = text(64, 'E.164 such as `+46701234567`, or `schedule:` and the id of an on-call schedule: the person on call then')
const ticketNote = text(actionLimits.note, 'A comment on the ticket')
const chatDestinationId = text(36, 'A channel of the customer’s chat destinations')
const hour = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const names = (what: string) => text(actionLimits.names, `Names of ${what}, separated by commas`)

/**
 * One step of a process. Texts may hold placeholders such as `{resource}`. What must be filled in is decided by `checkActions` of the domain, so that
 * each problem names its field.
 */
export const ProcessAction = Type.Union([
  object({
    type: kind('email'),
    to: text(actionLimits.addresses, 'Addresses separated by semicolons'),
    subject: oneLine({ maxLength: actionLimits.subject }),
    body: text(actionLimits.body),
    includeTicketInformation: Type.Boolean(),
  }),
  object({
    type: kind('voice_call'),
    phoneNumber,
    message: text(actionLimits.message),
    /** Calls are made between the two hours, over midnight where the start is the later one; the same twice is the whole day. */
    startHour: hour(0, 23),
    endHour: hour(0, 24),
    timeZone: text(64),
    useFullDayOnWeekends: Type.Boolean(),
    language: oneOf(languages),
  }),
  object({ type: kind('update_ticket_status'), ticketStatus: oneOf(ticketStatuses), ticketNote }),
  object({ type: kind('update_assignee_group'), assigneeGroup: oneLine({ maxLength: 100 }) }),
  object({
    type: kind('delay'),
    delayInMinutes: Type.Integer({ minimum: 0, maximum: actionLimits.delayInMinutes }),
    completeActionIfIncidentIsResolved: Type.Boolean(),
  }),
  object({ type: kind('check_alerting') }),
  object({ type: kind('start_windows_service'), serviceNames: names('Windows services') }),
  object({ type: kind('start_iis_website'), websiteNames: names('IIS websites') }),
  object({ type: kind('start_iis_app_pool'), appPoolNames: names('IIS app pools') }),
  object({ type: kind('restart_iis_app_pool'), appPoolNames: names('IIS app pools') }),
  object({ type: kind('update_ticket_priority'), ticketPriority: Type.Integer({ minimum: 1, maximum: 5 }), ticketNote }),
  object({ type: kind('tag_ticket'), tag: text(actionLimits.names, 'Tags separated by semicolons'), ticketNote }),
  object({ type: kind('sms'), phoneNumber, message: text(actionLimits.message) }),
  object({ type: kind('teams'), chatDestinationId, message: text(actionLimits.message) }),
  object({ type: kind('slack'), chatDestinationId, message: text(actionLimits.message) }),
  object({ type: kind('restart_systemd_unit'), unitNames: names('systemd units') }),
])
export type ProcessAction = Static<typeof ProcessAction>
export type ActionType = ProcessAction['type']
export type ActionOf<Kind extends ActionType> = Extract<ProcessAction, { type: Kind }>
