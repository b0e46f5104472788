import type { Transaction } from '#server/platform/database/transaction.ts'

export type WebhookHealthRow = {
  webhookId: string
  customer: { customerId: string; name: string }
  name: string
  createdAt: Date
  disabledAt: Date | null
  disabledBecause: 'person' | 'failing' | null
  failingSince: Date | null
  secretUnreadableSince: Date | null
  deliveredAt: Date | null
  /** Why the latest attempt failed, and the status it was answered with. */
  reason: string | null
  responseStatus: number | null
}

/** Of one customer or of all. */
export async function readWebhookHealthForAllCustomers(transaction: Transaction, customerId: string | null): Promise<WebhookHealthRow[]> {
  const latest = (condition: string) => `lateral (select d.finished_at, d.reason, d.response_status from webhook_delivery d
    where d.customer_id = w.customer_id and d.webhook_id = w.webhook_id and ${condition}
    order by d.created_at desc, d.delivery_id desc limit 1)`
  const { rows } = await transaction.query<WebhookHealthRow>(
    `select w.webhook_id as "webhookId", json_build_object('customerId', c.customer_id, 'name', c.name) as customer, w.name,
       w.created_at as "createdAt", w.disabled_at as "disabledAt", w.disabled_because as "disabledBecause",
       w.failing_since as "failingSince", w.secret_unreadable_since as "secretUnreadableSince", s.finished_at as "deliveredAt",
       f.reason, f.response_status as "responseStatus"
     from webhook w join customer c on c.customer_id = w.customer_id
     left join ${latest("d.state = 'delivered'")} s on true
     left join ${latest('d.reason is not null')} f on w.failing_since is not null or w.disabled_because = 'failing'
     where $1::text is null or w.customer_id = $1`,
    [customerId],
  )
  return rows
}
