import type { ActionOf, ActionType, ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { TicketStatus } from '@vakt/contract/tickets/ticket-filters.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { scheduleOf, splitCommas, splitSemicolons } from './action-values.ts'

type Words = { [Kind in ActionType]: (action: ActionOf<Kind>, names: NamesById) => string }
/** Names of on-call schedules and of channels of chats by id, of those that the reader may know. */
export type NamesById = Readonly<Record<string, string>>

const statuses: Record<Language, Record<TicketStatus, string>> = {
  en: { new: 'New', in_progress: 'In progress', waiting_for_customer: 'Waiting for customer', resolved: 'Resolved', closed: 'Closed' },
  sv: { new: 'Nytt', in_progress: 'Pågår', waiting_for_customer: 'Väntar på kund', resolved: 'Löst', closed: 'Stängt' },
}
const priorities: Record<Language, readonly string[]> = {
  en: ['critical', 'high', 'medium', 'low', 'planning'],
  sv: ['kritisk', 'hög', 'medel', 'låg', 'planering'],
}
const units: Record<Language, (minutes: number) => string> = {
  en: (minutes) => {
    if (minutes > 0 && minutes % 1440 === 0) return minutes === 1440 ? '1 day' : `${minutes / 1440} days`
    return minutes > 0 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
  },
  sv: (minutes) => {
    if (minutes > 0 && minutes % 1440 === 0) return minutes === 1440 ? '1 dygn' : `${minutes / 1440} dygn`
    return minutes > 0 && minutes % 60 === 0 ? `${minutes / 60} tim` : `${minutes} min`
  },
}

/** Up to three of them, then how many more. */
const few = (values: readonly string[]): string => values.slice(0, 3).join(', ') + (values.length > 3 ? ` +${values.length - 3}` : '')

const recipient =
  (onCall: string) =>
  (phoneNumber: string, names: NamesById): string => {
    const scheduleId = scheduleOf(phoneNumber)
    if (scheduleId === null) return phoneNumber || '…'
    const name = names[scheduleId]
    return name === undefined ? onCall : `${onCall} ${name}`
  }
const toEnglish = recipient('on call')
const toSwedish = recipient('jouren')
const channel = (id: string, names: NamesById) => (id === '' ? ': …' : names[id] === undefined ? '' : `: ${names[id]}`)
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const hoursOf = ({ startHour, endHour }: ActionOf<'voice_call'>) =>
  startHour === endHour || (startHour === 0 && endHour === 24) ? null : `${clock(startHour)}–${clock(endHour)}`
const list = (text: string) => few(splitCommas(text)) || '…'
const group = (name: string) => name.trim() || '…'

const words: Record<Language, Words> = {
  en: {
    email: ({ to }) => `Email ${few(splitSemicolons(to)) || '…'}`,
    voice_call: (action, names) => {
      const hours = hoursOf(action)
      return `Call ${toEnglish(action.phoneNumber, names)}${hours ? `, ${hours}` : ''}`
    },
    update_ticket_status: ({ ticketStatus }) => `Set the ticket’s status to ${statuses.en[ticketStatus]}`,
    update_assignee_group: ({ assigneeGroup }) => `Assign the ticket to ${group(assigneeGroup)}`,
    delay: ({ delayInMinutes, completeActionIfIncidentIsResolved: completes }) =>
      `Wait ${units.en(delayInMinutes)}${completes ? '; end if the incident is resolved' : ''}`,
    check_alerting: () => 'Still alerting? Otherwise end',
    start_windows_service: ({ serviceNames }) => `Start Windows service ${list(serviceNames)}`,
    start_iis_website: ({ websiteNames }) => `Start IIS website ${list(websiteNames)}`,
    start_iis_app_pool: ({ appPoolNames }) => `Start IIS app pool ${list(appPoolNames)}`,
    restart_iis_app_pool: ({ appPoolNames }) => `Restart IIS app pool ${list(appPoolNames)}`,
    update_ticket_priority: ({ ticketPriority }) => `Set the ticket’s priority to ${priorities.en[ticketPriority - 1]}`,
    tag_ticket: ({ tag }) => `Tag the ticket with ${few(splitSemicolons(tag)) || '…'}`,
    sms: ({ phoneNumber }, names) => `SMS to ${toEnglish(phoneNumber, names)}`,
    teams: ({ chatDestinationId }, names) => `Post to Microsoft Teams${channel(chatDestinationId, names)}`,
    slack: ({ chatDestinationId }, names) => `Post to Slack${channel(chatDestinationId, names)}`,
    restart_systemd_unit: ({ unitNames }) => `Restart systemd unit ${list(unitNames)}`,
  },
  sv: {
    email: ({ to }) => `Mejla ${few(splitSemicolons(to)) || '…'}`,
    voice_call: (action, names) => {
      const hours = hoursOf(action)
      return `Ring ${toSwedish(action.phoneNumber, names)}${hours ? `, ${hours}` : ''}`
    },
    update_ticket_status: ({ ticketStatus }) => `Sätt ärendets status till ${statuses.sv[ticketStatus]}`,
    update_assignee_group: ({ assigneeGroup }) => `Tilldela ärendet till ${group(assigneeGroup)}`,
    delay: ({ delayInMinutes, completeActionIfIncidentIsResolved: completes }) =>
      `Vänta ${units.sv(delayInMinutes)}${completes ? '; avsluta om incidenten är löst' : ''}`,
    check_alerting: () => 'Larmar det fortfarande? Avsluta annars',
    start_windows_service: ({ serviceNames }) => `Starta Windowstjänsten ${list(serviceNames)}`,
    start_iis_website: ({ websiteNames }) => `Starta IIS-webbplatsen ${list(websiteNames)}`,
    start_iis_app_pool: ({ appPoolNames }) => `Starta IIS-programpoolen ${list(appPoolNames)}`,
    restart_iis_app_pool: ({ appPoolNames }) => `Starta om IIS-programpoolen ${list(appPoolNames)}`,
    update_ticket_priority: ({ ticketPriority }) => `Sätt ärendets prioritet till ${priorities.sv[ticketPriority - 1]}`,
    tag_ticket: ({ tag }) => `Tagga ärendet med ${few(splitSemicolons(tag)) || '…'}`,
    sms: ({ phoneNumber }, names) => `Sms till ${toSwedish(phoneNumber, names)}`,
    teams: ({ chatDestinationId }, names) => `Skriv i Microsoft Teams${channel(chatDestinationId, names)}`,
    slack: ({ chatDestinationId }, names) => `Skriv i Slack${channel(chatDestinationId, names)}`,
    restart_systemd_unit: ({ unitNames }) => `Starta om systemd-enheten ${list(unitNames)}`,
  },
}

/** What a step does, in one sentence without a full stop. Schedules whose name is not given are *on call*; channels have their service alone. */
export function describeAction(action: ProcessAction, language: Language, names: NamesById = {}): string {
  const describe = words[language][action.type] as (one: ProcessAction, names: NamesById) => string
  return describe(action, names)
}

/** A value that a step changes from or to, in the words of `describeAction`: statuses and priorities of tickets. */
export function describeValue(type: ActionType, value: string, language: Language): string {
  if (type === 'update_ticket_status') return statuses[language][value as TicketStatus] ?? value
  return type === 'update_ticket_priority' ? (priorities[language][Number(value) - 1] ?? value) : value
}

/** The text that a step sends or writes, with its placeholders as they were typed; null where it has none. */
export function textOf(action: ProcessAction): string | null {
  if (action.type === 'email') return `${action.subject}\n${action.body}`
  if ('message' in action) return action.message
  return 'ticketNote' in action && action.ticketNote.trim() !== '' ? action.ticketNote : null
}
