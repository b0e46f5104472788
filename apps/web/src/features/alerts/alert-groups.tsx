import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { LoadMore } from '#web/ui/table/load-more.tsx'
import { RowTable, type RowTableProps } from '#web/ui/table/row-table.tsx'
import styles from './alert-panel.module.css'
import type { AlertRow } from './alert-queries.ts'

type AlertGroup = { name: string; rows: AlertRow[] }

/** The alerts of each rule or resource together, in the order in which the first of each stands. */
export function groupAlerts(rows: AlertRow[], by: 'rule' | 'resource', unmatched: string): AlertGroup[] {
  const nameOf = ({ name, entity, targetName }: AlertRow) => (by === 'rule' ? name : (entity?.name ?? targetName ?? unmatched))
  return [...Map.groupBy(rows, nameOf)].map(([name, inGroup]) => ({ name, rows: inGroup }))
}

type AlertGroupsProps = {
  groups: AlertGroup[]
  table: Omit<RowTableProps<AlertRow>, 'rows' | 'label'>
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
}

export function AlertGroups({ groups, table, list }: AlertGroupsProps) {
  return (
    <>
      {groups.map(({ name, rows }) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.groupTitle}>
            {name} <span>{rows.length}</span>
          </h2>
          <RowTable {...table} label={name} rows={rows} />
        </section>
      ))}
      {list.hasNextPage ? (
        <LoadMore isLoading={list.isFetchingNextPage} failed={list.isFetchNextPageError} onMore={() => void list.fetchNextPage()} />
      ) : null}
    </>
  )
}
