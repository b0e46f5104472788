import { useInfiniteQuery } from '@tanstack/react-query'
import { type ChatDestination, listChatDestinations } from '@vakt/contract/deliveries/chat-destinations.ts'
import { MessagesSquare } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { chatDestinationsQuery } from './chat-destination-queries.ts'
import styles from './chat-destinations.module.css'
import { chatDestinationsTexts } from './chat-destinations.texts.ts'
import { chatDestinationsSearch } from './chat-destinations-search.ts'
import { ChatStanding } from './chat-standing.tsx'

const contents = () => import('./chat-destination-content.tsx')
const NewContent = lazy(() => contents().then((module) => ({ default: module.NewChatDestinationContent })))
const Content = lazy(() => contents().then((module) => ({ default: module.ChatDestinationContent })))

function useColumns(link: RowLink): Column<ChatDestination>[] {
  const words = useTexts(chatDestinationsTexts)
  const { locale } = useFormat()
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  return [
    { key: 'name', label: words.name, width: '14rem', phone: 'first', cell: ({ destinationId, name }) => link(destinationId, name) },
    { key: 'service', label: words.service, width: '10rem', phone: 'second', cell: ({ service }) => words.services[service] },
    {
      key: 'kinds',
      label: words.kindsLabel,
      phone: 'second',
      cell: ({ kinds }) => <span className={styles.kinds}>{list.format(kinds.map((kind) => words.kinds[kind]))}</span>,
    },
    {
      key: 'state',
      label: words.isEnabled,
      width: '11rem',
      phone: 'first',
      cell: (destination) => <ChatStanding destination={destination} />,
    },
  ]
}

/** The channels of Teams and Slack that the customer that is looked at has notices posted to. */
export function ChatDestinationsPage() {
  const words = useTexts(chatDestinationsTexts)
  const { customerId, name } = useShownCustomer()
  const screen = useListScreen(chatDestinationsSearch)
  const list = useInfiniteQuery(chatDestinationsQuery(customerId))
  const rows = useRows(list.data)
  const columns = useColumns(screen.link)
  const { openKey } = screen
  const opened = rows.find(({ destinationId }) => destinationId === openKey)
  const add = (
    <Button data-opens="new" onClick={() => screen.open({ chat: 'new' })}>
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
      onExport={(format) => downloadList(listChatDestinations, { params: { customerId } }, format)}
      columns={columns}
      rowKey={({ destinationId }) => destinationId}
      words={{ failed: words.listFailed }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<MessagesSquare size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      }
      panel={
        <SidePanel
          label={openKey === 'new' ? words.add : words.change}
          isOpen={openKey === 'new' || opened !== undefined}
          onClose={screen.close}
        >
          <Suspense fallback={<DetailSkeleton />}>
            {openKey === 'new' ? <NewContent customerId={customerId} onAdded={(chat) => screen.open({ chat })} /> : null}
            {opened ? <Content key={opened.destinationId} customerId={customerId} destination={opened} onClose={screen.close} /> : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
