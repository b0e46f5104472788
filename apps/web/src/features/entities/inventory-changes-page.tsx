import { useInfiniteQuery } from '@tanstack/react-query'
import { entityChangeKinds } from '@vakt/contract/entities/entity-change-kinds.ts'
import { type InventoryChange, listInventoryChanges } from '@vakt/contract/entities/entity-history.ts'
import { History } from 'lucide-react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ReadableType } from '#web/shared/entities/readable-name.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ChosenFilter } from '#web/ui/filters/chosen-filter.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { EntityChange } from './entity-change.tsx'
import { inventoryChangesTexts } from './inventory-changes.texts.ts'
import { changesQueryOf, inventoryChangesQuery } from './inventory-changes-queries.ts'
import { inventoryChangesSearch } from './inventory-changes-search.ts'

/** What changed in the inventory of a customer, the latest first. */
export function InventoryChangesPage() {
  const words = useTexts(inventoryChangesTexts)
  const { exact } = useFormat()
  const { customerId, name } = useShownCustomer()
  const screen = useListScreen(inventoryChangesSearch)
  const list = useInfiniteQuery(inventoryChangesQuery(customerId, screen.rows))
  const group = screen.search.group
  const columns: Column<InventoryChange>[] = [
    {
      key: 'resource',
      label: words.resource,
      width: '14rem',
      phone: 'first',
      cell: (row) => (
        <PlainLink href={`/my-environment/${encodeURIComponent(customerId)}/${encodeURIComponent(row.entityId)}`}>
          <bdi>{row.name}</bdi>
        </PlainLink>
      ),
    },
    { key: 'change', label: words.kind, phone: 'second', wraps: true, cell: (row) => <EntityChange entry={row} /> },
    { key: 'type', label: words.type, width: '12rem', phone: 'hidden', cell: (row) => <ReadableType of={row} /> },
    { key: 'when', label: words.when, width: '11rem', phone: 'second', cell: ({ at }) => exact(at) },
  ]
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={words.intro(name)}
      onExport={(format) => downloadList(listInventoryChanges, { params: { customerId }, query: changesQueryOf(screen.rows) }, format)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <FilterSelect
            label={words.kind}
            {...screen.choices('kind')}
            options={entityChangeKinds.map((value) => ({ value, label: words.kinds[value] }))}
          />
          <PeriodFilter label={words.period} {...screen.period()} />
          {group ? (
            <ChosenFilter
              label={words.group}
              text={group.map((value) => value || words.withoutTag).join(' / ')}
              onClear={() => screen.change({ group: undefined })}
            />
          ) : null}
          {screen.search.latest ? (
            <ChosenFilter label={words.shown} text={words.latest} onClear={() => screen.change({ latest: undefined })} />
          ) : null}
        </>
      }
      columns={columns}
      rowKey={({ changeId }) => changeId}
      words={{ failed: words.failed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<History size={28} strokeWidth={1.5} />} />}
    />
  )
}
