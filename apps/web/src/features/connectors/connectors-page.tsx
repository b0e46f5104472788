import { useInfiniteQuery } from '@tanstack/react-query'
import { type Connector, listConnectors } from '@vakt/contract/connectors.ts'
import { CloudCog } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { connectorListQuery } from './connector-queries.ts'
import styles from './connectors.module.css'
import { connectorTexts } from './connectors.texts.ts'
import { connectorsSearch } from './connectors-search.ts'
import { RunStanding } from './run-standing.tsx'

const loadPanels = () => import('./connector-panel.tsx')
const ConnectorPanel = lazy(() => loadPanels().then((module) => ({ default: module.ConnectorPanel })))
const NewConnectorPanel = lazy(() => loadPanels().then((module) => ({ default: module.NewConnectorPanel })))

function useColumns(link: RowLink): Column<Connector>[] {
  const words = useTexts(connectorTexts)
  const format = useFormat()
  return [
    { key: 'name', label: words.name, phone: 'first', cell: ({ name, connectorId }) => link(connectorId, name) },
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
  const screen = useListScreen(connectorsSearch)
  const list = useInfiniteQuery(connectorListQuery(customerId))
  const rows = useRows(list.data)
  const columns = useColumns(screen.link)
  const { openKey } = screen
  const opened = rows.find(({ connectorId }) => connectorId === openKey)
  const add = (
    <Button data-opens="new" onClick={() => screen.open({ connector: 'new' })}>
      {words.add}
    </Button>
  )
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={words.intro(name)}
      action={rows.length > 0 ? add : null}
      onExport={(format) => downloadList(listConnectors, { params: { customerId } }, format)}
      columns={columns}
      rowKey={({ connectorId }) => connectorId}
      words={{ failed: words.listFailed }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<CloudCog size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      }
      panel={
        <SidePanel
          label={openKey === 'new' ? words.add : (opened?.name ?? words.title)}
          isOpen={openKey === 'new' || opened !== undefined}
          onClose={screen.close}
        >
          <Suspense fallback={<DetailSkeleton />}>
            {openKey === 'new' ? <NewConnectorPanel customerId={customerId} onCreated={(connector) => screen.open({ connector })} /> : null}
            {opened ? (
              <ConnectorPanel
                key={opened.connectorId}
                customerId={customerId}
                connector={opened}
                runId={screen.search.run}
                onRun={(run) => screen.open({ connector: opened.connectorId, ...(run ? { run } : {}) })}
                onClose={screen.close}
              />
            ) : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
