import { useInfiniteQuery } from '@tanstack/react-query'
import type { NewProcess, ProcessVersion } from '@vakt/contract/processes/processes.ts'
import { describeAction } from '@vakt/domain/processes/describe-action.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelHistory } from '#web/ui/overlay/panel-history.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { compareSteps } from './compare-steps.ts'
import { processVersionsQuery } from './process-queries.ts'
import styles from './processes.module.css'
import { processTexts } from './processes.texts.ts'

/** Who changed a process, when, and what: the fields, and the steps that were added, removed, edited and moved. */
export function ProcessVersions({ customerId, processModelId }: { customerId: string; processModelId: string }) {
  const words = useTexts(processTexts)
  const list = useInfiniteQuery(processVersionsQuery({ customerId, processModelId }))
  const rows = useRows(list.data)
  return (
    <PanelHistory
      title={words.history}
      words={{ failed: words.historyFailed, nothing: words.historyFailed, more: words.more }}
      list={list}
      rows={rows}
      keyOf={({ version }) => String(version)}
    >
      {(row) => (
        <div className={styles.version}>
          <span>
            {words.version(row.version)} · {words.changes[row.change]} · {row.by}
          </span>
          <span className={styles.dim}>
            <RelativeTime iso={row.at} />
          </span>
          {row.change === 'changed' && row.before ? <Changes content={row.content} before={row.before} /> : null}
        </div>
      )}
    </PanelHistory>
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function Changes({ content, before }: { content: ProcessVersion['content']; before: NewProcess }) {
  const words = useTexts(processTexts)
  const language = useLanguage()
  const names = (Object.keys(words.fields) as (keyof NewProcess)[]).filter((name) => !isSame(content[name], before[name]))
  const steps = compareSteps(before.actions, content.actions)
  const sentences = (actions: NewProcess['actions']) => actions.map((action) => describeAction(action, language)).join(' · ')
  return (
    <div className={styles.changes}>
      <p>{names.map((name) => words.fields[name]).join(', ')}</p>
      {steps.added.length > 0 ? (
        <p>
          {words.added} {sentences(steps.added)}
        </p>
      ) : null}
      {steps.removed.length > 0 ? (
        <p>
          {words.takenAway} {sentences(steps.removed)}
        </p>
      ) : null}
      {steps.edited.length > 0 ? (
        <p>
          {words.edited} {sentences(steps.edited)}
        </p>
      ) : null}
      {steps.isReordered ? <p>{words.reordered}</p> : null}
    </div>
  )
}
