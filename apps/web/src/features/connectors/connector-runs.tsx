import { useInfiniteQuery } from '@tanstack/react-query'
import type { Connector, ConnectorRun } from '@vakt/contract/connectors.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelHistory } from '#web/ui/overlay/panel-history.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
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
    <PanelHistory
      title={words.history}
      words={{ failed: words.historyFailed, nothing: words.noRuns, more: words.more }}
      list={list}
      rows={rows}
      keyOf={({ runId }) => runId}
    >
      {(run) => (
        <>
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
        </>
      )}
    </PanelHistory>
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
