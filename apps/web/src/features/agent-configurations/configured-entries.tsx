import { Link } from '@tanstack/react-router'
import type { AgentConfiguration, AgentConfigurationContent, AgentConfigurationSource } from '@vakt/contract/agents/agent-configurations.ts'
import { writeEntry } from '@vakt/domain/agent-configurations/configuration.ts'
import { keyOfEntry } from '@vakt/domain/agent-configurations/merge-configuration.ts'
import { lazy, Suspense } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'
import { useSaveConfiguration } from './agent-queries.ts'

const MeasuredNow = lazy(() => import('./measured-now.tsx').then((module) => ({ default: module.MeasuredNow })))

type Props = {
  customerId: string
  entityId: string
  configuration: AgentConfiguration
  field: keyof AgentConfiguration['content']
  mayWrite: boolean
  /** Also what was last measured of it; false where the user may not see metrics, or no agent reports. */
  showsMeasured: boolean
}

function EntryText({ entry }: { entry: AgentConfigurationContent[keyof AgentConfigurationContent][number] }) {
  const words = useTexts(agentTexts)
  if (typeof entry === 'string' || !('url' in entry)) return <bdi>{writeEntry(entry)}</bdi>
  const { name, url, httpMethod, intervalInMinutes, responseBodyShouldContainRegex } = entry
  return (
    <>
      <bdi>{name}</bdi>: <bdi>{`${httpMethod} ${url}`}</bdi>, {words.everyMinutes(intervalInMinutes)}
      {responseBodyShouldContainRegex ? (
        <>
          , {words.bodyMatches} <code>{responseBodyShouldContainRegex}</code>
        </>
      ) : null}
    </>
  )
}

/** What is configured in one field: the machine's own entries, those of its templates with their template, and what the machine leaves out of these. */
export function ConfiguredEntries({ customerId, entityId, configuration, field, mayWrite, showsMeasured }: Props) {
  const words = useTexts(agentTexts)
  const { content, own, sources, version } = configuration
  const save = useSaveConfiguration({ customerId, entityId })
  const ofField = sources.filter((source) => source.field === field)
  const ownKeys = new Set(own[field].map(keyOfEntry))
  const setExcluded = (source: AgentConfigurationSource, isExcluded: boolean) => {
    const others = sources.filter(({ use, ...one }) => use === 'excluded' && !(one.field === field && one.key === source.key))
    const excluded = [...others, ...(isExcluded ? [source] : [])].map((one) => ({ field: one.field, key: one.key }))
    void save.mutateAsync({ content: own, excluded, version }).catch(failureToast({ failed: words.updateFailed, conflict: words.changed }))
  }
  const from = (source: AgentConfigurationSource | undefined) =>
    source ? (
      <Link
        className={styles.dim}
        to="/my-environment/$customerId/agents/templates"
        params={{ customerId }}
        search={{ open: source.templateId }}
      >
        {words.fromTemplate(source.templateName)}
      </Link>
    ) : null
  return (
    <ul className={styles.names}>
      {content[field].map((entry) => {
        const key = keyOfEntry(entry)
        const source = ownKeys.has(key) ? undefined : ofField.find((one) => one.key === key && one.use === 'used')
        const replaced = ownKeys.has(key) ? ofField.find((one) => one.key === key && one.use === 'replaced') : undefined
        return (
          <li key={key}>
            <EntryText entry={entry} /> {from(source)}
            {replaced ? <span className={styles.dim}>{words.replaces(replaced.templateName)}</span> : null}
            {source && mayWrite ? (
              <Button variant="subtle" size="compact-sm" loading={save.isPending} onClick={() => setExcluded(source, true)}>
                {words.leaveOut}
              </Button>
            ) : null}
            {showsMeasured && typeof entry === 'object' && !('queryName' in entry) ? (
              <Suspense fallback={null}>
                <MeasuredNow {...{ customerId, entityId, entry }} />
              </Suspense>
            ) : null}
          </li>
        )
      })}
      {ofField
        .filter(({ use }) => use === 'excluded')
        .map((source) => (
          <li key={`${source.templateId} ${source.key}`}>
            <s>
              <bdi>{source.key}</bdi>
            </s>{' '}
            <span className={styles.dim}>{words.leftOutHere(source.templateName)}</span>
            {mayWrite ? (
              <Button variant="subtle" size="compact-sm" loading={save.isPending} onClick={() => setExcluded(source, false)}>
                {words.takeBack}
              </Button>
            ) : null}
          </li>
        ))}
    </ul>
  )
}
