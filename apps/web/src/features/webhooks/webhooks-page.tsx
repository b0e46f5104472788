import { useInfiniteQuery } from '@tanstack/react-query'
import { listWebhooks, type Webhook } from '@vakt/contract/deliveries/webhooks.ts'
import { Webhook as WebhookIcon } from 'lucide-react'
import { lazy } from 'react'
import { PanelList } from '#web/lists/panel-list.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { Column } from '#web/ui/table/row-table.tsx'
import { webhookListQuery } from './webhook-queries.ts'
import { WebhookStanding } from './webhook-standing.tsx'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'
import { webhooksSearch } from './webhooks-search.ts'

const NewWebhookContent = lazy(() => import('./new-webhook.tsx').then((module) => ({ default: module.NewWebhookContent })))
const WebhookContent = lazy(() => import('./webhook-content.tsx').then((module) => ({ default: module.WebhookContent })))

function useColumns(link: RowLink): Column<Webhook>[] {
  const words = useTexts(webhookTexts)
  return [
    { key: 'name', label: words.name, width: '14rem', phone: 'first', cell: ({ webhookId, name }) => link(webhookId, name) },
    { key: 'url', label: words.url, phone: 'second', cell: ({ url }) => <span className={styles.url}>{url}</span> },
    { key: 'state', label: words.isEnabled, width: '11rem', phone: 'first', cell: (webhook) => <WebhookStanding webhook={webhook} /> },
  ]
}

/** Where the customer that is looked at has its events sent. */
export function WebhooksPage() {
  const words = useTexts(webhookTexts)
  const { customerId, name } = useShownCustomer()
  const screen = useListScreen(webhooksSearch)
  return (
    <PanelList
      screen={screen}
      list={useInfiniteQuery(webhookListQuery(customerId))}
      words={words}
      conclusion={words.intro(name)}
      addLabel={words.add}
      detailsLabel={words.change}
      icon={WebhookIcon}
      onExport={(format) => downloadList(listWebhooks, { params: { customerId } }, format)}
      columns={useColumns(screen.link)}
      rowKey={({ webhookId }) => webhookId}
      form={<NewWebhookContent customerId={customerId} onClose={screen.close} />}
      details={(webhook) => <WebhookContent customerId={customerId} webhook={webhook} onClose={screen.close} />}
    />
  )
}
