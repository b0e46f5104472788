import { useQuery } from '@tanstack/react-query'
import type {
  AgentConfiguration,
  AgentConfigurationContent,
  AgentConfigurationVersion,
} from '@vakt/contract/agents/agent-configurations.ts'
import { differencesBetween, emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'
import { useRestoreConfiguration, versionsQuery } from './agent-queries.ts'

type Props = { customerId: string; entityId: string; configuration: AgentConfiguration; mayWrite: boolean }

/** Every version, the latest first, with what it changed; an earlier one can be rolled back to. */
export function AgentHistory({ customerId, entityId, configuration, mayWrite }: Props) {
  const words = useTexts(agentTexts)
  const format = useFormat()
  const query = useQuery(versionsQuery({ customerId, entityId }))
  const restore = useRestoreConfiguration({ customerId, entityId })
  const [asked, setAsked] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setAsked(null)
    setProblem(undefined)
  }
  const run = (restoredVersion: number) =>
    void restore.mutateAsync({ restoredVersion, version: configuration.version }).then(
      () => {
        showToast(words.restoreDone, 'success')
        close()
      },
      (error: unknown) => {
        const text = failureText(error, { failed: words.updateFailed, conflict: words.changed })
        showToast(text, 'failure')
        setProblem(text)
      },
    )
  return (
    <section className={`${styles.section} ${styles.history}`} aria-labelledby="agent-history">
      <h2 id="agent-history">{words.history}</h2>
      {query.isPending ? <ListSkeleton rows={3} /> : null}
      {query.isError && !query.data ? (
        <ErrorState title={words.historyFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <ol>
        {query.data?.map((version, index) => (
          <li key={version.version}>
            <div className={styles.head}>
              <span>
                <strong>{words.version(version.version)}</strong>{' '}
                <span className={styles.dim}>
                  {format.exact(version.changedAt)} {words.by(version.changedBy)}
                  {version.restoredVersion === null
                    ? ''
                    : ` · ${version.restoredVersion === 0 ? words.restoredEmpty : words.restored(version.restoredVersion)}`}
                </span>
              </span>
              {mayWrite && version.version !== configuration.version ? (
                <Button variant="default" size="compact-md" onClick={() => setAsked(version.version)}>
                  {words.restore}
                </Button>
              ) : null}
            </div>
            {version.templates.length > 0 ? (
              <p className={styles.dim}>
                {words.withTemplates(version.templates.map((one) => `${one.name} (${words.version(one.version)})`).join(', '))}
              </p>
            ) : null}
            {version.problem === null ? null : <p className={styles.difference}>{words.rolledBack(version.problem)}</p>}
            <Differences after={version} before={query.data[index + 1]?.content ?? emptyConfiguration} />
          </li>
        ))}
      </ol>
      <ConfirmDialog
        isOpen={asked !== null}
        title={words.restoreTitle(asked ?? 0)}
        text={words.restoreText}
        action={words.restore}
        isBusy={restore.isPending}
        problem={problem}
        onConfirm={() => run(asked ?? 0)}
        onClose={close}
      />
    </section>
  )
}

function Differences({ before, after }: { before: AgentConfigurationContent; after: AgentConfigurationVersion }) {
  const words = useTexts(agentTexts)
  const differences = differencesBetween(before, after.content)
  if (differences.length === 0) return <p className={styles.dim}>{words.noDifference}</p>
  return differences.map(({ field, added, removed }) => (
    <p key={field} className={styles.difference}>
      {words.fields[field]}:{' '}
      {[...added.map((entry) => [words.added, entry]), ...removed.map((entry) => [words.removed, entry])].map(([what, entry], index) => (
        <span key={`${what} ${entry}`}>
          {index > 0 ? ', ' : ''}
          <span className={styles.dim}>{what}</span> <bdi>{entry}</bdi>
        </span>
      ))}
    </p>
  ))
}
