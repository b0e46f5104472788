import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConnectorRun, ConnectorRunChange } from '@vakt/contract/connectors.ts'
import { useState } from 'react'
import { EntityLink } from '#web/links/entity-link.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterTabs } from '#web/ui/filter-tabs.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
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
            <EntityLink customerId={customerId} entity={change} /> <span className={styles.type}>{change.type}</span>
            {change.field ? <FieldChange change={change} /> : null}
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

const longest = 200

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)} …` : text
}

function FieldChange({ change: { field, before, after } }: { change: ConnectorRunChange }) {
  const words = useTexts(connectorTexts)
  return (
    <div className={styles.field}>
      <span>{words.fields[field ?? ''] ?? field}</span>
      {before === null ? null : <del>{written(before)}</del>}
      {after === null ? null : <ins>{written(after)}</ins>}
    </div>
  )
}
