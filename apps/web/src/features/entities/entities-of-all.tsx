import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { severitiesNow, sortsOfAll } from '@vakt/contract/entities/entity-order.ts'
import { Boxes } from 'lucide-react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { SortMenu } from '#web/lists/sort-menu.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomersFilter, ownerOf, ScopeTabs, useCustomerColumn } from '#web/shared/customers/list-scope.tsx'
import { PlaceFilters } from '#web/shared/entities/place-filters.tsx'
import { entityPath } from '#web/shared/links/paths.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { entitiesOfAllTexts } from './entities-of-all.texts.ts'
import { type EntityOfAll, entitiesOfAllQuery, exportEntitiesOfAll } from './entities-of-all-queries.ts'
import { entitiesOfAllSearch } from './entities-of-all-search.ts'
import { type EntityRow, entityColumns, itemOf } from './entity-columns.tsx'
import styles from './entity-list.module.css'
import { entityListTexts } from './entity-list.texts.ts'

const needsAttention = ({ health }: EntityOfAll) => health.mark === 'incident'

/** For staff: the resources of all customers, the worst first. */
export function EntitiesOfAll() {
  const words = { ...useTexts(entityListTexts), ...useTexts(entitiesOfAllTexts) }
  const levels = useTexts(severityTexts)
  const { customerId } = useShownCustomer()
  const navigate = useNavigate()
  const screen = useListScreen(entitiesOfAllSearch)
  const list = useInfiniteQuery(entitiesOfAllQuery(screen.rows))
  const rows = useRows(list.data)
  const { sort = 'severity' } = screen.search
  const need = rows.filter(needsAttention)
  // The worst come first: once one that is well is among the rows, all that need attention are.
  const isComplete = sort === 'severity' && need.length < rows.length && !list.isPlaceholderData && !screen.isFiltered
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.titleOfAll}
      conclusion={isComplete ? words.attentionOfAll(need.length, need.filter(({ health }) => health.severity === 'critical').length) : null}
      onExport={(format) => exportEntitiesOfAll(screen.rows, format)}
      tabs={<ScopeTabs isAll onChange={() => void navigate({ to: '/my-environment/$customerId', params: { customerId }, search: {} })} />}
      tools={
        <SortMenu
          label={words.sort}
          sorts={sortsOfAll}
          names={words.sortBy}
          sorting={{ sort, direction: 'asc', onSort: (next) => screen.change({ sort: next }) }}
        />
      }
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <CustomersFilter {...screen.choices('of')} />
          <FilterSelect
            label={words.severity}
            {...screen.choices('severity')}
            options={severitiesNow.map((level) => ({ value: level, label: levels[level], mark: <SeverityMark level={level} /> }))}
          />
          <PlaceFilters chosen={screen.search} onChange={screen.change} isAll />
          <FilterSelect
            label={words.stale}
            value={screen.search.stale === undefined ? [] : [String(screen.search.stale)]}
            options={[
              { value: 'true', label: words.yes },
              { value: 'false', label: words.no },
            ]}
            onChange={(values) => screen.change({ stale: values.at(-1) })}
          />
        </>
      }
      columns={useColumnsOfAll(customerId)}
      rowKey={({ entityId }) => entityId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothingTitle} text={words.nothingTextOfAll} icon={<Boxes size={28} strokeWidth={1.5} />} />}
    />
  )
}

/** The columns of the list of one customer, after whose each resource is. */
function useColumnsOfAll(customerId: string): Column<EntityOfAll>[] {
  const words = useTexts(entityListTexts)
  const ofCustomer = useCustomerColumn<EntityOfAll>(true)
  const link = (entity: EntityRow) => (
    <PlainLink href={entityPath(ownerOf(entity, customerId), entity.entityId)} data-row-link className={styles.link} title={entity.name}>
      <bdi>{entity.name}</bdi>
    </PlainLink>
  )
  const columns = entityColumns({ words, tagKeys: [], link }).map(
    ({ cell, sort: _, ...column }): Column<EntityOfAll> => ({ ...column, cell: (entity) => cell(itemOf(entity)) }),
  )
  return [...columns.slice(0, 1), ...ofCustomer, ...columns.slice(1)]
}
