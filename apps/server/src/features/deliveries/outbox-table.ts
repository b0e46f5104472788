import type { DeliveryChannel, DeliveryState, OutboxMessage, TicketDelivery } from '@vakt/contract/deliveries/deliveries.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { channels as allChannels } from './channels.ts'
import { stateOfDelivery } from './delivery-state.ts'
import type { DeliveryAttachment } from './delivery-table.ts'

type Dated<T extends TicketDelivery> = Omit<T, 'createdAt' | 'finishedAt' | 'nextAt'> & {
  createdAt: Date
  finishedAt: Date | null
  nextAt: Date | null
  createdKey: string
}
export type TicketDeliveryRow = Dated<TicketDelivery>
export type OutboxRow = Dated<OutboxMessage>

const columns = `d.delivery_id as "deliveryId", d.kind, json_build_object('name', d.recipient_name, 'address', d.address) as recipient, d.private,
  ${stateOfDelivery('d')} as state, d.attempts,
  case when d.state = 'waiting' then d.next_at end as "nextAt", d.reason, d.answer, d.created_at as "createdAt", d.finished_at as "finishedAt",
  d.created_at::text as "createdKey"`
const outboxColumns = `${columns}, d.channel, d.customer_id as "customerId", c.name as "customerName",
  exists (select from closed_customer l where l.customer_id = d.customer_id) as "customerIsClosed", d.ticket_id as "ticketId", d.subject, d.parts,
  case when d.price_millionths is not null and d.currency is not null
    then json_build_object('millionths', d.price_millionths, 'currency', d.currency) end as price`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readTicketDeliveryPage(
  transaction: Transaction,
  customerId: string,
  { ticketId, after, limit }: { ticketId: string; after: readonly string[] | null; limit: number },
): Promise<TicketDeliveryRow[]> {
  const { rows } = await transaction.query<TicketDeliveryRow>(
    `select ${columns} from mail_delivery d where d.customer_id = $1 and d.ticket_id = $2
       and ($3::timestamptz is null or (d.created_at, d.delivery_id) < ($3, $4::uuid))
     order by d.created_at desc, d.delivery_id desc limit $5`,
    [customerId, ticketId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function isTicketThere(transaction: Transaction, customerId: string, ticketId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from ticket where customer_id = $1 and ticket_id = $2', [customerId, ticketId])
  return rowCount === 1
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readOutboxPageForAllCustomers(
  transaction: Transaction,
  {
    state,
    channel,
    q,
    after,
    limit,
  }: { state?: DeliveryState[]; channel?: DeliveryChannel[]; q?: string; after: readonly string[] | null; limit: number },
): Promise<OutboxRow[]> {
  const { rows } = await transaction.query<OutboxRow>(
    `select ${outboxColumns} from mail_delivery d join customer c on c.customer_id = d.customer_id
     where ($1::text[] is null or ${stateOfDelivery('d')} = any($1))
       and ($6::text[] is null or d.channel = any($6))
       and ($2::text is null or strpos(lower(d.address), lower($2)) > 0 or strpos(lower(d.subject), lower($2)) > 0)
       and ($3::timestamptz is null or (d.created_at, d.delivery_id) < ($3, $4::uuid))
     order by d.created_at desc, d.delivery_id desc limit $5`,
    [state, q?.trim() || null, after?.[0], after?.[1], limit + 1, channel],
  )
  return rows
}

export type WholeMailRow = OutboxRow & {
  text: string
  html: string
  thread: string | null
  messageId: string
  /** Null of someone without an account. */
  recipientId: string | null
  attachment: DeliveryAttachment | null
}

export async function readOutboxMessageForAllCustomers(transaction: Transaction, deliveryId: string): Promise<WholeMailRow | undefined> {
  const { rows } = await transaction.query<WholeMailRow>(
    `select ${outboxColumns}, d.text_body as text, d.html_body as html, d.thread, d.message_id as "messageId",
       d.recipient_id as "recipientId", d.attachment
     from mail_delivery d join customer c on c.customer_id = d.customer_id where d.delivery_id = $1`,
    [deliveryId],
  )
  return rows[0]
}

export async function countOutboxForAllCustomers(transaction: Transaction): Promise<{ state: DeliveryState; count: number }[]> {
  const { rows } = await transaction.query<{ state: DeliveryState; count: number }>(
    `select ${stateOfDelivery('d')} as state, count(*)::int as count from mail_delivery d group by 1 order by 1`,
  )
  return rows
}

/** False when it is under way or was sent, or its channel is not one of those. */
export async function makeDeliveryDue(
  transaction: Transaction,
  customerId: string,
  deliveryId: string,
  { channels, now }: { channels: readonly DeliveryChannel[]; now: Date },
): Promise<boolean> {
  const { rows } = await transaction.query<{ channel: DeliveryChannel }>(
    `update mail_delivery set state = 'waiting', next_at = $3, finished_at = null
     where customer_id = $1 and delivery_id = $2 and state in ('waiting', 'failed', 'kept', 'unknown') and channel = any($4)
     returning channel`,
    [customerId, deliveryId, now, channels],
  )
  await enqueueJobs(
    transaction,
    rows.map(({ channel }) => ({ queue: allChannels[channel].queue, customerId, rowId: deliveryId })),
  )
  return rows.length === 1
}

/** Those that were due by then, or held until then. */
export async function failMissedDeliveries(
  transaction: Transaction,
  customerId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await transaction.query(
    `update mail_delivery set state = 'failed', reason = $3, finished_at = $2
     where customer_id = $1 and state in ('waiting', 'held') and next_at <= $2`,
    [customerId, now, reason],
  )
}
