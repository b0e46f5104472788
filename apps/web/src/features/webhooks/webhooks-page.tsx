import { useInfiniteQuery } from '@tanstack/react-query'
import { listWebhooks, type Webhook } from '@vakt/contract/deliveries/webhooks.ts'
import { Webhook as WebhookIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
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
  const list = useInfiniteQuery(webhookListQuery(customerId))
  const rows = useRows(list.data)
  const columns = useColumns(screen.link)
  const { openKey } = screen
  const opened = rows.find(({ webhookId }) => webhookId === openKey)
  const add = (
    <Button data-opens="new" onClick={() => screen.open({ webhook: 'new' })}>
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
      onExport={(format) => downloadList(listWebhooks, { params: { customerId } }, format)}
      columns={columns}
      rowKey={({ webhookId }) => webhookId}
      words={{ failed: words.listFailed }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<WebhookIcon size={28} strokeWidth={1.5} />}>
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
            {openKey === 'new' ? <NewWebhookContent customerId={customerId} onClose={screen.close} /> : null}
            {opened ? <WebhookContent key={opened.webhookId} customerId={customerId} webhook={opened} onClose={screen.close} /> : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
