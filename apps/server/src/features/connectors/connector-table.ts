import type { AzureSettings, Connector, ConnectorKind, ConnectorProblem, ConnectorRun, NewConnector } from '@vakt/contract/connectors.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { SealedColumn } from '#server/platform/keys/sealed-column-table.ts'
import { announce } from '#server/platform/live/announce.ts'

/** The queue of the work queue that runs connectors: a connector has one job, which waits for its next time. */
export const connectorQueueName = 'run-connectors'

/** At once, unless a time is given. */
export const enqueueConnector = (transaction: Transaction, customerId: string, connectorId: string, due?: Date): Promise<void> =>
  enqueueJobs(transaction, [{ queue: connectorQueueName, customerId, rowId: connectorId, ...(due && { due }) }])

type RunMoments = 'createdAt' | 'startedAt' | 'finishedAt'

export type RunRow = Omit<ConnectorRun, RunMoments> & {
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  createdKey: string
}

export type ConnectorRow = Omit<Connector, 'createdAt' | 'nextAt' | 'latestRun' | 'settings' | 'secretUnreadableSince'> & {
  secretUnreadableSince: Date | null
  settings: AzureSettings | Record<string, never>
  createdAt: Date
  nextAt: Date | null
  latestRun: ConnectorRun | null
}

const runFields = `'runId', run_id, 'state', state, 'cause', cause, 'askedBy', asked_by, 'createdAt', created_at, 'startedAt', started_at,
  'finishedAt', finished_at, 'seen', seen, 'added', added, 'changed', changed, 'returned', returned, 'gone', gone, 'skipped', skipped,
  'kept', kept, 'reason', reason, 'reasonDetail', reason_detail`

