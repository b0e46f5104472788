import { useInfiniteQuery } from '@tanstack/react-query'
import { listProcesses } from '@vakt/contract/processes/processes.ts'
import { Workflow } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useProcessColumns } from './process-columns.tsx'
import { filterOf, ProcessFilters } from './process-filters.tsx'
import { processListQuery } from './process-queries.ts'
import { processTexts } from './processes.texts.ts'
import { processesSearch } from './processes-search.ts'

const ProcessPanel = lazy(() => import('./process-panel.tsx').then((module) => ({ default: module.ProcessPanel })))

/** The processes of all resources of the customer. */
export function ProcessesPage() {
  const words = useTexts(processTexts)
  const { customerId, can } = useShownCustomer()
  const screen = useListScreen(processesSearch)
  const filter = filterOf(screen.rows)
  const list = useInfiniteQuery(processListQuery(customerId, filter))
  const rows = useRows(list.data)
  const { openKey } = screen
  const mayWrite = can(['@feature.myenvironment.write'])
  const create = mayWrite ? (
    <ButtonLink to="/automation/$customerId/new" params={{ customerId }}>
      {words.create}
    </ButtonLink>
  ) : null
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={list.data && !list.hasNextPage && !screen.isFiltered ? words.conclusion(rows.length) : null}
      tools={
        <ButtonLink variant="default" to="/automation/$customerId/runs" params={{ customerId }}>
          {words.runs}
        </ButtonLink>
      }
      action={rows.length > 0 || screen.isFiltered ? create : null}
      above={mayWrite ? null : <p>{words.noRight}</p>}
      onExport={(format) => downloadList(listProcesses, { params: { customerId }, query: filter }, format)}
      filters={<ProcessFilters screen={screen} />}
      columns={useProcessColumns(screen.link)}
      rowKey={({ processModelId }) => processModelId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<Workflow size={28} strokeWidth={1.5} />}>
          {create}
        </EmptyState>
      }
      panel={
        <SidePanel label={words.details} isOpen={openKey !== undefined} onClose={screen.close}>
          <Suspense fallback={<DetailSkeleton />}>
            {openKey ? <ProcessPanel key={openKey} customerId={customerId} processModelId={openKey} onClose={screen.close} /> : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
