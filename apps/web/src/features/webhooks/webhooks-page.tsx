import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Webhook } from '@vakt/contract/webhooks.ts'
import { Webhook as WebhookIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { type Column, RowTable } from '#web/ui/row-table.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { DetailSkeleton, ListSkeleton } from '#web/ui/skeleton.tsx'
import { webhookListQuery } from './webhook-queries.ts'
import { WebhookStanding } from './webhook-standing.tsx'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'
import { type WebhooksSearch, webhooksSearch } from './webhooks-search.ts'

const NewWebhookContent = lazy(() => import('./new-webhook.tsx').then((module) => ({ default: module.NewWebhookContent })))
const WebhookContent = lazy(() => import('./webhook-content.tsx').then((module) => ({ default: module.WebhookContent })))

/** Where the customer that is looked at has its events sent. */
export function WebhooksPage() {
  const words = useTexts(webhookTexts)
  const { customerId, name } = useShownCustomer()
  const list = useQuery(webhookListQuery(customerId))
  const navigate = useNavigate()
  const { webhook: openId } = webhooksSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const rows = list.data ?? []
  const opened = rows.find(({ webhookId }) => webhookId === openId)
  const columns: Column<Webhook>[] = [
    {
      key: 'name',
      label: words.name,
      width: '14rem',
      phone: 'first',
      cell: (webhook) => (
        <Link to="/admin/webhooks" search={{ webhook: webhook.webhookId }} replace resetScroll={false} data-row-link>
          {webhook.name}
        </Link>
      ),
    },
    { key: 'url', label: words.url, phone: 'second', cell: ({ url }) => <span className={styles.url}>{url}</span> },
    { key: 'state', label: words.isEnabled, width: '11rem', phone: 'first', cell: (webhook) => <WebhookStanding webhook={webhook} /> },
  ]
  const goTo = (search: WebhooksSearch) => void navigate({ to: '/admin/webhooks', search, replace: true, resetScroll: false })
  const add = <Button onClick={() => goTo({ webhook: 'new' })}>{words.add}</Button>
  const close = () => goTo({})
  return (
    <ListPage title={words.title} conclusion={words.intro(name)} action={rows.length > 0 ? add : null}>
      {list.isPending ? (
        <ListSkeleton rows={3} />
      ) : list.isError && !list.data ? (
        <ErrorState title={words.listFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length > 0 ? (
        <RowTable label={words.title} columns={columns} rows={rows} rowKey={({ webhookId }) => webhookId} openKey={openId} />
      ) : (
        <EmptyState title={words.nothing} text={words.nothingText} icon={<WebhookIcon size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      )}
      <SidePanel label={openId === 'new' ? words.add : words.change} isOpen={openId === 'new' || opened !== undefined} onClose={close}>
        <Suspense fallback={<DetailSkeleton />}>
          {openId === 'new' ? <NewWebhookContent customerId={customerId} onClose={close} /> : null}
          {opened ? <WebhookContent key={opened.webhookId} customerId={customerId} webhook={opened} onClose={close} /> : null}
        </Suspense>
      </SidePanel>
    </ListPage>
  )
}
