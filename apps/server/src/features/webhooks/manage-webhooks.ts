import { randomBytes, randomUUID } from 'node:crypto'
import type { NewWebhook, Webhook, WebhookDelivery } from '@vakt/contract/deliveries/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import type { SecretBox } from '#server/platform/keys/secret-box.ts'
import { findUrlProblem, type UrlProblem } from '#server/platform/outgoing/public-address.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { showSecret } from './sign-message.ts'
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  insertWebhookDeliveries,
  lockWebhook,
  markWebhookSecret,
  readStoredMessage,
  readWebhook,
  readWebhookDeliveryPage,
  readWebhookPage,
  updateWebhook,
  updateWebhookSecret,
  type WebhookRow,
} from './webhook-table.ts'

/** What secrets are encrypted with, and whether inner addresses may be called. */
export type WebhookSettings = { secrets: SecretBox; allowPrivate: boolean }

const maxPerCustomer = 20

const present = ({
  createdKey: _,
  createdAt,
  disabledAt,
  failingSince,
  pausedUntil,
  secretUnreadableSince,
  ...webhook
}: WebhookRow): Webhook => ({
  ...webhook,
  createdAt: createdAt.toISOString(),
  disabledAt: disabledAt?.toISOString() ?? null,
  failingSince: failingSince?.toISOString() ?? null,
  pausedUntil: pausedUntil?.toISOString() ?? null,
  secretUnreadableSince: secretUnreadableSince?.toISOString() ?? null,
})

const problemTexts: Record<UrlProblem, string> = {
  not_a_url: 'This is not an address. Write it as https://hooks.example.com/vakt.',
  not_https: 'The address must begin with https://.',
  has_credentials: 'The address must not carry a user name or password.',
  port: 'This port belongs to another protocol. Use 443, or one above 1023.',
  private_address: 'This address leads into a private network. Use one that is reachable from the internet.',
}

function checkUrl(url: string, { allowPrivate }: WebhookSettings): void {
  const problem = findUrlProblem(url, { allowPrivate })
  if (problem) throw Invalid.field('url', problemTexts[problem], `webhook.url_${problem}`)
}

async function find(transaction: Transaction, customerId: string, id: string): Promise<WebhookRow> {
  const webhook = await readWebhook(transaction, customerId, readUuid(id))
  if (!webhook) throw new NotFound()
  return webhook
}

