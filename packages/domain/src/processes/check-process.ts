import type { ActionOf, ActionType, ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { type NewProcess, processLimits } from '@vakt/contract/processes/processes.ts'
import { emailPattern } from '@vakt/contract/schema.ts'
import { isCommandName } from '@vakt/domain/agents/agent-command.ts'
import { isTimeZone } from '@vakt/domain/time-zone.ts'
import { scheduleOf, splitCommas, splitSemicolons } from './action-values.ts'

export type ProcessProblem = { property: string; message: string; key: string }

type Checks = { [Kind in ActionType]: (action: ActionOf<Kind>) => (ProcessProblem | null)[] }

const problem = (property: string, message: string, key: string): ProcessProblem => ({ property, message, key: `process.${key}` })
const isBlank = (text: string) => text.trim() === ''
const e164 = /^\+[1-9]\d{6,14}$/
/** How many addresses, tags and names one step may hold. */
const mostValues = 50

const filled = (property: string, text: string, message: string, key: string) => (isBlank(text) ? problem(property, message, key) : null)

function checkAddresses(to: string): ProcessProblem | null {
  const addresses = splitSemicolons(to)
  if (addresses.length === 0) return problem('to', 'Enter at least one address.', 'to_empty')
  if (addresses.length > mostValues) return problem('to', 'At most 50 addresses.', 'to_many')
  const wrong = addresses.find((address) => !emailPattern.test(address))
  return wrong === undefined
    ? null
    : problem('to', 'Write addresses separated by semicolons, such as a@example.com; b@example.com.', 'to_wrong')
}

function checkNumber(phoneNumber: string): ProcessProblem | null {
  if (isBlank(phoneNumber)) return problem('phoneNumber', 'Enter a telephone number, or choose who is on call.', 'phone_empty')
  if (e164.test(phoneNumber) || scheduleOf(phoneNumber) !== null) return null
  return problem('phoneNumber', 'Write the number with its country, such as +46 70 123 45 67.', 'phone_wrong')
}

const namesMessage =
  'Separate names with commas. A name begins with a letter or digit, and holds only letters, digits, spaces and . _ @ $ ( ) -, at most 128 characters.'

function checkNames(property: string, text: string): (ProcessProblem | null)[] {
  const names = splitCommas(text)
  if (names.length === 0) return [problem(property, 'Enter at least one name.', 'names_empty')]
  if (names.length > mostValues) return [problem(property, 'At most 50 names.', 'names_many')]
  return [names.every(isCommandName) ? null : problem(property, namesMessage, 'names_wrong')]
}

const checkMessage = (message: string) => filled('message', message, 'The text cannot be empty.', 'message_empty')

const checkChat = ({ chatDestinationId, message }: ActionOf<'teams' | 'slack'>) => [
  filled('chatDestinationId', chatDestinationId, 'Choose a channel.', 'chat_empty'),
  checkMessage(message),
]

const checks: Checks = {
  email: ({ to, subject, body }) => [
    checkAddresses(to),
    filled('subject', subject, 'The subject cannot be empty.', 'subject_empty'),
    filled('body', body, 'The text cannot be empty.', 'message_empty'),
  ],
  voice_call: ({ phoneNumber, message, timeZone }) => [
    checkNumber(phoneNumber),
    checkMessage(message),
    isTimeZone(timeZone) ? null : problem('timeZone', 'Choose a time zone from the list.', 'time_zone'),
  ],
  update_ticket_status: ({ ticketNote }) => [filled('ticketNote', ticketNote, 'A comment is required.', 'note_empty')],
  update_assignee_group: ({ assigneeGroup }) => [filled('assigneeGroup', assigneeGroup, 'Enter the group.', 'group_empty')],
  delay: () => [],
  check_alerting: () => [],
  start_windows_service: ({ serviceNames }) => checkNames('serviceNames', serviceNames),
  start_iis_website: ({ websiteNames }) => checkNames('websiteNames', websiteNames),
  start_iis_app_pool: ({ appPoolNames }) => checkNames('appPoolNames', appPoolNames),
  restart_iis_app_pool: ({ appPoolNames }) => checkNames('appPoolNames', appPoolNames),
  update_ticket_priority: () => [],
  tag_ticket: ({ tag }) => {
    const tags = splitSemicolons(tag)
    if (tags.length === 0) return [problem('tag', 'Enter at least one tag.', 'tag_empty')]
    return [
      tags.length > mostValues || tags.some((one) => one.length > 64)
        ? problem('tag', 'At most 50 tags of at most 64 characters, separated by semicolons.', 'tag_long')
        : null,
    ]
  },
  sms: ({ phoneNumber, message }) => [checkNumber(phoneNumber), checkMessage(message)],
  teams: checkChat,
  slack: checkChat,
  restart_systemd_unit: ({ unitNames }) => checkNames('unitNames', unitNames),
}

/** What is wrong with one step, by the names of its parameters; empty where nothing is. */
export function checkAction(action: ProcessAction): ProcessProblem[] {
  const check = checks[action.type] as (one: ProcessAction) => (ProcessProblem | null)[]
  return check(action).filter((one) => one !== null)
}

/** What is wrong with the steps; `actions.3.phoneNumber` is of the fourth one. */
export function checkActions(actions: readonly ProcessAction[]): ProcessProblem[] {
  if (actions.length === 0) return [problem('actions', 'Add at least one action.', 'actions_empty')]
  return actions.flatMap((action, index) => checkAction(action).map((one) => ({ ...one, property: `actions.${index}.${one.property}` })))
}

/** What is wrong with a process beyond the shapes of the contract; empty where nothing is. */
export function checkProcess(process: NewProcess): ProcessProblem[] {
  const { name, entityId, filter, applyToAllAlertRules, alertRuleIds, externalRules, actions } = process
  const chosen = alertRuleIds.length + externalRules.length
  return [
    filled('name', name, 'The name cannot be empty.', 'name_empty'),
    (entityId === null) === (filter === null) ? problem('entityId', 'Choose one resource, or a filter.', 'cover_empty') : null,
    applyToAllAlertRules || chosen > 0 ? null : problem('alertRuleIds', 'Choose at least one alert rule, or all.', 'rules_empty'),
    chosen > processLimits.rules ? problem('alertRuleIds', 'At most 200 alert rules.', 'rules_many') : null,
    ...checkActions(actions),
  ].filter((one) => one !== null)
}
