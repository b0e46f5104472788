import {
  AgentConfigurationContent,
  type AgentConfigurationType,
  EventLogQuery,
  eventLevels,
  MonitoredFolder,
  MonitoredUrl,
  urlMethods,
} from '@vakt/contract/agents/agent-configurations.ts'
import { agentConfigurationLimits as limits } from '@vakt/contract/agents/agent-limits.ts'
import { fieldsOfType } from '@vakt/domain/agent-configurations/configuration.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { agentTexts } from './agent.texts.ts'
import { agentFormTexts } from './agent-form.texts.ts'

type UrlValues = Omit<MonitoredUrl, 'intervalInMinutes'> & { intervalInMinutes: number | '' }
type QueryValues = Omit<EventLogQuery, 'eventID'> & { eventID: number | '' }
export type AgentValues = Omit<AgentConfigurationContent, 'urls' | 'eventLogQueries'> & {
  urls: UrlValues[]
  eventLogQueries: QueryValues[]
}

const contract = fieldsOf(AgentConfigurationContent)
const urlContract = fieldsOf(MonitoredUrl)
const folderContract = fieldsOf(MonitoredFolder)
const queryContract = fieldsOf(EventLogQuery)

export const valuesOf = (content: AgentConfigurationContent): AgentValues => ({
  ...content,
  eventLogQueries: content.eventLogQueries.map((query) => ({ ...query, eventID: query.eventID ?? '' })),
})

/** What was configured, with what the form of this type holds instead. */
export function contentOf(before: AgentConfigurationContent, values: AgentValues, type: AgentConfigurationType): AgentConfigurationContent {
  const after: AgentConfigurationContent = {
    ...values,
    urls: (values.urls ?? []).map((url) => ({ ...url, intervalInMinutes: Number(url.intervalInMinutes) })),
    eventLogQueries: (values.eventLogQueries ?? []).map((query) => ({ ...query, eventID: query.eventID === '' ? null : query.eventID })),
  }
  return { ...before, ...Object.fromEntries(fieldsOfType[type].map((field) => [field, after[field]])) }
}

/** The fields of one kind of configuration, or of all. */
export function useAgentFields(type: AgentConfigurationType | 'all'): FieldDefinition<AgentValues>[] {
  const names = useTexts(agentTexts).fields
  const words = useTexts(agentFormTexts)
  return useMemo(() => {
    const urls: FieldDefinition<UrlValues, AgentValues>[] = [
      { ...urlContract.name, type: 'text', name: 'name', label: words.name, required: true },
      { ...urlContract.url, type: 'text', name: 'url', label: words.url, required: true, placeholder: 'https://' },
      { type: 'select', name: 'httpMethod', label: words.httpMethod, options: urlMethods.map((value) => ({ value, label: value })) },
      { type: 'number', name: 'intervalInMinutes', label: words.interval, required: true, min: 1, max: 1440 },
      {
        ...urlContract.responseBodyShouldContainRegex,
        type: 'text',
        name: 'responseBodyShouldContainRegex',
        label: words.bodyRegex,
        help: words.bodyRegexHelp,
        required: false,
      },
    ]
    const folders: FieldDefinition<MonitoredFolder, AgentValues>[] = [
      { ...folderContract.folderPath, type: 'text', name: 'folderPath', label: words.folderPath, required: true },
      { ...folderContract.fileMask, type: 'text', name: 'fileMask', label: words.fileMask, help: words.fileMaskHelp, required: true },
    ]
    const queries: FieldDefinition<QueryValues, AgentValues>[] = [
      { ...queryContract.queryName, type: 'text', name: 'queryName', label: words.queryName, required: true },
      { ...queryContract.logName, type: 'text', name: 'logName', label: words.logName, help: words.logNameHelp, required: true },
      {
        type: 'select',
        name: 'level',
        label: words.level,
        options: eventLevels.map((value) => ({ value, label: words.levels[value] })),
      },
      { type: 'number', name: 'eventID', label: words.eventID, help: words.eventIDHelp, min: 0, max: 65_535 },
      {
        ...queryContract.sourceRegexString,
        type: 'text',
        name: 'sourceRegexString',
        label: words.sourceRegex,
        help: words.sourceRegexHelp,
        required: false,
      },
      { ...queryContract.regexString, type: 'text', name: 'regexString', label: words.textRegex, required: false },
    ]
    const all: FieldDefinition<AgentValues>[] = [
      {
        ...contract.monitoredServices,
        type: 'textmultiple',
        name: 'monitoredServices',
        label: names.monitoredServices,
        help: words.patternHelp,
        required: false,
      },
      {
        ...contract.ignoredServices,
        type: 'textmultiple',
        name: 'ignoredServices',
        label: names.ignoredServices,
        help: words.ignoredHelp,
        required: false,
      },
      {
        type: 'rows',
        name: 'urls',
        label: names.urls,
        rowLabel: words.row.urls,
        titleOf: ({ name }, index) => name?.trim() || `${words.row.urls} ${index + 1}`,
        newRow: { httpMethod: 'GET', intervalInMinutes: 5 },
        max: limits.urls,
        fields: urls,
      },
      {
        ...contract.ignoredWebsites,
        type: 'textmultiple',
        name: 'ignoredWebsites',
        label: names.ignoredWebsites,
        help: words.exactHelp,
        required: false,
      },
      {
        ...contract.ignoredAppPools,
        type: 'textmultiple',
        name: 'ignoredAppPools',
        label: names.ignoredAppPools,
        help: words.exactHelp,
        required: false,
      },
      {
        type: 'rows',
        name: 'folders',
        label: names.folders,
        rowLabel: words.row.folders,
        newRow: { fileMask: '*' },
        max: limits.folders,
        fields: folders,
      },
      {
        type: 'rows',
        name: 'eventLogQueries',
        label: names.eventLogQueries,
        rowLabel: words.row.eventLogQueries,
        titleOf: ({ queryName }, index) => queryName?.trim() || `${words.row.eventLogQueries} ${index + 1}`,
        newRow: { level: 'error' },
        max: limits.queries,
        fields: queries,
      },
    ]
    return type === 'all' ? all : all.filter(({ name }) => (fieldsOfType[type] as readonly string[]).includes(name))
  }, [type, names, words])
}
