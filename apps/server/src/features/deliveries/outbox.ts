import type { DeliveryChannel, DeliveryState, OutboxMessage, TicketDelivery } from '@vakt/contract/deliveries/deliveries.ts'
import { readBrandingForAllCustomers } from '#server/platform/branding/branding-table.ts'
import { senderOf } from '#server/platform/branding/mail-brand.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { keepAnswerAtCaller } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { headersOf } from '#server/platform/mail/compose-mail.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { channelEntries, channels } from './channels.ts'
import { previewPath } from './mail-preview.ts'
import {
  countOutboxForAllCustomers,
  isTicketThere,
  makeDeliveryDue,
  type OutboxRow,
  readOutboxMessageForAllCustomers,
  readOutboxPageForAllCustomers,
  readTicketDeliveryPage,
  type TicketDeliveryRow,
} from './outbox-table.ts'
import { preferencesUrl } from './portal-links.ts'

/** What the outbox must know of how messages are sent. */
export type Outgoing = {
  origin: string
  from: MailAddress
  /** Whether mails can come from no other mailbox. */
  isSenderFixed?: boolean
  mailServer: string | null
  previewSecret: Buffer
  phone?: PhoneSettings | undefined
}

/** The channels that something leaves on. */
const sendingChannels = ({ mailServer, phone }: Outgoing): DeliveryChannel[] =>
  channelEntries.flatMap(([name, { isSending }]) => (isSending({ isSending: mailServer !== null, phone }) ? name : []))

const present = <Row extends TicketDeliveryRow | OutboxRow>({ createdKey: _, createdAt, finishedAt, nextAt, ...row }: Row) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  nextAt: nextAt?.toISOString() ?? null,
})
const keyOf = ({ createdKey, deliveryId }: TicketDeliveryRow) => [createdKey, deliveryId]

export async function listTicketDeliveries(
  context: Context,
  customerId: string,
  { ticketId: id, limit = 50 }: { ticketId: string; limit?: number },
  after: readonly string[] | null,
): Promise<Listing<TicketDelivery>> {
  const ticketId = readNumericId(id)
  const rows = await inTransaction(context, customerId, async (transaction) => {
    if (!(await isTicketThere(transaction, customerId, ticketId))) throw new NotFound()
    return readTicketDeliveryPage(transaction, customerId, { ticketId, after, limit })
  })
  const page = nextPage(rows, limit, keyOf)
  return { ...page, rows: page.rows.map(present) }
}

export async function listOutbox(
  context: Context,
  { limit = 50, ...filter }: { limit?: number; state?: DeliveryState[]; channel?: DeliveryChannel[]; q?: string },
  after: readonly string[] | null,
): Promise<Listing<OutboxMessage>> {
  const rows = await readForAllCustomers(context, (transaction) => readOutboxPageForAllCustomers(transaction, { ...filter, after, limit }))
  const page = nextPage(rows, limit, keyOf)
  return { ...page, rows: page.rows.map(present) }
}

export async function getOutboxMessage(context: Context, id: string, { origin, from, isSenderFixed = false, previewSecret }: Outgoing) {
  const deliveryId = readUuid(id)
  const { found, branding } = await readForAllCustomers(context, async (transaction) => ({
    found: await readOutboxMessageForAllCustomers(transaction, deliveryId),
    branding: await readBrandingForAllCustomers(transaction),
  }))
  if (!found) throw new NotFound()
  const { text, html, thread, messageId, recipientId, attachment, ...row } = found
  const attachments = attachment ? [`${attachment.report}.pdf`] : []
  const { addressKind, show = () => text } = channels[row.channel]
  if (addressKind !== 'mail')
    return { ...present(row), headers: [], text: show({ subject: row.subject, text }), attachments, previewPath: null }
  const mail = {
    to: row.recipient,
    subject: row.subject,
    text,
    html,
    messageId,
    thread,
    preferencesUrl: recipientId === null ? null : preferencesUrl(origin),
    date: row.createdAt,
  }
  return {
    ...present(row),
    headers: headersOf(mail, senderOf(branding, from, isSenderFixed)),
    text,
    attachments,
    previewPath: previewPath(previewSecret, deliveryId, context.now),
  }
}

export async function getOutboxState(context: Context, outgoing: Outgoing) {
  const { mailServer } = outgoing
  return { mailServer, channels: sendingChannels(outgoing), counts: await readForAllCustomers(context, countOutboxForAllCustomers) }
}

export async function retryOutboxMessage(context: Context, id: string, outgoing: Outgoing): Promise<undefined> {
  const deliveryId = readUuid(id)
  const found = await readForAllCustomers(context, (transaction) => readOutboxMessageForAllCustomers(transaction, deliveryId))
  if (!found) throw new NotFound()
  const sending = sendingChannels(outgoing)
  const { customerId, channel } = found
  if (!sending.includes(channel)) {
    if (channel === 'mail')
      throw Conflict.field('', 'There is no mail server to send it with. Set SMTP_URL and MAIL_FROM.', 'outbox.no_mail_server')
    throw Conflict.field('', 'No provider is configured to send it with. Set SMS_PROVIDER or VOICE_PROVIDER.', 'outbox.no_phone_provider')
  }
  await inTransaction(context, customerId, async (transaction) => {
    if (!(await makeDeliveryDue(transaction, customerId, deliveryId, { channels: sending, now: context.now })))
      throw Conflict.field('', 'This message is under way or has been dealt with already.', 'outbox.not_open')
    await recordAction(transaction, context, customerId, { action: 'mail.retry', target: deliveryId, details: { state: found.state } })
    announceDeliveries(transaction, [found])
    await keepAnswerAtCaller(transaction, context, undefined)
  })
}
