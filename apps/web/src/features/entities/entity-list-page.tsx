import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { entitySorts } from '@vakt/contract/entities/entity-order.ts'
import { lazy, Suspense, useState } from 'react'
import { ColumnMenu } from '#web/lists/list-columns.tsx'
import { ListFrame } from '#web/lists/list-frame.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { SortMenu } from '#web/lists/sort-menu.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { flag } from '#web/platform/list-search.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ScopeTabs, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { type ListItem, toItems } from './entity-columns.tsx'
import { EntityFilters, shownTagKeys } from './entity-filters.tsx'
import { entityListTexts } from './entity-list.texts.ts'
import { downloadEntities, entityCountsQuery, entityRowsQuery, environmentSettingsQuery } from './entity-list-queries.ts'
import { entitySearch, filterOf, withoutMetric } from './entity-list-search.ts'
import { useEntityTable } from './use-entity-table.tsx'
import { useMaySeeMetricColumn } from './use-metric-column.tsx'

const EntityGroupRows = lazy(() => import('./entity-group-rows.tsx').then((module) => ({ default: module.EntityGroupRows })))
const EntityListEmpty = lazy(() => import('./entity-list-empty.tsx').then((module) => ({ default: module.EntityListEmpty })))
const GroupMenu = lazy(() => import('./entity-group-menu.tsx').then((module) => ({ default: module.GroupMenu })))
const LimitLine = lazy(() => import('#web/shared/access/limit-line.tsx').then((module) => ({ default: module.LimitLine })))
const EntitiesOfAll = lazy(() => import('./entities-of-all.tsx').then((module) => ({ default: module.EntitiesOfAll })))

const none: readonly string[] = []
const keyOf = (item: ListItem) => item.key

/** The inventory of a customer; for staff also that of all customers. */
export function EntityListPage() {
  const { all } = useSearch({ strict: false }) as { all?: unknown }
  const isAll = useIsOfAll(flag(all) ? { all: true } : {})
  return isAll ? (
    <Suspense fallback={<ListSkeleton rows={12} />}>
      <EntitiesOfAll />
    </Suspense>
  ) : (
    <EntitiesOfCustomer />
  )
}

/** The inventory of a customer's cloud: every entity, what it is, and how it is now. */
function EntitiesOfCustomer() {
  const { customerId, can, isLimited } = useShownCustomer()
  const maySeeMetric = useMaySeeMetricColumn()
  const navigate = useNavigate()
  const words = useTexts(entityListTexts)
  const format = useFormat()
  const asked = useListScreen(entitySearch)
  const screen = maySeeMetric ? asked : { ...asked, search: withoutMetric(asked.search) }
  const { search, change, isFiltered } = screen
  const groupKeys = useQuery(environmentSettingsQuery(customerId)).data?.tagKeys ?? none
  const [askedKeys, setAskedKeys] = useState<readonly string[]>([])
  const tagKeys = shownTagKeys(groupKeys, search, askedKeys)
  const counts = useQuery(entityCountsQuery(customerId, search, tagKeys)).data
  const list = useInfiniteQuery({ ...entityRowsQuery(customerId, filterOf(search), search, search.by === undefined), select: toItems })
  const { columns, choices, table, sorting } = useEntityTable(screen, groupKeys)
  const empty = (
    <Suspense>
      <EntityListEmpty counts={counts} isFiltered={isFiltered} onClear={screen.clear} onShowHidden={() => change({ hidden: true })} />
    </Suspense>
  )
  const goTo = (to: `/my-environment/$customerId/${'changes' | 'agents' | 'upload' | 'settings'}`) =>
    void navigate({ to, params: { customerId } })
  const need = counts ? sumCounts(counts.bySeverity) : 0

  return (
    <ListFrame
      screen={screen}
      title={words.title}
      count={counts ? format.number(counts.matching) : undefined}
      conclusion={
        !counts || counts.matching === 0
          ? null
          : need > 0
            ? words.attention(need, counts.bySeverity.critical)
            : words.allGood(counts.matching)
      }
      found={counts && { shown: counts.matching, all: counts.all }}
      onExport={(as) => downloadEntities(customerId, search, as)}
      tools={
        <>
          <ColumnMenu list="entities" columns={columns} more={choices} />
          <Suspense>
            <GroupMenu by={search.by} keys={groupKeys} more={counts?.tags.map(({ key }) => key) ?? []} onChoose={(by) => change({ by })} />
          </Suspense>
          <SortMenu label={words.sort} sorts={entitySorts} names={words.sortBy} sorting={sorting} />
        </>
      }
      more={[
        ...(isLimited
          ? []
          : [
              { key: 'changes', label: words.inventoryChanges, onChoose: () => goTo('/my-environment/$customerId/changes') },
              { key: 'agents', label: words.agents, onChoose: () => goTo('/my-environment/$customerId/agents') },
            ]),
        ...(can(['@feature.myenvironment.write'])
          ? [
              { key: 'upload', label: words.upload, onChoose: () => goTo('/my-environment/$customerId/upload') },
              { key: 'settings', label: words.settings, onChoose: () => goTo('/my-environment/$customerId/settings') },
            ]
          : []),
      ]}
      above={
        isLimited ? (
          <Suspense>
            <LimitLine />
          </Suspense>
        ) : null
      }
      tabs={
        <ScopeTabs
          isAll={false}
          onChange={() => void navigate({ to: '/my-environment/$customerId', params: { customerId }, search: { all: true } })}
        />
      }
      filters={<EntityFilters screen={screen} counts={counts} tagKeys={tagKeys} onTagKeys={setAskedKeys} />}
    >
      {search.by ? (
        <Suspense fallback={<ListSkeleton rows={12} />}>
          <EntityGroupRows key={`${customerId} ${search.by}`} customerId={customerId} search={search} {...table} empty={empty} />
        </Suspense>
      ) : (
        <ListRows
          {...table}
          screen={screen}
          list={list}
          label={words.title}
          rowKey={keyOf}
          words={{ failed: words.listFailed }}
          empty={empty}
        />
      )}
    </ListFrame>
  )
}
