import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ListedEntity } from '@vakt/contract/entity-list.ts'
import { entitySorts } from '@vakt/contract/entity-order.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ColumnMenu, useChosenColumns } from '#web/lists/list-columns.tsx'
import { ListFrame } from '#web/lists/list-frame.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { SortMenu } from '#web/lists/sort-menu.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { entityPath } from '#web/shared/links/paths.ts'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { entityColumns, type ListItem, toItems } from './entity-columns.tsx'
import { EntityFilters, shownTagKeys } from './entity-filters.tsx'
import styles from './entity-list.module.css'
import { entityListTexts } from './entity-list.texts.ts'
import { downloadEntities, entityCountsQuery, entityRowsQuery, environmentSettingsQuery } from './entity-list-queries.ts'
import { entitySearch, filterOf } from './entity-list-search.ts'
import { useMetricColumn } from './use-metric-column.tsx'

const EntityGroupRows = lazy(() => import('./entity-group-rows.tsx').then((module) => ({ default: module.EntityGroupRows })))
const EntityListEmpty = lazy(() => import('./entity-list-empty.tsx').then((module) => ({ default: module.EntityListEmpty })))
const GroupMenu = lazy(() => import('./entity-group-menu.tsx').then((module) => ({ default: module.GroupMenu })))
const CustomerFilter = lazy(() =>
  import('#web/shared/customers/customer-filter.tsx').then((module) => ({ default: module.CustomerFilter })),
)

const none: readonly string[] = []
const keyOf = (item: ListItem) => item.key

/** The inventory of a customer's cloud: every entity, what it is, and how it is now. */
export function EntityListPage() {
  const { customerId, can } = useShownCustomer()
  const navigate = useNavigate()
  const staff = isStaff(useSession())
  const words = useTexts(entityListTexts)
  const format = useFormat()
  const queryClient = useQueryClient()
  const screen = useListScreen(entitySearch)
  const { search, change, isFiltered } = screen
  const groupKeys = useQuery(environmentSettingsQuery(customerId)).data?.tagKeys ?? none
  const [asked, setAsked] = useState<readonly string[]>([])
  const tagKeys = shownTagKeys(groupKeys, search, asked)
  const counts = useQuery(entityCountsQuery(customerId, search, tagKeys)).data
  const list = useInfiniteQuery({ ...entityRowsQuery(customerId, filterOf(search), search, search.by === undefined), select: toItems })
  const { sort = 'name', direction = 'asc' } = search
  const sorting = screen.sorting({ sort, direction })
  const prepare = (item: ListItem) =>
    item.kind === 'entity' ? void queryClient.prefetchQuery(entityQuery(customerId, item.entity.entityId)) : undefined
  const columns = useMemo(() => {
    const link = (entity: ListedEntity) => (
      <PlainLink href={entityPath(customerId, entity.entityId)} data-row-link className={styles.link} title={entity.name}>
        <bdi>{entity.name}</bdi>
      </PlainLink>
    )
    return entityColumns({ words, tagKeys: groupKeys, link })
  }, [words, groupKeys, customerId])
  const metricColumn = useMetricColumn(search.metric, (metric) => change({ metric }))
  const empty = (
    <Suspense>
      <EntityListEmpty counts={counts} isFiltered={isFiltered} onClear={screen.clear} onShowHidden={() => change({ hidden: true })} />
    </Suspense>
  )
  const goTo = (to: '/my-environment/$customerId/upload' | '/my-environment/$customerId/settings') =>
    void navigate({ to, params: { customerId } })
  const need = counts ? sumCounts(counts.bySeverity) : 0
  const shown = useChosenColumns(screen.list, columns)
  const table = { columns: metricColumn.column ? [...shown, metricColumn.column] : shown, sorting, onIntent: prepare }

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
          <ColumnMenu list="entities" columns={columns} more={metricColumn.choices} />
          <Suspense>
            <GroupMenu by={search.by} keys={groupKeys} more={counts?.tags.map(({ key }) => key) ?? []} onChoose={(by) => change({ by })} />
          </Suspense>
          <SortMenu label={words.sort} sorts={entitySorts} names={words.sortBy} sorting={sorting} />
        </>
      }
      more={
        can(['@feature.myenvironment.write'])
          ? [
              { key: 'upload', label: words.upload, onChoose: () => goTo('/my-environment/$customerId/upload') },
              { key: 'settings', label: words.settings, onChoose: () => goTo('/my-environment/$customerId/settings') },
            ]
          : []
      }
      filters={
        <>
          <Suspense>
            {staff ? (
              <CustomerFilter onChoose={(of) => void navigate({ to: '/my-environment/$customerId', params: { customerId: of }, search })} />
            ) : null}
          </Suspense>
          <EntityFilters screen={screen} counts={counts} tagKeys={tagKeys} onTagKeys={setAsked} />
        </>
      }
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
