import { useInfiniteQuery } from '@tanstack/react-query'
import { type ChatDestination, listChatDestinations } from '@vakt/contract/deliveries/chat-destinations.ts'
import { MessagesSquare } from 'lucide-react'
import { lazy } from 'react'
import { PanelList } from '#web/lists/panel-list.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { Column } from '#web/ui/table/row-table.tsx'
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
  return (
    <PanelList
      screen={screen}
      list={useInfiniteQuery(chatDestinationsQuery(customerId))}
      words={words}
      conclusion={words.intro(name)}
      addLabel={words.add}
      detailsLabel={words.change}
      icon={MessagesSquare}
      onExport={(format) => downloadList(listChatDestinations, { params: { customerId } }, format)}
      columns={useColumns(screen.link)}
      rowKey={({ destinationId }) => destinationId}
      form={<NewContent customerId={customerId} onAdded={(chat) => screen.open({ chat })} />}
      details={(destination) => <Content customerId={customerId} destination={destination} onClose={screen.close} />}
    />
  )
}
