import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConnectorRun } from '@vakt/contract/connectors.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { ReadableType } from '#web/shared/entities/readable-name.tsx'
import { FieldChange } from '#web/shared/history/field-change.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { type ChangeKind, changeListQuery } from './connector-queries.ts'
import styles from './connectors.module.css'
import { connectorTexts } from './connectors.texts.ts'

const kinds: ChangeKind[] = ['added', 'changed', 'returned', 'gone']

/** The entities that a run added, changed, found again and found gone. */
export function RunChanges({ customerId, connectorId, run }: { customerId: string; connectorId: string; run: ConnectorRun }) {
  const words = useTexts(connectorTexts)
  const shown = kinds.filter((kind) => run[kind] > 0)
  const [chosen, setChosen] = useState<ChangeKind | null>(null)
  const kind = chosen && shown.includes(chosen) ? chosen : shown[0]
  if (!kind) return null
  return (
    <>
      {shown.length > 1 ? (
        <FilterTabs
          label={words.changesLabel}
          options={shown.map((value) => ({ value, label: words.changeKinds[value], count: run[value] }))}
          value={kind}
          onChange={setChosen}
        />
      ) : null}
      <Changes customerId={customerId} connectorId={connectorId} runId={run.runId} kind={kind} />
    </>
  )
}

type ChangesProps = { customerId: string; connectorId: string; runId: string; kind: ChangeKind }

function Changes({ customerId, connectorId, runId, kind }: ChangesProps) {
  const words = useTexts(connectorTexts)
  const list = useInfiniteQuery(changeListQuery(customerId, connectorId, runId, kind))
  if (list.isPending) return <ListSkeleton rows={3} />
  if (list.isError) return <ErrorState title={words.changesFailed} error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.result)
  return (
    <>
      <ul className={styles.changes}>
        {rows.map((change) => (
          <li key={`${change.entityId} ${change.field}`}>
            <EntityLink customerId={customerId} entity={change} /> <ReadableType of={change} className={styles.type} />
            {change.field ? <FieldChange field={change.field} before={change.before} after={change.after} /> : null}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </>
  )
}
