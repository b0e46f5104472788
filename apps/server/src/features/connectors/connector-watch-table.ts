import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type WatchedConnector = {
  customerId: string
  connectorId: string
  name: string
  language: 'sv' | 'en'
  everyHours: number | null
  cron: string | null
  isEnabled: boolean
  /** The end of its latest complete run, or since when its schedule counts. */
  completedAt: Date
  hasCompleted: boolean
  /** It is due, or a run of the last hour waits or goes on: how that ends is to be seen first. */
  isAtIt: boolean
  lateSince: Date | null
}

const watched = `select c.customer_id as "customerId", c.connector_id as "connectorId", c.name, o.mail_language as language,
    c.every_hours::int as "everyHours", c.cron, c.is_enabled as "isEnabled", c.late_since as "lateSince",
    greatest(r.finished_at, c.watched_since, c.created_at) as "completedAt", r.finished_at is not null as "hasCompleted",
    coalesce(c.next_at <= $1, false) or exists (
      select from connector_run w where w.connector_id = c.connector_id and w.state in ('waiting', 'running')
        and w.created_at > $1::timestamptz - interval '1 hour') as "isAtIt"
  from connector c join customer o on o.customer_id = c.customer_id
  left join lateral (
    select max(d.finished_at) as finished_at from connector_run d
    where d.customer_id = c.customer_id and d.connector_id = c.connector_id and d.state = 'succeeded'
  ) r on true`

/** Every connector that has a schedule, or whose alert fires. */
export async function readWatchedConnectorsForAllCustomers(transaction: Transaction, now: Date): Promise<WatchedConnector[]> {
  const { rows } = await transaction.query<WatchedConnector>(
    `${watched} where ${ofOpenCustomer('c.customer_id')}
       and (c.late_since is not null or (c.is_enabled and (c.every_hours is not null or c.cron is not null)))`,
    [now],
  )
  return rows
}

/** The connector, locked until the transaction ends; undefined while another transaction is at it, or when there is none. */
export async function lockWatchedConnector(
  transaction: Transaction,
  customerId: string,
  connectorId: string,
  now: Date,
): Promise<WatchedConnector | undefined> {
  const { rows } = await transaction.query<WatchedConnector>(
    `${watched} where c.customer_id = $2 and c.connector_id = $3 for update of c skip locked`,
    [now, customerId, connectorId],
  )
  return rows[0]
}

export async function writeLateSince(
  transaction: Transaction,
  customerId: string,
  connectorId: string,
  lateSince: Date | null,
): Promise<void> {
  await transaction.query('update connector set late_since = $3 where customer_id = $1 and connector_id = $2', [
    customerId,
    connectorId,
    lateSince,
  ])
}
