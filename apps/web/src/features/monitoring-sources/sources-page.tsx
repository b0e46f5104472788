import { useInfiniteQuery } from '@tanstack/react-query'
import { listMonitoringSources } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { RadioTower } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { useSourceColumns } from './source-columns.tsx'
import { type SourceFilter, sourceListQuery } from './source-queries.ts'
import { type SourceRows, sourcesSearch } from './sources-search.ts'

const NewSource = lazy(() => import('./new-source.tsx').then((module) => ({ default: module.NewSource })))
const SourceContent = lazy(() => import('./source-content.tsx').then((module) => ({ default: module.SourceContent })))

function useFilter({ scope, q }: SourceRows): SourceFilter {
  const { customerId } = useShownCustomer()
  return { ...(q ? { q } : {}), ...(scope === 'customer' ? { customerId } : {}), ...(scope === 'revoked' ? { revoked: true } : {}) }
}

/** Who sends signals, how each of them is, and what is needed to connect another. */
export function SourcesPage() {
  const words = useTexts(sourceTexts)
  const { customerId, name } = useShownCustomer()
  const screen = useListScreen(sourcesSearch)
  const { search, openKey } = screen
  const filter = useFilter(screen.rows)
  const list = useInfiniteQuery(sourceListQuery(filter))
  const rows = useRows(list.data)
  const opened = rows.find(({ sourceId }) => sourceId === openKey)
  const columns = useSourceColumns(screen.link)
  const add = (
    <Button data-opens="new" onClick={() => screen.open({ source: 'new' })}>
      {words.add}
    </Button>
  )
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={words.conclusion(rows.map(({ state }) => state))}
      action={rows.length > 0 || screen.isFiltered ? add : null}
      onExport={(format) => downloadList(listMonitoringSources, { query: filter }, format)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <FilterTabs
            label={words.which}
            {...screen.tab('scope', 'all')}
            options={[
              { value: 'all', label: words.scopes.all },
              { value: 'customer', label: name },
              { value: 'revoked', label: words.scopes.revoked },
            ]}
          />
        </>
      }
      columns={columns}
      rowKey={({ sourceId }) => sourceId}
      words={{
        failed: words.listFailed,
        nothingMatches: search.q
          ? words.nothingMatches
          : search.scope === 'revoked'
            ? words.noneRevoked
            : search.scope === 'customer'
              ? words.noneOf(name)
              : words.nothingMatches,
      }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<RadioTower size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      }
      panel={
        <SidePanel
          label={openKey === 'new' ? words.add : words.details}
          isOpen={openKey === 'new' || opened !== undefined}
          onClose={screen.close}
        >
          <Suspense fallback={<DetailSkeleton />}>
            {openKey === 'new' ? <NewSource key={customerId} onClose={screen.close} /> : null}
            {opened ? <SourceContent key={opened.sourceId} source={opened} onClose={screen.close} /> : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
