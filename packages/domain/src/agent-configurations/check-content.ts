import type { AgentConfigurationContent } from '@vakt/contract/agents/agent-configurations.ts'
import { problemOfPattern } from './patterns.ts'

/** A field by its path, and the key of what is wrong with it. */
export type ContentProblem = { property: string; key: ContentProblemKey }
export type ContentProblemKey = `agent_configuration.${'pattern_invalid' | 'pattern_large' | 'twice' | 'url_wrong' | 'url_password'}`

function checkPattern(property: string, source: string): ContentProblem[] {
  if (source === '') return []
  const problem = problemOfPattern(source)
  if (problem === null) return []
  return [{ property, key: problem === 'invalid' ? 'agent_configuration.pattern_invalid' : 'agent_configuration.pattern_large' }]
}

/** Names that come a second time: metrics and alerts are told apart by them. */
function checkTwice(property: (index: number) => string, names: readonly string[]): ContentProblem[] {
  const keys = names.map((name) => name.trim().toLowerCase())
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [{ property: property(index), key: 'agent_configuration.twice' }] : []))
}

function checkUrl(property: string, url: string): ContentProblem[] {
  if (!URL.canParse(url)) return [{ property, key: 'agent_configuration.url_wrong' }]
  const { username, password } = new URL(url)
  return username || password ? [{ property, key: 'agent_configuration.url_password' }] : []
}

/** What a configuration says that no agent could apply, beyond what its schema refuses. */
export function problemsOfContent(content: AgentConfigurationContent): ContentProblem[] {
  return [
    ...(['monitoredServices', 'ignoredServices'] as const).flatMap((field) =>
      content[field].flatMap((source) => checkPattern(field, source)).slice(0, 1),
    ),
    ...content.urls.flatMap(({ url, responseBodyShouldContainRegex }, index) => [
      ...checkUrl(`urls.${index}.url`, url),
      ...checkPattern(`urls.${index}.responseBodyShouldContainRegex`, responseBodyShouldContainRegex),
    ]),
    ...checkTwice(
      (index) => `urls.${index}.name`,
      content.urls.map(({ name }) => name),
    ),
    ...checkTwice(
      (index) => `folders.${index}.folderPath`,
      content.folders.map(({ folderPath, fileMask }) => `${folderPath}\n${fileMask}`),
    ),
    ...content.eventLogQueries.flatMap(({ regexString, sourceRegexString }, index) => [
      ...checkPattern(`eventLogQueries.${index}.regexString`, regexString),
      ...checkPattern(`eventLogQueries.${index}.sourceRegexString`, sourceRegexString),
    ]),
    ...checkTwice(
      (index) => `eventLogQueries.${index}.queryName`,
      content.eventLogQueries.map(({ queryName }) => queryName),
    ),
  ]
}
