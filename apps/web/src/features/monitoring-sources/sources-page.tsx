import { useInfiniteQuery } from '@tanstack/react-query'
import { listMonitoringSources } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { RadioTower } from 'lucide-react'
import { lazy } from 'react'
import { PanelList } from '#web/lists/panel-list.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
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
  const { search } = screen
  const filter = useFilter(screen.rows)
  const list = useInfiniteQuery(sourceListQuery(filter))
  const nothingMatches =
    search.scope === 'revoked' ? words.noneRevoked : search.scope === 'customer' ? words.noneOf(name) : words.nothingMatches
  return (
    <PanelList
      screen={screen}
      list={list}
      words={{ ...words, nothingMatches: search.q ? words.nothingMatches : nothingMatches }}
      conclusion={words.conclusion(useRows(list.data).map(({ state }) => state))}
      addLabel={words.add}
      detailsLabel={words.details}
      icon={RadioTower}
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
      columns={useSourceColumns(screen.link)}
      rowKey={({ sourceId }) => sourceId}
      form={<NewSource key={customerId} onClose={screen.close} />}
      details={(source) => <SourceContent source={source} onClose={screen.close} />}
    />
  )
}
