import type { ActionType, ProcessAction } from '@vakt/contract/processes/process-actions.ts'

const split = (text: string, separator: string): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** Addresses of a mail and tags: separated by semicolons, each once. */
export const splitSemicolons = (text: string): string[] => split(text, ';')

/** Names of services, websites, app pools and units: separated by commas, each once. */
export const splitCommas = (text: string): string[] => split(text, ',')

const schedulePrefix = 'schedule:'
const scheduleId = /^schedule:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The on-call schedule that stands in for a number, or null. */
export const scheduleOf = (phoneNumber: string): string | null =>
  scheduleId.test(phoneNumber) ? phoneNumber.slice(schedulePrefix.length) : null

export const phoneNumberOfSchedule = (id: string): string => `${schedulePrefix}${id}`

export const agentActions = [
  'start_windows_service',
  'start_iis_website',
  'start_iis_app_pool',
  'restart_iis_app_pool',
  'restart_systemd_unit',
] as const satisfies readonly ActionType[]
export type AgentAction = Extract<ProcessAction, { type: (typeof agentActions)[number] }>

/** Whether the agent on the resource carries it out. */
export const isAgentAction = (action: ProcessAction): action is AgentAction => (agentActions as readonly string[]).includes(action.type)

/** The services, websites, app pools or units that it names. */
export function namesOf(action: AgentAction): string[] {
  if (action.type === 'start_windows_service') return splitCommas(action.serviceNames)
  if (action.type === 'start_iis_website') return splitCommas(action.websiteNames)
  if (action.type === 'restart_systemd_unit') return splitCommas(action.unitNames)
  return splitCommas(action.appPoolNames)
}
