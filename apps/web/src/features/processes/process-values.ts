import type { ActionOf, ActionType, ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { NewProcess, Process } from '@vakt/contract/processes/processes.ts'
import type { TicketStatus } from '@vakt/contract/tickets/ticket-filters.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { phoneNumberOfSchedule, scheduleOf } from '@vakt/domain/processes/action-values.ts'

export type Named = { entityId: string; name: string }

/** A step as the form holds it: the parameters of every kind side by side, of which those of its own kind are shown. */
export type StepValues = {
  type: ActionType
  to: string
  subject: string
  body: string
  includeTicketInformation: boolean
  reach: 'number' | 'schedule'
  phoneNumber: string
  scheduleId: string
  message: string
  chatDestinationId: string
  startHour: number | ''
  endHour: number | ''
  timeZone: string
  useFullDayOnWeekends: boolean
  language: Language
  ticketStatus: TicketStatus
  ticketNote: string
  assigneeGroup: string
  delayInMinutes: number | null
  completeActionIfIncidentIsResolved: boolean
  serviceNames: string
  websiteNames: string
  appPoolNames: string
  unitNames: string
  ticketPriority: number
  tag: string
}

/** A process as the form holds it. A rule of another source stands among the rules as `name:` and its name. */
export type ProcessValues = {
  name: string
  description: string
  rules: 'all' | 'chosen'
  alertRuleIds: string[]
  cover: 'entity' | 'filter'
  filterType: string[]
  filterResourceGroup: string[]
  filterTag: string[]
  actions: StepValues[]
}

const external = 'name:'
export const externalRule = (name: string): string => external + name

export function newStep(type: ActionType, { timeZone, language }: { timeZone: string; language: Language }): StepValues {
  return {
    ...{
      type,
      to: '',
      subject: '',
      body: '',
      includeTicketInformation: true,
      reach: 'number',
      phoneNumber: '',
      scheduleId: '',
      message: '',
      chatDestinationId: '',
    },
    ...{ startHour: 8, endHour: 17, timeZone, useFullDayOnWeekends: false, language, ticketStatus: 'in_progress', ticketNote: '' },
    ...{ assigneeGroup: '', delayInMinutes: 5, completeActionIfIncidentIsResolved: true, serviceNames: '', websiteNames: '' },
    ...{ appPoolNames: '', unitNames: '', ticketPriority: 1, tag: '' },
  }
}

export function stepOf(action: ProcessAction, empty: { timeZone: string; language: Language }): StepValues {
  const scheduleId = 'phoneNumber' in action ? scheduleOf(action.phoneNumber) : null
  const reach = scheduleId === null ? {} : ({ reach: 'schedule', scheduleId, phoneNumber: '' } as const)
  return { ...newStep(action.type, empty), ...action, ...reach }
}

const phoneNumberOf = ({ reach, phoneNumber = '', scheduleId = '' }: Partial<StepValues>) =>
  reach === 'schedule' ? (scheduleId ? phoneNumberOfSchedule(scheduleId) : '') : phoneNumber

type Builders = { [Kind in ActionType]: (step: Partial<StepValues>) => ActionOf<Kind> }
const hour = (value: number | '' | undefined, otherwise: number) => (typeof value === 'number' ? value : otherwise)

const builders: Builders = {
  email: ({ to = '', subject = '', body = '', includeTicketInformation = false }) => ({
    type: 'email',
    to,
    subject,
    body,
    includeTicketInformation,
  }),
  voice_call: (step) => ({
    ...{ type: 'voice_call', phoneNumber: phoneNumberOf(step), message: step.message ?? '' },
    ...{ startHour: hour(step.startHour, 0), endHour: hour(step.endHour, 24), timeZone: step.timeZone ?? '' },
    ...{ useFullDayOnWeekends: step.useFullDayOnWeekends ?? false, language: step.language ?? 'en' },
  }),
  update_ticket_status: ({ ticketStatus = 'in_progress', ticketNote = '' }) => ({ type: 'update_ticket_status', ticketStatus, ticketNote }),
  update_assignee_group: ({ assigneeGroup = '' }) => ({ type: 'update_assignee_group', assigneeGroup }),
  delay: ({ delayInMinutes, completeActionIfIncidentIsResolved = false }) => ({
    ...{ type: 'delay', delayInMinutes: delayInMinutes ?? 0, completeActionIfIncidentIsResolved },
  }),
  check_alerting: () => ({ type: 'check_alerting' }),
  start_windows_service: ({ serviceNames = '' }) => ({ type: 'start_windows_service', serviceNames }),
  start_iis_website: ({ websiteNames = '' }) => ({ type: 'start_iis_website', websiteNames }),
  start_iis_app_pool: ({ appPoolNames = '' }) => ({ type: 'start_iis_app_pool', appPoolNames }),
  restart_iis_app_pool: ({ appPoolNames = '' }) => ({ type: 'restart_iis_app_pool', appPoolNames }),
  update_ticket_priority: ({ ticketPriority = 1, ticketNote = '' }) => ({ type: 'update_ticket_priority', ticketPriority, ticketNote }),
  tag_ticket: ({ tag = '', ticketNote = '' }) => ({ type: 'tag_ticket', tag, ticketNote }),
  sms: (step) => ({ type: 'sms', phoneNumber: phoneNumberOf(step), message: step.message ?? '' }),
  teams: ({ chatDestinationId = '', message = '' }) => ({ type: 'teams', chatDestinationId, message }),
  slack: ({ chatDestinationId = '', message = '' }) => ({ type: 'slack', chatDestinationId, message }),
  restart_systemd_unit: ({ unitNames = '' }) => ({ type: 'restart_systemd_unit', unitNames }),
}

/** The step as the contract has it. What is hidden in the form may be absent. */
export const actionOf = (step: Partial<StepValues> & Pick<StepValues, 'type'>): ProcessAction => builders[step.type](step)

export function valuesOf(process: NewProcess, empty: { timeZone: string; language: Language }): ProcessValues {
  return {
    name: process.name,
    description: process.description,
    rules: process.applyToAllAlertRules ? 'all' : 'chosen',
    alertRuleIds: [...process.alertRuleIds, ...process.externalRules.map(externalRule)],
    cover: process.filter ? 'filter' : 'entity',
    filterType: process.filter?.type ?? [],
    filterResourceGroup: process.filter?.resourceGroup ?? [],
    filterTag: process.filter?.tag ?? [],
    actions: process.actions.map((action) => stepOf(action, empty)),
  }
}

/** What the form does not show stays as it was. */
type Kept = { entityId: string | null; before: Pick<Process, 'enabled' | 'excludedEntityIds'> | null }

export function processOf(values: Partial<ProcessValues>, { entityId, before }: Kept): NewProcess {
  const isFilter = values.cover === 'filter' || entityId === null
  const isForAll = values.rules !== 'chosen'
  const chosen = isForAll ? [] : (values.alertRuleIds ?? [])
  return {
    name: values.name ?? '',
    description: values.description ?? '',
    enabled: before?.enabled ?? true,
    entityId: isFilter ? null : entityId,
    filter: isFilter
      ? { type: values.filterType ?? [], resourceGroup: values.filterResourceGroup ?? [], tag: values.filterTag ?? [] }
      : null,
    excludedEntityIds: isFilter ? (before?.excludedEntityIds ?? []) : [],
    applyToAllAlertRules: isForAll,
    alertRuleIds: chosen.filter((one) => !one.startsWith(external)),
    externalRules: chosen.filter((one) => one.startsWith(external)).map((one) => one.slice(external.length)),
    actions: (values.actions ?? []).map(actionOf),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that someone else changed while the form was open. */
export const findChanged = (base: ProcessValues, latest: ProcessValues): (keyof ProcessValues)[] =>
  (Object.keys(latest) as (keyof ProcessValues)[]).filter((name) => !isSame(base[name], latest[name]))

/** Their values for the fields that the form left as they were; `mine` for the others. */
export function mergeValues(base: ProcessValues, latest: ProcessValues, mine: Partial<ProcessValues>): ProcessValues {
  const changed = Object.entries(mine).filter(([name, value]) => !isSame(base[name as keyof ProcessValues], value))
  return { ...latest, ...Object.fromEntries(changed) }
}
