import type { NewWebhook, Webhook, WebhookDelivery } from '@vakt/contract/deliveries/webhooks.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { SealedColumn } from '#server/platform/keys/sealed-column-table.ts'

/** The queue of the work queue that sends to webhooks: its rows are deliveries, its keys webhooks. */
export const webhookQueueName = 'send-webhooks'

type QueuedDelivery = { customerId: string; webhookId: string; deliveryId: string }

const enqueueDeliveries = (transaction: Transaction, deliveries: QueuedDelivery[], due?: Date) =>
  enqueueJobs(
    transaction,
    deliveries.map(({ customerId, webhookId, deliveryId }) => ({
      queue: webhookQueueName,
      customerId,
      rowId: deliveryId,
      key: webhookId,
      ...(due && { due }),
    })),
  )

export type WebhookRow = Omit<Webhook, 'createdAt' | 'disabledAt' | 'failingSince' | 'pausedUntil' | 'secretUnreadableSince'> & {
  secretUnreadableSince: Date | null
  createdAt: Date
  disabledAt: Date | null
  failingSince: Date | null
  pausedUntil: Date | null
  createdKey: string
}

const columns = `webhook_id as "webhookId", name, url, kinds, with_private as "withPrivate", disabled_at is null as "isEnabled",
  disabled_because as "disabledBecause", disabled_at as "disabledAt", failing_since as "failingSince", paused_until as "pausedUntil",
  secret_unreadable_since as "secretUnreadableSince", version, created_at as "createdAt",
  created_at::text as "createdKey"`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readWebhookPage(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<WebhookRow[]> {
  const { rows } = await transaction.query<WebhookRow>(
    `select ${columns} from webhook where customer_id = $1 and ($2::timestamptz is null or (created_at, webhook_id) < ($2, $3::uuid))
     order by created_at desc, webhook_id desc limit $4`,
    [customerId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function readWebhook(transaction: Transaction, customerId: string, webhookId: string): Promise<WebhookRow | undefined> {
  const { rows } = await transaction.query<WebhookRow>(`select ${columns} from webhook where customer_id = $1 and webhook_id = $2`, [
    customerId,
    webhookId,
  ])
  return rows[0]
}

/** No one else changes it until the transaction ends. */
export async function lockWebhook(transaction: Transaction, customerId: string, webhookId: string): Promise<void> {
  await transaction.query('select from webhook where customer_id = $1 and webhook_id = $2 for update', [customerId, webhookId])
}

/** By id; the host is that of the receiver. */
export async function readNamedWebhooksForAllCustomers(
  transaction: Transaction,
  webhooks: readonly { customerId: string; subjectId: string }[],
): Promise<Map<string, { name: string; host: string }>> {
  const { rows } = await transaction.query<{ webhookId: string; name: string; host: string }>(
    `select webhook_id as "webhookId", name, coalesce(substring(url from '^https?://([^/?#]+)'), url) as host
     from webhook where (customer_id, webhook_id) in (select * from unnest($1::text[], $2::uuid[]))`,
    [webhooks.map(({ customerId }) => customerId), webhooks.map(({ subjectId }) => subjectId)],
  )
  return new Map(rows.map(({ webhookId, ...webhook }) => [webhookId, webhook]))
}

export async function countWebhooks(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>('select count(*)::int as count from webhook where customer_id = $1', [
    customerId,
  ])
  return rows[0]?.count ?? 0
}

export async function insertWebhook(
  transaction: Transaction,
  customerId: string,
  webhook: NewWebhook & { webhookId: string; sealedSecret: Buffer; now: Date },
): Promise<WebhookRow> {
  const { rows } = await transaction.query<WebhookRow>(
    `insert into webhook (customer_id, webhook_id, name, url, kinds, with_private, sealed_secret, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [customerId, webhook.webhookId, webhook.name, webhook.url, webhook.kinds, webhook.withPrivate, webhook.sealedSecret, webhook.now],
  )
  if (!rows[0]) throw new Error('The webhook was not stored.')
  return rows[0]
}

export async function updateWebhook(
  transaction: Transaction,
  customerId: string,
  webhook: NewWebhook & { webhookId: string; isEnabled: boolean; now: Date },
): Promise<WebhookRow> {
  const { rows } = await transaction.query<WebhookRow>(
    `update webhook set name = $3, url = $4, kinds = $5, with_private = $6, version = version + 1,
       disabled_at = case when $7 then null else coalesce(disabled_at, $8) end,
       disabled_because = case when $7 then null else coalesce(disabled_because, 'person') end,
       told_off_at = case when $7 then null else told_off_at end,
       failing_since = case when $7 and disabled_at is not null then null else failing_since end,
       failures = case when $7 and disabled_at is not null then 0 else failures end,
       paused_until = case when $7 and disabled_at is not null then null else paused_until end
     where customer_id = $1 and webhook_id = $2 returning ${columns}`,
    [customerId, webhook.webhookId, webhook.name, webhook.url, webhook.kinds, webhook.withPrivate, webhook.isEnabled, webhook.now],
  )
  if (!rows[0]) throw new Error('The webhook was not stored.')
  return rows[0]
}

export async function updateWebhookSecret(
  transaction: Transaction,
  customerId: string,
  webhookId: string,
  sealedSecret: Buffer,
): Promise<void> {
  await transaction.query('update webhook set sealed_secret = $3, version = version + 1 where customer_id = $1 and webhook_id = $2', [
    customerId,
    webhookId,
    sealedSecret,
  ])
}

/** Marks whether the secret can be decrypted. Once it can be again, the deliveries that failed for it are sent, the oldest first. */
export async function markWebhookSecret(transaction: Transaction, webhookId: string, isReadable: boolean, now: Date): Promise<void> {
  if (!isReadable) {
    await transaction.query('update webhook set secret_unreadable_since = coalesce(secret_unreadable_since, $2) where webhook_id = $1', [
      webhookId,
      now,
    ])
    return
  }
  await transaction.query('update webhook set secret_unreadable_since = null where webhook_id = $1', [webhookId])
  const { rows } = await transaction.query<QueuedDelivery>(
    `update webhook_delivery d set state = 'waiting', next_at = least(d.created_at, $2), attempts = 0, finished_at = null
     from webhook w where w.webhook_id = $1 and w.disabled_at is null and d.customer_id = w.customer_id and d.webhook_id = w.webhook_id
       and d.state = 'failed' and d.reason = 'secret_unreadable'
     returning d.customer_id as "customerId", d.webhook_id as "webhookId", d.delivery_id as "deliveryId"`,
    [webhookId, now],
  )
  await enqueueDeliveries(transaction, rows)
}

export const webhookSecretColumn: Omit<SealedColumn, 'box'> = {
  table: 'webhook',
  id: 'webhook_id',
  column: 'sealed_secret',
  markReadable: markWebhookSecret,
}

export async function deleteWebhook(transaction: Transaction, customerId: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from webhook where customer_id = $1 and webhook_id = $2', [customerId, webhookId])
  return rowCount === 1
}

export type WebhookDeliveryRow = Omit<WebhookDelivery, 'createdAt' | 'finishedAt' | 'nextAt'> & {
  createdAt: Date
  finishedAt: Date | null
  nextAt: Date | null
  createdKey: string
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readWebhookDeliveryPage(
  transaction: Transaction,
  customerId: string,
  { webhookId, after, limit }: { webhookId: string; after: readonly string[] | null; limit: number },
): Promise<WebhookDeliveryRow[]> {
  const { rows } = await transaction.query<WebhookDeliveryRow>(
    `select delivery_id as "deliveryId", 'msg_' || replace(message_id::text, '-', '') as "messageId", kind, ticket_id as "ticketId",
       case when state = 'claimed' then 'waiting' else state end as state, attempts, case when state = 'waiting' then next_at end as "nextAt",
       reason, response_status as "responseStatus", request_head as "requestHead", response_head as "responseHead", body,
       took_ms as "tookMilliseconds", created_at as "createdAt", finished_at as "finishedAt", created_at::text as "createdKey"
     from webhook_delivery where customer_id = $1 and webhook_id = $2
       and ($3::timestamptz is null or (created_at, delivery_id) < ($3, $4::uuid))
     order by created_at desc, delivery_id desc limit $5`,
    [customerId, webhookId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export type NewWebhookDelivery = {
  customerId: string
  webhookId: string
  messageId: string
  eventId: string | null
  ticketId: string | null
  kind: string
  body: string
}

/** An event goes to a webhook once, however often it is worked through; a redelivery or test carries no event. */
export async function insertWebhookDeliveries(
  transaction: Transaction,
  customerId: string | null,
  deliveries: NewWebhookDelivery[],
  now: Date,
): Promise<string[]> {
  if (customerId !== null && deliveries.some((delivery) => delivery.customerId !== customerId)) throw new Error('Of another customer.')
  const column = <Key extends keyof NewWebhookDelivery>(key: Key) => deliveries.map((delivery) => delivery[key])
  const { rows } = await transaction.query<QueuedDelivery>(
    `insert into webhook_delivery (customer_id, webhook_id, message_id, event_id, ticket_id, kind, body, next_at, created_at)
     select d.*, $8, $8 from unnest($1::text[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) as d
     on conflict (webhook_id, event_id) where event_id is not null do nothing
     returning customer_id as "customerId", webhook_id as "webhookId", delivery_id as "deliveryId"`,
    [
      column('customerId'),
      column('webhookId'),
      column('messageId'),
      column('eventId'),
      column('ticketId'),
      column('kind'),
      column('body'),
      now,
    ],
  )
  await enqueueDeliveries(transaction, rows)
  return rows.map(({ deliveryId }) => deliveryId)
}

export async function readStoredMessage(
  transaction: Transaction,
  customerId: string,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<Omit<NewWebhookDelivery, 'eventId'> | undefined> {
  const { rows } = await transaction.query<Omit<NewWebhookDelivery, 'eventId'>>(
    `select customer_id as "customerId", webhook_id as "webhookId", message_id as "messageId", ticket_id as "ticketId", kind, body
     from webhook_delivery where customer_id = $1 and webhook_id = $2 and delivery_id = $3`,
    [customerId, webhookId, deliveryId],
  )
  return rows[0]
}

export type ListeningWebhook = { customerId: string; webhookId: string; kinds: string[]; withPrivate: boolean }

/** None of them can be removed until the transaction ends. */
export async function readListeningWebhooksForAllCustomers(transaction: Transaction, customerIds: string[]): Promise<ListeningWebhook[]> {
  const { rows } = await transaction.query<ListeningWebhook>(
    `select customer_id as "customerId", webhook_id as "webhookId", kinds, with_private as "withPrivate"
     from webhook where customer_id = any($1) and disabled_at is null for key share`,
    [customerIds],
  )
  return rows
}
