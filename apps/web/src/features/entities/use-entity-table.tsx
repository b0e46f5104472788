import { useQueryClient } from '@tanstack/react-query'
import type { ListedEntity } from '@vakt/contract/entities/entity-list.ts'
import { useMemo } from 'react'
import { useChosenColumns } from '#web/lists/list-columns.tsx'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { RowsOf, SearchOf } from '#web/platform/list-search.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { entityPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { entityColumns, type ListItem } from './entity-columns.tsx'
import styles from './entity-list.module.css'
import { entityListTexts } from './entity-list.texts.ts'
import { defaultSort, type entitySearch } from './entity-list-search.ts'
import { useMetricColumn } from './use-metric-column.tsx'

type Screen = ListScreenState<SearchOf<typeof entitySearch>, RowsOf<typeof entitySearch>>

/** The columns of the inventory, one metric among them, and the order of its rows. `columns` are all that can be chosen. */
export function useEntityTable({ list, search, sorting: sortBy, change }: Screen, groupKeys: readonly string[]) {
  const { customerId } = useShownCustomer()
  const words = useTexts(entityListTexts)
  const queryClient = useQueryClient()
  const { direction = 'asc', metric } = search
  const sort = search.sort === 'metric' && !metric ? defaultSort : (search.sort ?? defaultSort)
  const sorting = sortBy({ sort, direction })
  const columns = useMemo(() => {
    const link = (entity: ListedEntity) => (
      <PlainLink href={entityPath(customerId, entity.entityId)} data-row-link className={styles.link} title={entity.name}>
        <bdi>{entity.name}</bdi>
      </PlainLink>
    )
    return entityColumns({ words, tagKeys: groupKeys, link })
  }, [words, groupKeys, customerId])
  const { column, choices } = useMetricColumn(metric, (chosen) =>
    change({ metric: chosen, ...(search.sort === 'metric' && !chosen ? { sort: undefined, direction: undefined } : {}) }),
  )
  const shown = useChosenColumns(list, columns)
  const onIntent = (item: ListItem) =>
    item.kind === 'entity' ? void queryClient.prefetchQuery(entityQuery(customerId, item.entity.entityId)) : undefined
  return { columns, choices, sorting, table: { columns: column ? [...shown, column] : shown, sorting, onIntent } }
}
