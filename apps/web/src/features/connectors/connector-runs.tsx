import { useInfiniteQuery } from '@tanstack/react-query'
import type { Connector, ConnectorRun } from '@vakt/contract/connectors.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useRows } from '#web/ui/use-rows.ts'
import { runListQuery } from './connector-queries.ts'
import styles from './connectors.module.css'
import { connectorTexts } from './connectors.texts.ts'
import { RunChanges } from './run-changes.tsx'
import { RunState } from './run-standing.tsx'

type Props = { customerId: string; connector: Connector; openId: string | undefined; onOpen: (runId: string | undefined) => void }

/** What each run brought, each unfolding into what was added, changed and gone. */
export function ConnectorRuns({ customerId, connector, openId, onOpen }: Props) {
  const words = useTexts(connectorTexts)
  const list = useInfiniteQuery(runListQuery(customerId, connector.connectorId))
  const rows = useRows(list.data)
  return (
    <section aria-label={words.history}>
      <h3 className={styles.sectionTitle}>{words.history}</h3>
      {list.isPending ? (
        <ListSkeleton rows={4} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState title={words.historyFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p className={styles.help}>{words.noRuns}</p>
      ) : (
        <ul className={styles.runs}>
          {rows.map((run) => (
            <li key={run.runId}>
              <button
                type="button"
                className={styles.run}
                aria-expanded={run.runId === openId}
                onClick={() => onOpen(run.runId === openId ? undefined : run.runId)}
              >
                <RunState run={run} />
                <span className={styles.counts}>
                  <Counts run={run} />
                </span>
                <span className={styles.when}>
                  <RelativeTime iso={run.createdAt} />
                </span>
              </button>
              {run.runId === openId ? <RunDetails customerId={customerId} connectorId={connector.connectorId} run={run} /> : null}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </section>
  )
}

function Counts({ run }: { run: ConnectorRun }) {
  const words = useTexts(connectorTexts)
  const format = useFormat()
  const told = (['added', 'changed', 'returned', 'gone'] as const).filter((kind) => run[kind] > 0)
  if (told.length === 0) return run.state === 'succeeded' ? words.nothingChanged : null
  return told.map((kind) => words.counts[kind](format.number(run[kind]))).join(' · ')
}

function RunDetails({ customerId, connectorId, run }: { customerId: string; connectorId: string; run: ConnectorRun }) {
  const words = useTexts(connectorTexts)
  const format = useFormat()
  const facts = [
    words.seen(format.number(run.seen)),
    run.kept > 0 ? words.kept(format.number(run.kept)) : '',
    run.skipped > 0 ? words.skipped(format.number(run.skipped)) : '',
    run.askedBy ? words.askedBy(run.askedBy) : words.causes[run.cause],
    run.finishedAt ? words.finished(format.exact(run.finishedAt)) : '',
  ]
  return (
    <div className={styles.inside}>
      {run.reason ? <p className={styles.problem}>{words.problems[run.reason]}</p> : null}
      {run.reasonDetail ? <p className={styles.detail}>{run.reasonDetail}</p> : null}
      <p className={styles.help}>{facts.filter(Boolean).join(' · ')}</p>
      <RunChanges customerId={customerId} connectorId={connectorId} run={run} />
    </div>
  )
}
