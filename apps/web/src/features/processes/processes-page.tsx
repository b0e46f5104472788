import { useInfiniteQuery } from '@tanstack/react-query'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { Workflow } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { readKeyInAll } from '#web/shared/customers/key-in-all.ts'
import { CustomersFilter, ScopeTabs, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useProcessColumns } from './process-columns.tsx'
import { filterOf, ProcessFilters } from './process-filters.tsx'
import { exportProcesses, keyOfProcess, processListQuery } from './process-list-queries.ts'
import { processTexts } from './processes.texts.ts'
import { processesSearch } from './processes-search.ts'

const ProcessPanel = lazy(() => import('./process-panel.tsx').then((module) => ({ default: module.ProcessPanel })))

/** The processes of all resources of the customer; for staff also those of all customers. */
export function ProcessesPage() {
  const words = useTexts(processTexts)
  const { customerId, can } = useShownCustomer()
  const screen = useListScreen(processesSearch)
  const filter = filterOf(screen.rows)
  const isAll = useIsOfAll(screen.search)
  const ofAll = isAll ? (screen.search.of ? { customer: screen.search.of } : {}) : null
  const list = useInfiniteQuery(processListQuery(customerId, filter, ofAll))
  const rows = useRows(list.data)
  const open = screen.openKey === undefined ? null : readKeyInAll(screen.openKey, customerId)
  const mayWrite = can(['@feature.myenvironment.write'])
  // A process is of one customer: over all of them the form asks for it first.
  const create =
    mayWrite && (!isAll || can(customerChoiceAccess)) ? (
      <ButtonLink to="/automation/$customerId/new" params={{ customerId }} search={(isAll ? { all: true } : {}) as object}>
        {words.create}
      </ButtonLink>
    ) : null
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={
        list.data && !list.hasNextPage && !screen.isFiltered ? (isAll ? words.conclusionOfAll : words.conclusion)(rows.length) : null
      }
      tools={
        <ButtonLink variant="default" to="/automation/$customerId/runs" params={{ customerId }} search={isAll ? { all: true } : {}}>
          {words.runs}
        </ButtonLink>
      }
      action={rows.length > 0 || screen.isFiltered ? create : null}
      above={mayWrite ? null : <p>{words.noRight}</p>}
      onExport={(format) => exportProcesses(customerId, filter, ofAll, format)}
      tabs={<ScopeTabs isAll={isAll} onChange={(all) => screen.change({ all })} />}
      filters={<ProcessFilters screen={screen} customers={isAll ? <CustomersFilter {...screen.choices('of')} /> : null} />}
      columns={useProcessColumns(screen.link, isAll)}
      rowKey={keyOfProcess}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<Workflow size={28} strokeWidth={1.5} />}>
          {create}
        </EmptyState>
      }
      panel={
        <SidePanel label={words.details} isOpen={open !== null} onClose={screen.close}>
          <Suspense fallback={<DetailSkeleton />}>
            {open ? (
              <ProcessPanel key={screen.openKey} customerId={open.customerId} processModelId={open.rowId} onClose={screen.close} />
            ) : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