const columns = `c.connector_id as "connectorId", c.kind, c.name, c.settings, c.sealed_secret is not null as "hasSecret",
  c.secret_unreadable_since as "secretUnreadableSince",
  c.every_hours::int as "everyHours", c.cron, c.is_enabled as "isEnabled", c.next_at as "nextAt", c.version, c.created_at as "createdAt",
  (select count(*)::int from entity e where e.connector_id = c.connector_id) as entities,
  (select json_build_object(${runFields}) from connector_run r where r.customer_id = c.customer_id and r.connector_id = c.connector_id
   order by r.created_at desc, r.run_id desc limit 1) as "latestRun",
  case when c.metrics_failed_since is not null then json_build_object('reason', c.metrics_failure, 'detail', c.metrics_failure_detail,
    'since', c.metrics_failed_since) end as "metricsProblem"`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readConnectorPage(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<ConnectorRow[]> {
  const { rows } = await transaction.query<ConnectorRow>(
    `select ${columns} from connector c where customer_id = $1 and ($2::text is null or (name, connector_id) > ($2, $3::uuid))
     order by name, connector_id limit $4`,
    [customerId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function readConnector(transaction: Transaction, customerId: string, connectorId: string): Promise<ConnectorRow | undefined> {
  const { rows } = await transaction.query<ConnectorRow>(
    `select ${columns} from connector c where customer_id = $1 and connector_id = $2`,
    [customerId, connectorId],
  )
  return rows[0]
}

/** No one else changes it until the transaction ends. */
export async function lockConnector(transaction: Transaction, customerId: string, connectorId: string): Promise<void> {
  await transaction.query('select from connector where customer_id = $1 and connector_id = $2 for update', [customerId, connectorId])
}

export async function readSealedSecret(transaction: Transaction, customerId: string, connectorId: string): Promise<Buffer | null> {
  const { rows } = await transaction.query<{ sealed: Buffer | null }>(
    'select sealed_secret as sealed from connector where customer_id = $1 and connector_id = $2',
    [customerId, connectorId],
  )
  return rows[0]?.sealed ?? null
}

export async function countConnectors(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>('select count(*)::int as count from connector where customer_id = $1', [
    customerId,
  ])
  return rows[0]?.count ?? 0
}

type Written = Omit<NewConnector, 'secret'> & { connectorId: string; sealedSecret: Buffer | null; nextAt: Date | null; now: Date }

export async function insertConnector(transaction: Transaction, customerId: string, connector: Written): Promise<void> {
  const { connectorId, name, settings, sealedSecret, everyHours, cron, nextAt, now } = connector
  await transaction.query(
    `insert into connector (customer_id, connector_id, kind, name, settings, sealed_secret, every_hours, cron, next_at, created_at)
     values ($1, $2, 'azure', $3, $4, $5, $6, $7, $8, $9)`,
    [customerId, connectorId, name, settings, sealedSecret, everyHours, cron, nextAt, now],
  )
  if (nextAt) await enqueueConnector(transaction, customerId, connectorId, nextAt)
}

/** A `sealedSecret` of null leaves the one that is there. */
export async function updateConnector(
  transaction: Transaction,
  customerId: string,
  connector: Omit<Written, 'now'> & { isEnabled: boolean },
): Promise<void> {
  const { connectorId, name, settings, sealedSecret, everyHours, cron, nextAt, isEnabled } = connector
  await transaction.query(
    `update connector set name = $3, settings = $4, sealed_secret = coalesce($5, sealed_secret),
       secret_unreadable_since = case when $5::bytea is null then secret_unreadable_since end, every_hours = $6, cron = $7, next_at = $8,
       is_enabled = $9, version = version + 1, watched_since = case
         when (every_hours, cron, is_enabled) is distinct from ($6::smallint, $7::text, $9::boolean) then now() else watched_since end
     where customer_id = $1 and connector_id = $2`,
    [customerId, connectorId, name, settings, sealedSecret, everyHours, cron, nextAt, isEnabled],
  )
  if (nextAt) await enqueueConnector(transaction, customerId, connectorId, nextAt)
}

/** Marks whether the secret can be decrypted; while it cannot be, the schedule rests. */
export async function markConnectorSecret(transaction: Transaction, connectorId: string, isReadable: boolean, now: Date): Promise<void> {
  const { rows } = await transaction.query<{ customerId: string }>(
    `update connector set secret_unreadable_since = case when $2 then null else $3::timestamptz end
     where connector_id = $1 and (secret_unreadable_since is null) <> $2 returning customer_id as "customerId"`,
    [connectorId, isReadable, now],
  )
  for (const { customerId } of rows) announce(transaction, { type: 'connector.changed', customerId })
}

/** Writes only what changes; `since` stays while one failure follows another. */
export async function writeMetricsProblem(
  transaction: Transaction,
  customerId: string,
  connectorId: string,
  problem: { reason: ConnectorProblem; detail: string | null; at: Date } | null,
): Promise<void> {
  const { rowCount } = await transaction.query(
    `update connector set metrics_failure = $3, metrics_failure_detail = $4,
       metrics_failed_since = case when $3::text is not null then coalesce(metrics_failed_since, $5) end
     where customer_id = $1 and connector_id = $2 and (metrics_failure, metrics_failure_detail) is distinct from ($3::text, $4::text)`,
    [customerId, connectorId, problem?.reason ?? null, problem?.detail ?? null, problem?.at ?? null],
  )
  if (rowCount) announce(transaction, { type: 'connector.changed', customerId })
}

export const connectorSecretColumn: Omit<SealedColumn, 'box'> = {
  table: 'connector',
  id: 'connector_id',
  column: 'sealed_secret',
  markReadable: markConnectorSecret,
}

export async function deleteConnector(transaction: Transaction, customerId: string, connectorId: string): Promise<void> {
  await transaction.query('delete from connector where customer_id = $1 and connector_id = $2', [customerId, connectorId])
}

/** The customer's only connector of a kind that no one connects; made when it is first asked for. */
export async function findOwnConnector(
  transaction: Transaction,
  customerId: string,
  { kind, name, now }: { kind: Exclude<ConnectorKind, 'azure'>; name: string; now: Date },
): Promise<string> {
  const { rows } = await transaction.query<{ connectorId: string }>(
    `insert into connector (customer_id, kind, name, created_at) values ($1, $2, $3, $4)
     on conflict (customer_id, kind) where kind in ('upload', 'api') do update set name = connector.name
     returning connector_id as "connectorId"`,
    [customerId, kind, name, now],
  )
  if (!rows[0]) throw new Error('The connector was not stored.')
  return rows[0].connectorId
}
