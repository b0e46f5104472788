import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { EntityFilter, EntityGroup, ListedEntity } from '@vakt/contract/entities/entity-list.ts'
import { severities } from '@vakt/contract/severity.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { type Column, RowTable } from '#web/ui/table/row-table.tsx'
import type { Sorting } from '#web/ui/table/sortable-header.tsx'
import { itemOf, type ListItem } from './entity-columns.tsx'
import styles from './entity-list.module.css'
import { entityListTexts } from './entity-list.texts.ts'
import { entityGroupsQuery, entityRowsQuery } from './entity-list-queries.ts'
import { defaultSort, type EntitySearch, filterOfGroup } from './entity-list-search.ts'
import { StickyGroup } from './sticky-group.tsx'

type Loaded = { rows: ListedEntity[]; hasMore: boolean; hasFailed: boolean; onMore: () => void }

type EntityGroupRowsProps = {
  customerId: string
  search: EntitySearch
  columns: Column<ListItem>[]
  sorting: Sorting
  onIntent: (item: ListItem) => void
  empty: ReactNode
}

const keyOfGroup = ({ value }: EntityGroup) => (value === null ? 'none' : `value:${value}`)
const keyOf = (item: ListItem) => item.key

/** By name, as they come, unless the rows are in the order of their severity: then the worst group comes first as well. */
function inOrder(groups: readonly EntityGroup[], { sort = defaultSort, direction = 'asc' }: EntitySearch): readonly EntityGroup[] {
  if (sort !== 'severity') return groups
  const turn = direction === 'asc' ? 1 : -1
  const compare = (one: EntityGroup, other: EntityGroup) =>
    severities.map((level) => other.bySeverity[level] - one.bySeverity[level]).find((difference) => difference !== 0) ?? 0
  return groups.toSorted((one, other) => turn * compare(one, other))
}

/** Groups with their counts; the rows of one are asked for when it is opened, page by page. */
export function EntityGroupRows({ customerId, search, columns, sorting, onIntent, empty }: EntityGroupRowsProps) {
  const words = useTexts(entityListTexts)
  const names = useReadableNames()
  const by = search.by ?? 'resourceGroup'
  const groups = useQuery(entityGroupsQuery(customerId, search))
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [loaded, setLoaded] = useState<Readonly<Record<string, Loaded>>>({})
  const retry = () => void groups.refetch()
  if (groups.isPending) return <ListSkeleton rows={12} />
  if (!groups.data) return <ErrorState title={words.listFailed} error={groups.error} onRetry={retry} />
  if (groups.data.groups.length === 0) return empty

  const nameOf = ({ label }: EntityGroup) =>
    label !== null && by === 'type'
      ? names.type(label)
      : label === null
        ? by.startsWith('tag:')
          ? words.without(by.slice(4))
          : words.none
        : label || words.emptyValue
  const toggle = (key: string) => setOpened(new Set(opened.has(key) ? [...opened].filter((one) => one !== key) : [...opened, key]))
  const items = inOrder(groups.data.groups, search).flatMap((group): ListItem[] => {
    const key = keyOfGroup(group)
    const isOpen = opened.has(key)
    const head: ListItem = { kind: 'group', key, group, name: nameOf(group), isOpen, onToggle: () => toggle(key) }
    if (!isOpen) return [head]
    const { rows = [], hasMore = true, hasFailed = false, onMore = () => {} } = loaded[key] ?? {}
    const entities = rows.map(itemOf)
    const more: ListItem[] = hasMore || hasFailed ? [{ kind: 'more', key: `${key} more ${rows.length}`, hasFailed, onReach: onMore }] : []
    return [head, ...entities, ...more]
  })
  const open = groups.data.groups.filter((group) => opened.has(keyOfGroup(group)))

  return (
    <>
      {groups.isRefetchError ? <RefreshFailed onRetry={retry} /> : null}
      {open.map((group) => (
        <RowLoader
          key={keyOfGroup(group)}
          customerId={customerId}
          filter={filterOfGroup(search, by, group.value)}
          sort={search}
          onLoaded={(now) => setLoaded((before) => ({ ...before, [keyOfGroup(group)]: now }))}
        />
      ))}
      <StickyGroup items={items}>
        <RowTable label={words.title} columns={columns} rows={items} rowKey={keyOf} sorting={sorting} onIntent={onIntent} />
      </StickyGroup>
      {groups.data.total > groups.data.groups.length ? (
        <p className={styles.note}>{words.moreGroups(groups.data.total - groups.data.groups.length)}</p>
      ) : null}
    </>
  )
}

type RowLoaderProps = {
  customerId: string
  filter: EntityFilter
  sort: Pick<EntitySearch, 'sort' | 'direction'>
  onLoaded: (loaded: Loaded) => void
}

/** Draws nothing: asks for the rows of one group for as long as it is open. */
function RowLoader({ customerId, filter, sort, onLoaded }: RowLoaderProps) {
  const { data, hasNextPage, isError, isFetching, fetchNextPage, refetch } = useInfiniteQuery(entityRowsQuery(customerId, filter, sort))
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again whenever what was loaded changes, not whenever the one who hears does
  useEffect(() => {
    onLoaded({
      rows: data?.pages.flatMap(({ result }) => result) ?? [],
      hasMore: data === undefined ? !isError : hasNextPage,
      hasFailed: isError,
      onMore() {
        if (isFetching) return
        if (data === undefined) void refetch()
        else void fetchNextPage()
      },
    })
  }, [data, hasNextPage, isError, isFetching])
  return null
}
