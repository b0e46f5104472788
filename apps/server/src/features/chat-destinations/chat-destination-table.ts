import type { ChatDestination, ChatDestinationChange, NewChatDestination } from '@vakt/contract/deliveries/chat-destinations.ts'
import type { ChatService } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SealedColumn } from '#server/platform/keys/sealed-column-table.ts'

/** A channel of a chat as far as messages to it are made. */
export type ChatTarget = {
  destinationId: string
  customerId: string
  customerName: string
  service: ChatService
  name: string
  host: string
  language: Language
}

export const chatAddressColumn: Omit<SealedColumn, 'box'> = { table: 'chat_destination', id: 'destination_id', column: 'sealed_address' }

export type ChatDestinationRow = Omit<ChatDestination, 'createdAt' | 'latest'> & { createdAt: Date; latest: ChatDestination['latest'] }

const columns = `c.destination_id as "destinationId", c.service, c.name, c.host, c.kinds, c.from_severity as "fromSeverity", c.language,
  c.is_enabled as "isEnabled", c.version, c.created_at as "createdAt"`

/** The newest message to a channel. */
const latest = `lateral (select d.delivery_id, d.created_at, d.state, d.reason from mail_delivery d
  where d.destination_id = c.destination_id order by d.created_at desc limit 1)`

export async function readChatDestinations(
  transaction: Transaction,
  customerId: string,
  destinationId: string | null = null,
): Promise<ChatDestinationRow[]> {
  const { rows } = await transaction.query<ChatDestinationRow>(
    `select ${columns}, case when l.delivery_id is not null then json_build_object('deliveryId', l.delivery_id,
         'at', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'state', case l.state when 'claimed' then 'waiting' else l.state end, 'reason', l.reason) end as latest
     from chat_destination c left join ${latest} l on true
     where c.customer_id = $1 and ($2::uuid is null or c.destination_id = $2) order by c.created_at, c.destination_id`,
    [customerId, destinationId],
  )
  return rows
}

/** No other is added to the customer, or changed, until the transaction ends. */
export async function lockChatDestinations(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('chat destinations'), hashtext($1))", [customerId])
}

type Sealed = { destinationId: string; sealedAddress: Buffer; host: string }

export async function insertChatDestination(
  transaction: Transaction,
  customerId: string,
  { service, name, kinds, fromSeverity, language, ...sealed }: Omit<NewChatDestination, 'address'> & Sealed & { now: Date },
): Promise<void> {
  const { destinationId, sealedAddress, host, now } = sealed
  await transaction.query(
    `insert into chat_destination (customer_id, destination_id, service, name, sealed_address, host, kinds, from_severity, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [customerId, destinationId, service, name, sealedAddress, host, kinds, fromSeverity, language, now],
  )
}

/** Without `sealed` the address stays. */
export async function updateChatDestination(
  transaction: Transaction,
  customerId: string,
  destinationId: string,
  {
    name,
    kinds,
    fromSeverity,
    language,
    isEnabled,
    sealed,
  }: Omit<ChatDestinationChange, 'address' | 'version'> & { sealed: Sealed | null },
): Promise<void> {
  await transaction.query(
    `update chat_destination set name = $3, kinds = $4, from_severity = $5, language = $6, is_enabled = $7,
       sealed_address = coalesce($8, sealed_address), host = coalesce($9, host), version = version + 1
     where customer_id = $1 and destination_id = $2`,
    [customerId, destinationId, name, kinds, fromSeverity, language, isEnabled, sealed?.sealedAddress, sealed?.host],
  )
}

export async function deleteChatDestination(transaction: Transaction, customerId: string, destinationId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from chat_destination where customer_id = $1 and destination_id = $2', [
    customerId,
    destinationId,
  ])
  return rowCount === 1
}

export type ListeningChat = ChatTarget & Pick<ChatDestination, 'kinds' | 'fromSeverity'> & { timeZone: string }

const target = `c.destination_id as "destinationId", c.customer_id as "customerId", k.name as "customerName", c.service, c.name, c.host, c.language,
  c.kinds, c.from_severity as "fromSeverity", k.time_zone as "timeZone"`

/** Those that are switched on and whose channel was there when it was last posted to. */
export async function readListeningChatsForAllCustomers(transaction: Transaction, customerIds: string[]): Promise<ListeningChat[]> {
  const { rows } = await transaction.query<ListeningChat>(
    `select ${target} from chat_destination c join customer k on k.customer_id = c.customer_id left join ${latest} l on true
     where c.customer_id = any($1) and c.is_enabled and l.reason is distinct from 'chat_gone' order by c.created_at`,
    [customerIds],
  )
  return rows
}

export async function readChatTarget(
  transaction: Transaction,
  customerId: string,
  destinationId: string,
): Promise<(ListeningChat & { isEnabled: boolean }) | undefined> {
  const { rows } = await transaction.query<ListeningChat & { isEnabled: boolean }>(
    `select ${target}, c.is_enabled as "isEnabled" from chat_destination c join customer k on k.customer_id = c.customer_id
     where c.customer_id = $1 and c.destination_id = $2`,
    [customerId, destinationId],
  )
  return rows[0]
}

export type ChatHealthRow = {
  destinationId: string
  customer: { customerId: string; name: string }
  name: string
  createdAt: Date
  isEnabled: boolean
  latest: { state: string; reason: string | null } | null
  sentAt: Date | null
  /** When the first message after the last one that arrived failed. */
  failedSince: Date | null
}

/** Of one customer or of all. */
export async function readChatHealthForAllCustomers(transaction: Transaction, customerId: string | null): Promise<ChatHealthRow[]> {
  const { rows } = await transaction.query<ChatHealthRow>(
    `select c.destination_id as "destinationId", json_build_object('customerId', k.customer_id, 'name', k.name) as customer, c.name,
       c.created_at as "createdAt", c.is_enabled as "isEnabled",
       case when l.delivery_id is not null then json_build_object('state', l.state, 'reason', l.reason) end as latest,
       s.finished_at as "sentAt", f.since as "failedSince"
     from chat_destination c join customer k on k.customer_id = c.customer_id
     left join ${latest} l on true
     left join lateral (select d.created_at, d.finished_at from mail_delivery d
       where d.destination_id = c.destination_id and d.state = 'sent' order by d.created_at desc limit 1) s on true
     left join lateral (select min(d.created_at) as since from mail_delivery d
       where d.destination_id = c.destination_id and d.state = 'failed' and (s.created_at is null or d.created_at > s.created_at)) f on true
     where $1::text is null or c.customer_id = $1`,
    [customerId],
  )
  return rows
}
