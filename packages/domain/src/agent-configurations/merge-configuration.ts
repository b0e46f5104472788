import type {
  AgentConfigurationContent,
  AgentConfigurationSource,
  AgentTemplatePart,
  ExcludedEntry,
} from '@vakt/contract/agents/agent-configurations.ts'
import { agentConfigurationLimits as limits } from '@vakt/contract/agents/agent-limits.ts'
import { emptyConfiguration } from './configuration.ts'

type Field = keyof AgentConfigurationContent
type Entry = AgentConfigurationContent[Field][number]

export const configurationFields = Object.keys(emptyConfiguration) as Field[]

/** By which an entry of a machine takes the place of that of a template. */
export function keyOfEntry(entry: Entry): string {
  if (typeof entry === 'string') return entry
  if ('url' in entry) return entry.name.trim().toLowerCase()
  if ('folderPath' in entry) return `${entry.folderPath}\n${entry.fileMask}`
  return entry.queryName.trim().toLowerCase()
}

/**
 * What a machine runs: its own entries, then those of its templates in their order. An entry with the key of an earlier one is replaced by it,
 * and one that the machine leaves out is not there. `sources` says so of each entry of a template.
 */
export function mergeConfiguration(
  own: AgentConfigurationContent,
  excluded: readonly ExcludedEntry[],
  parts: readonly AgentTemplatePart[],
): { content: AgentConfigurationContent; sources: AgentConfigurationSource[] } {
  const content = structuredClone(own) as Record<Field, Entry[]>
  const sources: AgentConfigurationSource[] = []
  for (const field of configurationFields) {
    const seen = new Set(own[field].map(keyOfEntry))
    const leftOut = new Set(excluded.filter((one) => one.field === field).map(({ key }) => key))
    for (const { templateId, name, content: given } of parts) {
      for (const entry of given[field]) {
        const key = keyOfEntry(entry)
        const use = leftOut.has(key) ? 'excluded' : seen.has(key) ? 'replaced' : 'used'
        sources.push({ field, key, templateId, templateName: name, use })
        if (use !== 'used') continue
        seen.add(key)
        content[field].push(entry)
      }
    }
  }
  return { content: content as AgentConfigurationContent, sources }
}

/** What templates add to a field of patterns or names, whatever the machine's own entries are; without those that it leaves out. */
export const namesOfTemplates = (sources: readonly AgentConfigurationSource[], field: Field): string[] => [
  ...new Set(sources.filter((one) => one.field === field && one.use !== 'excluded').map(({ key }) => key)),
]

const most: Record<Field, number> = {
  monitoredServices: limits.patterns,
  ignoredServices: limits.patterns,
  urls: limits.urls,
  ignoredWebsites: limits.names,
  ignoredAppPools: limits.names,
  folders: limits.folders,
  eventLogQueries: limits.queries,
}

/** The first field with more entries than an agent takes; undefined where all fit. */
export const overfullField = (content: AgentConfigurationContent): Field | undefined =>
  configurationFields.find((field) => content[field].length > most[field])
