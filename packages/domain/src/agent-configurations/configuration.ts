import type { AgentConfigurationContent, AgentConfigurationType } from '@vakt/contract/agents/agent-configurations.ts'
import { agentSilentMinutes } from '@vakt/contract/agents/agent-limits.ts'

/** What an agent watches that nobody has configured: nothing besides the machine itself. */
export const emptyConfiguration: AgentConfigurationContent = {
  monitoredServices: [],
  ignoredServices: [],
  urls: [],
  ignoredWebsites: [],
  ignoredAppPools: [],
  folders: [],
  eventLogQueries: [],
}

/** Which fields an edit page holds. */
export const fieldsOfType: Record<AgentConfigurationType, readonly (keyof AgentConfigurationContent)[]> = {
  services: ['monitoredServices', 'ignoredServices'],
  urls: ['urls'],
  iis: ['ignoredWebsites', 'ignoredAppPools'],
  folders: ['folders'],
  'event-log': ['eventLogQueries'],
}

/** After this an agent that has not applied what is desired counts as late. */
export const lateAfterMs = 20 * 60_000
const silentAfterMs = agentSilentMinutes * 60_000

export type AgentConfigurationState = 'no_agent' | 'ended' | 'silent' | 'failed' | 'late' | 'waiting' | 'applied'

type Known = {
  version: number
  changedAt: string | null
  report: { lastContactAt: string; appliedVersion: number; failedVersion: number | null } | null
  agentEndedAt: string | null
}

/** How far the desired version has come; `now` in milliseconds since 1970. */
export function stateOfConfiguration({ version, changedAt, report, agentEndedAt }: Known, now: number): AgentConfigurationState {
  if (!report) return 'no_agent'
  if (agentEndedAt !== null) return 'ended'
  if (now - Date.parse(report.lastContactAt) > silentAfterMs) return 'silent'
  // Before the first change there is nothing to apply.
  if (version === 0 || report.appliedVersion === version) return 'applied'
  if (report.failedVersion === version) return 'failed'
  return changedAt !== null && now - Date.parse(changedAt) > lateAfterMs ? 'late' : 'waiting'
}

/** One entry of a configuration that came, went or changed from one version to the next. */
export type ConfigurationChange = { field: keyof AgentConfigurationContent; added: string[]; removed: string[] }

/** In which an entry is read; what comes from the database has its own order. */
const readingOrder = [
  ...['name', 'url', 'httpMethod', 'intervalInMinutes', 'responseBodyShouldContainRegex'],
  ...['folderPath', 'fileMask', 'queryName', 'logName', 'level', 'eventID', 'sourceRegexString', 'regexString'],
]

/** An entry of a configuration as one line. */
export const writeEntry = (entry: AgentConfigurationContent[keyof AgentConfigurationContent][number]): string =>
  typeof entry === 'string'
    ? entry
    : readingOrder
        .map((name) => (entry as Record<string, unknown>)[name])
        .filter((value) => value !== '' && value !== null && value !== undefined)
        .join(' · ')

/** What a version says otherwise than the one before: by field, each entry written as one line. An entry that changed is removed and added. */
export function differencesBetween(before: AgentConfigurationContent, after: AgentConfigurationContent): ConfigurationChange[] {
  const fields = Object.keys(emptyConfiguration) as (keyof AgentConfigurationContent)[]
  return fields.flatMap((field) => {
    const [were, are] = [before[field].map(writeEntry), after[field].map(writeEntry)]
    const added = are.filter((entry) => !were.includes(entry))
    const removed = were.filter((entry) => !are.includes(entry))
    return added.length + removed.length > 0 ? [{ field, added, removed }] : []
  })
}
