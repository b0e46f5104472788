import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Connector } from '@vakt/contract/connectors.ts'
import { CloudCog } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, RowTable } from '#web/ui/row-table.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { DetailSkeleton, ListSkeleton } from '#web/ui/skeleton.tsx'
import { connectorListQuery } from './connector-queries.ts'
import styles from './connectors.module.css'
import { connectorTexts } from './connectors.texts.ts'
import { type ConnectorsSearch, connectorsSearch } from './connectors-search.ts'
import { RunStanding } from './run-standing.tsx'

const loadPanels = () => import('./connector-panel.tsx')
const ConnectorPanel = lazy(() => loadPanels().then((module) => ({ default: module.ConnectorPanel })))
const NewConnectorPanel = lazy(() => loadPanels().then((module) => ({ default: module.NewConnectorPanel })))

function useColumns(): Column<Connector>[] {
  const words = useTexts(connectorTexts)
  const format = useFormat()
  return [
    {
      key: 'name',
      label: words.name,
      phone: 'first',
      cell: ({ name, connectorId }) => (
        <Link to="/admin/connectors" search={{ connector: connectorId }} replace resetScroll={false} data-row-link>
          {name}
        </Link>
      ),
    },
    {
      key: 'kind',
      label: words.kind,
      width: '11rem',
      phone: 'hidden',
      cell: ({ kind }) => <span className={styles.dim}>{words.kinds[kind]}</span>,
    },
    { key: 'entities', label: words.entitiesLabel, width: '7rem', phone: 'hidden', cell: ({ entities }) => format.number(entities) },
    { key: 'state', label: words.latest, width: '11rem', phone: 'first', cell: (connector) => <RunStanding connector={connector} /> },
    {
      key: 'when',
      label: words.when,
      width: '8rem',
      phone: 'second',
      cell: ({ latestRun }) =>
        latestRun ? (
          <span className={styles.dim}>
            <RelativeTime iso={latestRun.finishedAt ?? latestRun.createdAt} />
          </span>
        ) : null,
    },
    {
      key: 'next',
      label: words.next,
      width: '11rem',
      phone: 'hidden',
      cell: ({ nextAt }) => <span className={styles.dim}>{nextAt ? format.exact(nextAt) : words.none}</span>,
    },
  ]
}

/** Where the entities of the customer that is looked at come from. */
export function ConnectorsPage() {
  const words = useTexts(connectorTexts)
  const { customerId, name } = useShownCustomer()
  const navigate = useNavigate()
  const { connector: openId, run } = connectorsSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const list = useQuery(connectorListQuery(customerId))
  const rows = list.data ?? []
  const opened = rows.find(({ connectorId }) => connectorId === openId)
  const columns = useColumns()
  const goTo = (search: ConnectorsSearch) => void navigate({ to: '/admin/connectors', search, replace: true, resetScroll: false })
  const add = <Button onClick={() => goTo({ connector: 'new' })}>{words.add}</Button>
  const close = () => goTo({})
  return (
    <ListPage title={words.title} conclusion={words.intro(name)} action={rows.length > 0 ? add : null}>
      {list.isPending ? (
        <ListSkeleton rows={3} />
      ) : list.isError && !list.data ? (
        <ErrorState title={words.listFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length > 0 ? (
        <RowTable label={words.title} columns={columns} rows={rows} rowKey={({ connectorId }) => connectorId} openKey={openId} />
      ) : (
        <EmptyState title={words.nothing} text={words.nothingText} icon={<CloudCog size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      )}
      <SidePanel
        label={openId === 'new' ? words.add : (opened?.name ?? words.title)}
        isOpen={openId === 'new' || opened !== undefined}
        onClose={close}
      >
        <Suspense fallback={<DetailSkeleton />}>
          {openId === 'new' ? <NewConnectorPanel customerId={customerId} onCreated={(connector) => goTo({ connector })} /> : null}
          {opened ? (
            <ConnectorPanel
              key={opened.connectorId}
              customerId={customerId}
              connector={opened}
              runId={run}
              onRun={(runId) => goTo({ connector: opened.connectorId, ...(runId ? { run: runId } : {}) })}
              onClose={close}
            />
          ) : null}
        </Suspense>
      </SidePanel>
    </ListPage>
  )
}