export async function listWebhooks(
  context: Context,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<Webhook>> {
  const rows = await inTransaction(context, customerId, (transaction) => readWebhookPage(transaction, customerId, { after, limit }))
  const page = nextPage(rows, limit, ({ createdKey, webhookId }) => [createdKey, webhookId])
  return { ...page, rows: page.rows.map(present) }
}

/** The secret is in this answer only. */
export async function createWebhook(
  context: Context,
  customerId: string,
  wanted: NewWebhook,
  settings: WebhookSettings,
): Promise<Webhook & { secret: string }> {
  checkUrl(wanted.url, settings)
  const webhookId = randomUUID()
  const secret = randomBytes(32)
  const sealedSecret = settings.secrets.seal(webhookId, secret)
  return inTransaction(context, customerId, async (transaction) => {
    if ((await countWebhooks(transaction, customerId)) >= maxPerCustomer)
      throw Conflict.field('', `There are ${maxPerCustomer} webhooks already. Remove one first.`, 'webhook.too_many')
    const created = await insertWebhook(transaction, customerId, { ...wanted, webhookId, sealedSecret, now: context.now })
    await recordAction(transaction, context, customerId, {
      action: 'webhook.create',
      target: webhookId,
      details: { name: wanted.name, host: new URL(wanted.url).host, kinds: wanted.kinds, withPrivate: wanted.withPrivate },
    })
    return { ...present(created), secret: showSecret(secret) }
  })
}

export async function changeWebhook(
  context: Context,
  customerId: string,
  id: string,
  { version, ...wanted }: NewWebhook & { isEnabled: boolean; version: number },
  settings: WebhookSettings,
): Promise<Webhook> {
  checkUrl(wanted.url, settings)
  return inTransaction(context, customerId, async (transaction) => {
    await lockWebhook(transaction, customerId, readUuid(id))
    const before = await find(transaction, customerId, id)
    if (before.version !== version)
      throw Conflict.field('', 'Someone has changed this webhook in the meantime.', 'webhook.changed_meanwhile')
    const changed = await updateWebhook(transaction, customerId, { ...wanted, webhookId: before.webhookId, now: context.now })
    await recordAction(transaction, context, customerId, {
      action: 'webhook.change',
      target: before.webhookId,
      details: { ...wanted, url: undefined, host: new URL(wanted.url).host },
    })
    return present(changed)
  })
}

/** Replaces the secret at once; the new one is in this answer only. What failed because the old one was unreadable is sent. */
export async function renewWebhookSecret(
  context: Context,
  customerId: string,
  id: string,
  { secrets }: Pick<WebhookSettings, 'secrets'>,
): Promise<Webhook & { secret: string }> {
  const secret = randomBytes(32)
  return inTransaction(context, customerId, async (transaction) => {
    await lockWebhook(transaction, customerId, readUuid(id))
    const { webhookId } = await find(transaction, customerId, id)
    await updateWebhookSecret(transaction, customerId, webhookId, secrets.seal(webhookId, secret))
    await markWebhookSecret(transaction, webhookId, true, context.now)
    return { ...present(await find(transaction, customerId, id)), secret: showSecret(secret) }
  })
}

export async function removeWebhook(context: Context, customerId: string, id: string): Promise<undefined> {
  const webhookId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    if (!(await deleteWebhook(transaction, customerId, webhookId))) throw new NotFound()
  })
}

export async function testWebhook(context: Context, customerId: string, id: string): Promise<{ deliveryId: string }> {
  return inTransaction(context, customerId, async (transaction) => {
    const { webhookId, isEnabled } = await find(transaction, customerId, id)
    if (!isEnabled) throw Conflict.field('', 'The webhook is switched off.', 'webhook.is_off')
    const body = JSON.stringify({ type: 'test', timestamp: context.now.toISOString(), data: { webhookId } })
    const message = { customerId, webhookId, messageId: randomUUID(), eventId: null, ticketId: null, kind: 'test', body }
    const [deliveryId = ''] = await insertWebhookDeliveries(transaction, customerId, [message], context.now)
    return { deliveryId }
  })
}

export async function listWebhookDeliveries(
  context: Context,
  customerId: string,
  { webhookId: id, limit = 50 }: { webhookId: string; limit?: number },
  after: readonly string[] | null,
): Promise<Listing<WebhookDelivery>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const { webhookId } = await find(transaction, customerId, id)
    return readWebhookDeliveryPage(transaction, customerId, { webhookId, after, limit })
  })
  const page = nextPage(rows, limit, ({ createdKey, deliveryId }) => [createdKey, deliveryId])
  return {
    ...page,
    rows: page.rows.map(({ createdKey: _, createdAt, finishedAt, nextAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      nextAt: nextAt?.toISOString() ?? null,
    })),
  }
}

/** The same message with the same id, so that a receiver that had it already can tell. */
export async function redeliverWebhookDelivery(
  context: Context,
  customerId: string,
  id: string,
  delivery: string,
): Promise<{ deliveryId: string }> {
  return inTransaction(context, customerId, async (transaction) => {
    const { webhookId, isEnabled } = await find(transaction, customerId, id)
    const message = await readStoredMessage(transaction, customerId, { webhookId, deliveryId: readUuid(delivery) })
    if (!message) throw new NotFound()
    if (!isEnabled) throw Conflict.field('', 'The webhook is switched off.', 'webhook.is_off')
    const [deliveryId = ''] = await insertWebhookDeliveries(transaction, customerId, [{ ...message, eventId: null }], context.now)
    await recordAction(transaction, context, customerId, { action: 'webhook.redeliver', target: webhookId, details: { of: delivery } })
    return { deliveryId }
  })
}
