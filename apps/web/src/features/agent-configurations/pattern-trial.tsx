import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import { matcherOf, problemOfPattern } from '@vakt/domain/agent-configurations/patterns.ts'
import { useDeferredValue } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'
import type { AgentValues } from './agent-fields.ts'
import { FoundEvents } from './found-events.tsx'

type Queries = AgentValues['eventLogQueries']
type Props = { urls: AgentValues['urls']; queries: Queries; events: readonly FoundEvent[] }

const levels = ['critical', 'error', 'warning', 'information', 'verbose']

/** Whether a query that is being written matches an entry; which log it came from is not known. */
function matches({ level, eventID, sourceRegexString, regexString }: Queries[number], { source, text, ...event }: FoundEvent): boolean {
  const isMatch = (pattern: string | undefined, value: string) => !pattern || matcherOf([pattern])(value)
  return (
    levels.indexOf(event.level) <= levels.indexOf(level) &&
    (typeof eventID !== 'number' || event.eventId === eventID) &&
    isMatch(sourceRegexString, source) &&
    isMatch(regexString, text)
  )
}

/**
 * Tries the patterns of addresses and of queries while they are typed: those that cannot be used, and for each query how many of the entries that
 * the agent last reported it matches. A chunk of its own: it brings the engine of the patterns.
 */
export function PatternTrial(props: Props) {
  const words = useTexts(agentTexts)
  const { urls, queries, events } = useDeferredValue(props)
  const patterns = [
    ...urls.map((url) => url.responseBodyShouldContainRegex),
    ...queries.flatMap(({ sourceRegexString, regexString }) => [sourceRegexString, regexString]),
  ].filter(Boolean)
  const unusable = new Set(patterns.filter((pattern) => problemOfPattern(pattern) !== null))
  const tried = events.length > 0 ? queries.filter(({ queryName }) => queryName?.trim()) : []
  if (unusable.size === 0 && events.length === 0) return null
  return (
    <div className={styles.found}>
      {[...unusable].map((pattern) => (
        <p key={pattern} role="status">
          {words.unusable(pattern)}
        </p>
      ))}
      {tried.length > 0 ? (
        <ul className={styles.names} role="status">
          {tried.map((query, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two queries may have the same name while they are written.
            <li key={index}>
              {words.wouldMatch(query.queryName.trim(), events.filter((event) => matches(query, event)).length, events.length)}
            </li>
          ))}
        </ul>
      ) : null}
      {events.length > 0 ? <FoundEvents events={events} /> : null}
    </div>
  )
}
