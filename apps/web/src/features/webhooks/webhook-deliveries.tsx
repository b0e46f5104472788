import { useInfiniteQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '@vakt/contract/deliveries/webhooks.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelHistory } from '#web/ui/overlay/panel-history.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { deliveryListQuery, useRedeliver } from './webhook-queries.ts'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'

/** What was sent, each unfolding into what went over and what came back. */
export function WebhookDeliveries({ customerId, webhook }: { customerId: string; webhook: Webhook }) {
  const words = useTexts(webhookTexts)
  const list = useInfiniteQuery(deliveryListQuery(customerId, webhook.webhookId))
  const redeliver = useRedeliver(customerId, webhook.webhookId)
  const rows = useRows(list.data)
  const sendAgain = (deliveryId: string) =>
    redeliver.mutate(deliveryId, {
      onSuccess: () => showToast(words.redelivered),
      onError: failureToast(words.failed),
    })
  return (
    <PanelHistory
      title={words.deliveries}
      words={{ failed: words.deliveriesFailed, nothing: words.noDeliveries, more: words.more }}
      list={list}
      rows={rows}
      keyOf={({ deliveryId }) => deliveryId}
    >
      {(delivery) => <Delivery delivery={delivery} onRedeliver={webhook.isEnabled ? () => sendAgain(delivery.deliveryId) : null} />}
    </PanelHistory>
  )
}

function Delivery({ delivery, onRedeliver }: { delivery: WebhookDelivery; onRedeliver: (() => void) | null }) {
  const words = useTexts(webhookTexts)
  const format = useFormat()
  const { state, responseStatus, reason, attempts, nextAt } = delivery
  return (
    <details className={styles.delivery}>
      <summary>
        <span className={styles.outcome} data-state={state}>
          {responseStatus ?? words.states[state]}
        </span>
        <span className={styles.kind}>
          {words.kinds[delivery.kind]} {delivery.ticketId ? `#${delivery.ticketId}` : ''}
        </span>
        <span className={styles.when}>
          <RelativeTime iso={delivery.createdAt} />
        </span>
      </summary>
      <div className={styles.inside}>
        <p className={styles.help}>
          {[
            words.states[state],
            attempts > 0 ? words.attempts(attempts) : '',
            reason ? (words.reasons[reason] ?? reason) : '',
            nextAt && attempts > 0 ? words.nextAt(format.exact(nextAt)) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {delivery.requestHead ? <Head title={words.request} text={delivery.requestHead} /> : null}
        <Head title={words.body} text={JSON.stringify(JSON.parse(delivery.body), null, 2)} />
        {attempts > 0 ? <Head title={words.response} text={delivery.responseHead ?? words.noResponse} /> : null}
        {onRedeliver ? (
          <div>
            <Button variant="default" size="compact-md" onClick={onRedeliver}>
              {words.redeliver}
            </Button>
          </div>
        ) : null}
      </div>
    </details>
  )
}

const Head = ({ title, text }: { title: string; text: string }) => (
  <div>
    <h4 className={styles.headTitle}>{title}</h4>
    <pre className={styles.head}>{text}</pre>
  </div>
)
