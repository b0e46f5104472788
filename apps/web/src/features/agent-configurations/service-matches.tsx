import type { AgentFindings } from '@vakt/contract/agents/agent-configurations.ts'
import { problemOfPattern, sortServices } from '@vakt/domain/agent-configurations/patterns.ts'
import { useDeferredValue, useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'

const shownNames = 12

type Props = {
  services: AgentFindings['services']
  monitoredServices: readonly string[]
  ignoredServices: readonly string[]
  /** Also those that no pattern names, from which patterns are made. */
  showsOthers?: boolean
  /** When the agent, which was ended since, reported them. */
  reportedAt?: string | undefined
}

/** Which services of the machine the patterns monitor and ignore, as they are typed. A chunk of its own: it brings the engine of the patterns. */
export function ServiceMatches({ services, showsOthers, reportedAt, ...patterns }: Props) {
  const words = useTexts(agentTexts)
  const format = useFormat()
  const { monitoredServices, ignoredServices } = useDeferredValue(patterns)
  const sorted = useMemo(() => {
    // What is wrong stands first.
    const stoppedFirst = services.toSorted((one, other) => Number(other.state === 'stopped') - Number(one.state === 'stopped'))
    return sortServices(stoppedFirst, { monitoredServices, ignoredServices })
  }, [services, monitoredServices, ignoredServices])
  const unusable = [...monitoredServices, ...ignoredServices].filter((pattern) => problemOfPattern(pattern) !== null)
  const kinds = showsOthers ? (['monitored', 'ignored', 'others'] as const) : (['monitored', 'ignored'] as const)
  const Heading = showsOthers ? 'h2' : 'h3'
  return (
    <div className={styles.found}>
      <Heading>{reportedAt ? words.foundOn(format.exact(reportedAt)) : words.foundNow}</Heading>
      <p role="status">
        {services.length === 0 ? words.nothingFound : words.counts(sorted.monitored.length, sorted.ignored.length, sorted.others.length)}
      </p>
      {unusable.map((pattern) => (
        <p key={pattern}>{words.unusable(pattern)}</p>
      ))}
      {kinds.map((kind) =>
        sorted[kind].length > 0 ? (
          <div key={kind}>
            <p className={styles.kind}>{words[kind]}</p>
            <ul className={styles.names}>
              {sorted[kind].slice(0, shownNames).map(({ name, state }) => (
                <li key={name}>
                  <bdi>{name}</bdi>{' '}
                  <span className={kind === 'monitored' && state === 'stopped' ? styles.stopped : styles.dim}>
                    {words.serviceStates[state]}
                  </span>
                </li>
              ))}
              {sorted[kind].length > shownNames ? <li className={styles.dim}>{words.more(sorted[kind].length - shownNames)}</li> : null}
            </ul>
          </div>
        ) : null,
      )}
    </div>
  )
}
