import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listMonitoringSources, type MonitoringSource } from '@vakt/contract/monitoring-sources.ts'
import { RadioTower } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { FilterTabs } from '#web/ui/filter-tabs.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/row-table.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { DetailSkeleton } from '#web/ui/skeleton.tsx'
import { useRows } from '#web/ui/use-rows.ts'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { SourceBadge } from './source-badge.tsx'
import { type SourceFilter, sourceListQuery } from './source-queries.ts'
import { type SourceScope, type SourcesSearch, sourcesSearch } from './sources-search.ts'

const NewSource = lazy(() => import('./new-source.tsx').then((module) => ({ default: module.NewSource })))
const SourceContent = lazy(() => import('./source-content.tsx').then((module) => ({ default: module.SourceContent })))

function useColumns(search: SourcesSearch): Column<MonitoringSource>[] {
  const words = useTexts(sourceTexts)
  const format = useFormat()
  return [
    {
      key: 'name',
      label: words.name,
      phone: 'first',
      cell: ({ sourceId, name }) => (
        <Link
          to="/admin/sources"
          search={(before) => ({ ...before, ...search, source: sourceId })}
          replace
          resetScroll={false}
          data-row-link
          data-source={sourceId}
        >
          {name}
        </Link>
      ),
    },
    { key: 'state', label: words.state, width: '12rem', phone: 'first', cell: (source) => <SourceBadge source={source} /> },
    {
      key: 'customer',
      label: words.customer,
      width: '12rem',
      phone: 'second',
      cell: ({ customer }) => (customer.isProvider ? words.allCustomers(customer.name) : customer.name),
    },
    {
      key: 'formats',
      label: words.formats,
      width: '11rem',
      phone: 'hidden',
      cell: ({ formats }) => (formats ? formats.map((one) => words.formatNames[one]).join(', ') : words.anyFormat),
    },
    {
      key: 'last',
      label: words.lastSignal,
      width: '9rem',
      phone: 'second',
      cell: ({ lastSignalAt }) => (
        <span className={styles.dim}>
          {lastSignalAt ? <RelativeTime iso={lastSignalAt} /> : <span className={styles.never}>{words.never}</span>}
        </span>
      ),
    },
    {
      key: 'signals',
      label: words.signals,
      width: '9rem',
      phone: 'hidden',
      cell: ({ signals, signalsLastDay }) => (
        <span className={styles.dim} title={words.signalsHelp(format.number(signalsLastDay), format.number(signals))}>
          {format.number(signalsLastDay)} / {format.number(signals)}
        </span>
      ),
    },
  ]
}

function useFilter({ scope, q }: SourcesSearch): SourceFilter {
  const { customerId } = useShownCustomer()
  return { ...(q ? { q } : {}), ...(scope === 'customer' ? { customerId } : {}), ...(scope === 'revoked' ? { revoked: true } : {}) }
}

/** Who sends signals, how each of them is, and what is needed to connect another. */
export function SourcesPage() {
  const words = useTexts(sourceTexts)
  const navigate = useNavigate()
  const { customerId, name } = useShownCustomer()
  const { source: openId, ...search } = sourcesSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const filter = useFilter(search)
  const list = useInfiniteQuery(sourceListQuery(filter))
  const rows = useRows(list.data)
  const opened = rows.find(({ sourceId }) => sourceId === openId)
  const columns = useColumns(search)
  const goTo = (next: SourcesSearch) => void navigate({ to: '/admin/sources', search: next, replace: true, resetScroll: false })
  const close = () => {
    goTo(search)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-source="${CSS.escape(openId ?? '')}"]`)?.focus())
  }
  const add = <Button onClick={() => goTo({ ...search, source: 'new' })}>{words.add}</Button>
  const isFiltered = search.q !== undefined || search.scope !== undefined
  return (
    <ListPage
      title={words.title}
      conclusion={words.conclusion(rows.map(({ state }) => state))}
      action={
        <div className={styles.actions}>
          {rows.length > 0 ? <ExportMenu onExport={(format) => downloadList(listMonitoringSources, { query: filter }, format)} /> : null}
          {rows.length > 0 || isFiltered ? add : null}
        </div>
      }
      filters={
        <>
          <FilterSearch label={words.search} value={search.q ?? ''} onChange={(q) => goTo(sourcesSearch({ ...search, q }))} />
          <FilterTabs<SourceScope>
            label={words.which}
            value={search.scope ?? 'all'}
            options={[
              { value: 'all', label: words.scopes.all },
              { value: 'customer', label: name },
              { value: 'revoked', label: words.scopes.revoked },
            ]}
            onChange={(scope) => goTo(sourcesSearch({ ...search, scope }))}
          />
        </>
      }
    >
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={words.title}
        columns={columns}
        rows={rows}
        rowKey={({ sourceId }) => sourceId}
        openKey={openId}
        empty={
          isFiltered ? (
            <NothingMatches
              title={search.scope === 'revoked' && !search.q ? words.noneRevoked : words.nothingMatches}
              onClear={() => goTo({})}
            />
          ) : (
            <EmptyState title={words.nothing} text={words.nothingText} icon={<RadioTower size={28} strokeWidth={1.5} />}>
              {add}
            </EmptyState>
          )
        }
      />
      <SidePanel label={openId === 'new' ? words.add : words.details} isOpen={openId === 'new' || opened !== undefined} onClose={close}>
        <Suspense fallback={<DetailSkeleton />}>
          {openId === 'new' ? <NewSource key={customerId} onClose={close} /> : null}
          {opened ? <SourceContent key={opened.sourceId} source={opened} onClose={close} /> : null}
        </Suspense>
      </SidePanel>
    </ListPage>
  )
}
