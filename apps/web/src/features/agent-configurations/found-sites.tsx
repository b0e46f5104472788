import type { AgentConfigurationContent, AgentFindings } from '@vakt/contract/agents/agent-configurations.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'

type Props = {
  found: AgentFindings
  ignored: Pick<AgentConfigurationContent, 'ignoredWebsites' | 'ignoredAppPools'>
  /** On a page of its own, without a heading of the kind above it. */
  isOnForm?: boolean
  /** When the agent, which was ended since, reported them. */
  reportedAt?: string | undefined
}

/** The websites and app pools of IIS on the machine, by kind, with their states; which of them are ignored follows what is typed. */
export function FoundSites({ found: { websites, appPools }, ignored, isOnForm, reportedAt }: Props) {
  const words = useTexts(agentTexts)
  const format = useFormat()
  const Heading = isOnForm ? 'h2' : 'h3'
  if (websites.length + appPools.length === 0) return isOnForm ? <p className={styles.dim}>{words.noSitesFound}</p> : null
  const kinds = [
    { title: words.foundWebsites, sites: websites, names: ignored.ignoredWebsites },
    { title: words.foundAppPools, sites: appPools, names: ignored.ignoredAppPools },
  ].filter(({ sites }) => sites.length > 0)
  return (
    <div className={styles.found}>
      <Heading>{reportedAt ? words.foundOn(format.exact(reportedAt)) : words.foundNow}</Heading>
      {kinds.map(({ title, sites, names }) => (
        <div key={title}>
          <p className={styles.kind}>{title}</p>
          <ul className={styles.names}>
            {sites.map(({ name, state }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat; the list is replaced as a whole.
              <li key={index}>
                <bdi>{name}</bdi>{' '}
                <span className={state === 'stopped' && !names.includes(name) ? styles.stopped : styles.dim}>
                  {names.includes(name) ? `${words.serviceStates[state]}, ${words.ignoredSite}` : words.serviceStates[state]}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
