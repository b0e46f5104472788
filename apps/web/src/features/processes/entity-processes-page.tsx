import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { listProcesses } from '@vakt/contract/processes/processes.ts'
import { Workflow } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useProcessColumns } from './process-columns.tsx'
import { filterOf, ProcessFilters } from './process-filters.tsx'
import { processListQuery } from './process-list-queries.ts'
import styles from './processes.module.css'
import { processTexts } from './processes.texts.ts'
import { processesSearch } from './processes-search.ts'

const ProcessPanel = lazy(() => import('./process-panel.tsx').then((module) => ({ default: module.ProcessPanel })))

/** The processes for one resource: its own, and those by filter. */
export function EntityProcessesPage() {
  const words = useTexts(processTexts)
  const { customerId, can } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const screen = useListScreen(processesSearch)
  const filter = { ...filterOf(screen.rows), entityId }
  const list = useInfiniteQuery(processListQuery(customerId, filter))
  const rows = useRows(list.data)
  const columns = useProcessColumns(screen.link)
  const { openKey } = screen
  const isEmpty = rows.length === 0 && !screen.isFiltered && !screen.search.scope
  const mayWrite = can(['@feature.myenvironment.write'])
  const create = mayWrite ? (
    <ButtonLink to="/my-environment/$customerId/$entityId/auto-actions/new" params={{ customerId, entityId }}>
      {words.create}
    </ButtonLink>
  ) : null
  return (
    <section aria-label={words.ofResource}>
      {mayWrite ? null : <p className={styles.dim}>{words.noRight}</p>}
      {isEmpty ? null : (
        <div className={styles.toolbar}>
          <div className={styles.actions}>
            <ProcessFilters screen={screen} />
          </div>
          <div className={styles.actions}>
            <ExportMenu onExport={(format) => downloadList(listProcesses, { params: { customerId }, query: filter }, format)} />
            {create}
          </div>
        </div>
      )}
      <ListRows
        screen={screen}
        list={list}
        label={words.ofResource}
        columns={columns}
        rowKey={({ processModelId }) => processModelId}
        words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
        empty={
          <EmptyState title={words.nothing} text={words.nothingText} icon={<Workflow size={28} strokeWidth={1.5} />}>
            {create}
          </EmptyState>
        }
      />
      <SidePanel label={words.details} isOpen={openKey !== undefined} onClose={screen.close}>
        <Suspense fallback={<DetailSkeleton />}>
          {openKey ? (
            <ProcessPanel key={openKey} customerId={customerId} processModelId={openKey} entityId={entityId} onClose={screen.close} />
          ) : null}
        </Suspense>
      </SidePanel>
    </section>
  )
}
