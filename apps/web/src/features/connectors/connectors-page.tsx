import { useInfiniteQuery } from '@tanstack/react-query'
import { type Connector, listConnectors } from '@vakt/contract/connectors.ts'
import { CloudCog } from 'lucide-react'
import { lazy } from 'react'
import { PanelList } from '#web/lists/panel-list.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
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
  return (
    <PanelList
      screen={screen}
      list={useInfiniteQuery(connectorListQuery(customerId))}
      words={words}
      conclusion={words.intro(name)}
      addLabel={words.add}
      detailsLabel={({ name }) => name}
      icon={CloudCog}
      onExport={(format) => downloadList(listConnectors, { params: { customerId } }, format)}
      columns={useColumns(screen.link)}
      rowKey={({ connectorId }) => connectorId}
      form={<NewConnectorPanel customerId={customerId} onCreated={(connector) => screen.open({ connector })} />}
      details={(connector) => (
        <ConnectorPanel
          customerId={customerId}
          connector={connector}
          runId={screen.search.run}
          onRun={(run) => screen.open({ connector: connector.connectorId, ...(run ? { run } : {}) })}
          onClose={screen.close}
        />
      )}
    />
  )
}
