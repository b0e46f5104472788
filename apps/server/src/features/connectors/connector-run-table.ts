import type { AzureSettings, ConnectorKind, ConnectorProblem, ConnectorRun, ConnectorRunChange } from '@vakt/contract/connectors.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { connectorChannel, type RunRow } from './connector-table.ts'

const columns = `run_id as "runId", state, cause, asked_by as "askedBy", created_at as "createdAt", started_at as "startedAt",
  finished_at as "finishedAt", seen, added, changed, returned, gone, skipped, kept, reason, reason_detail as "reasonDetail",
  created_at::text as "createdKey"`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readRunPage(
  transaction: Transaction,
  customerId: string,
  { connectorId, after, limit }: { connectorId: string; after: readonly string[] | null; limit: number },
): Promise<RunRow[]> {
  const { rows } = await transaction.query<RunRow>(
    `select ${columns} from connector_run where customer_id = $1 and connector_id = $2
       and ($3::timestamptz is null or (created_at, run_id) < ($3, $4::uuid))
     order by created_at desc, run_id desc limit $5`,
    [customerId, connectorId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function hasRun(
  transaction: Transaction,
  customerId: string,
  { connectorId, runId }: { connectorId: string; runId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query('select from connector_run where customer_id = $1 and connector_id = $2 and run_id = $3', [
    customerId,
    connectorId,
    runId,
  ])
  return rowCount === 1
}

/** Whether one waits or goes on. */
export async function hasOpenRun(transaction: Transaction, customerId: string, connectorId: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    "select from connector_run where customer_id = $1 and connector_id = $2 and state in ('waiting', 'running')",
    [customerId, connectorId],
  )
  return rowCount === 1
}

export async function readRunChangePage(
  transaction: Transaction,
  customerId: string,
  { runId, kind, after, limit }: { runId: string; kind: string | undefined; after: readonly string[] | null; limit: number },
): Promise<(ConnectorRunChange & { historyId: string })[]> {
  const { rows } = await transaction.query<ConnectorRunChange & { historyId: string }>(
    `select h.history_id::text as "historyId", h.kind, h.entity_id as "entityId", e.name, e.type, h.field, h.before, h.after
     from entity_history h join entity e on e.customer_id = h.customer_id and e.entity_id = h.entity_id
     where h.customer_id = $1 and h.run_id = $2 and ($3::text is null or h.kind = $3) and h.history_id > coalesce($4::bigint, 0)
     order by h.history_id limit $5`,
    [customerId, runId, kind, after?.[0], limit + 1],
  )
  return rows
}

/** Tells the worker. The run that waits or runs already is the one. */
export async function askForRun(
  transaction: Transaction,
  customerId: string,
  { connectorId, cause, askedBy, now }: { connectorId: string; cause: ConnectorRun['cause']; askedBy: string | null; now: Date },
): Promise<string> {
  const { rows } = await transaction.query<{ runId: string }>(
    `insert into connector_run (customer_id, connector_id, state, cause, asked_by, created_at) values ($1, $2, 'waiting', $3, $4, $5)
     on conflict (connector_id) where state in ('waiting', 'running') do update set cause = connector_run.cause
     returning run_id as "runId"`,
    [customerId, connectorId, cause, askedBy, now],
  )
  transaction.announceOnCommit(connectorChannel)
  if (!rows[0]) throw new Error('The run was not stored.')
  return rows[0].runId
}

export type RunCounts = Pick<ConnectorRun, 'seen' | 'added' | 'changed' | 'returned' | 'kept' | 'skipped'>

/** A run that happened within the call that brought its entities. */
export async function insertFinishedRun(
  transaction: Transaction,
  customerId: string,
  { runId, connectorId, askedBy, now }: { runId: string; connectorId: string; askedBy: string; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into connector_run (customer_id, run_id, connector_id, state, cause, asked_by, created_at, started_at, finished_at)
     values ($1, $2, $3, 'succeeded', 'person', $4, $5, $5, $5)`,
    [customerId, runId, connectorId, askedBy, now],
  )
}

export async function addToRun(transaction: Transaction, customerId: string, runId: string, counts: RunCounts): Promise<void> {
  const { seen, added, changed, returned, kept, skipped } = counts
  await transaction.query(
    `update connector_run set seen = seen + $3, added = added + $4, changed = changed + $5, returned = returned + $6, kept = kept + $7,
       skipped = skipped + $8 where customer_id = $1 and run_id = $2`,
    [customerId, runId, seen, added, changed, returned, kept, skipped],
  )
}

/** What a run holds while it goes on; renewed with each portion. */
const leaseSeconds = 120

export type ClaimedRun = {
  runId: string
  customerId: string
  connectorId: string
  kind: ConnectorKind
  settings: AzureSettings
  sealedSecret: Buffer | null
}

const isDue = '$1 >= next_at and is_enabled and secret_unreadable_since is null'

/** Connectors whose time has come. */
export async function readDueConnectorsForAllCustomers(
  transaction: Transaction,
  now: Date,
): Promise<{ customerId: string; connectorId: string }[]> {
  const { rows } = await transaction.query<{ customerId: string; connectorId: string }>(
    `select customer_id as "customerId", connector_id as "connectorId" from connector where ${isDue} order by next_at limit 100`,
    [now],
  )
  return rows
}

/** The schedule of a connector that is due; undefined when it is not any more, or another worker is at it. */
export async function lockDueConnector(
  transaction: Transaction,
  customerId: string,
  connectorId: string,
  now: Date,
): Promise<{ everyHours: number | null; cron: string | null } | undefined> {
  const { rows } = await transaction.query<{ everyHours: number | null; cron: string | null }>(
    `select every_hours::int as "everyHours", cron from connector
     where customer_id = $2 and connector_id = $3 and ${isDue} for update skip locked`,
    [now, customerId, connectorId],
  )
  return rows[0]
}

export async function writeNextRun(transaction: Transaction, customerId: string, connectorId: string, nextAt: Date | null): Promise<void> {
  await transaction.query('update connector set next_at = $3 where customer_id = $1 and connector_id = $2', [
    customerId,
    connectorId,
    nextAt,
  ])
}

/** Runs whose worker has not been heard of are cut off. Returns their connectors. */
export async function cutOffLapsedForAllCustomers(
  transaction: Transaction,
  now: Date,
): Promise<{ customerId: string; connectorId: string; askedBy: string | null }[]> {
  const { rows } = await transaction.query<{ customerId: string; connectorId: string; askedBy: string | null }>(
    `update connector_run set state = 'cut_off', finished_at = $1, reason = 'left_behind', claim = null, claimed_until = null
     where run_id in (select run_id from connector_run where state = 'running' and claimed_until < now() for update skip locked)
     returning customer_id as "customerId", connector_id as "connectorId", asked_by as "askedBy"`,
    [now],
  )
  return rows
}

export async function claimRunsForAllCustomers(
  transaction: Transaction,
  { claim, limit, now }: { claim: string; limit: number; now: Date },
): Promise<ClaimedRun[]> {
  const { rows } = await transaction.query<ClaimedRun>(
    `update connector_run r set state = 'running', claim = $1, claimed_until = now() + make_interval(secs => ${leaseSeconds}),
       started_at = $2
     from connector c
     where c.customer_id = r.customer_id and c.connector_id = r.connector_id and r.run_id in (
       select run_id from connector_run where state = 'waiting' order by created_at limit $3 for update skip locked)
     returning r.run_id as "runId", r.customer_id as "customerId", r.connector_id as "connectorId", c.kind, c.settings,
       c.sealed_secret as "sealedSecret"`,
    [claim, now, limit],
  )
  return rows
}

/** False when the run was lost meanwhile: it lapsed, or its connector was removed. Then nothing may be written in its name. */
export async function renewClaim(
  transaction: Transaction,
  { customerId, runId }: Pick<ClaimedRun, 'customerId' | 'runId'>,
  claim: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update connector_run set claimed_until = now() + make_interval(secs => ${leaseSeconds})
     where customer_id = $1 and run_id = $2 and claim = $3 and state = 'running'`,
    [customerId, runId, claim],
  )
  return rowCount === 1
}

type Fate = { state: 'succeeded' | 'failed' | 'cut_off'; gone: number; reason: ConnectorProblem | null; detail: string | null; now: Date }

export async function finishRun(transaction: Transaction, customerId: string, runId: string, fate: Fate): Promise<void> {
  await transaction.query(
    `update connector_run set state = $3, gone = $4, reason = $5, reason_detail = $6, finished_at = $7, claim = null, claimed_until = null
     where customer_id = $1 and run_id = $2`,
    [customerId, runId, fate.state, fate.gone, fate.reason, fate.detail, fate.now],
  )
}

/** Runs and the record of changes that are older than this are not kept. Returns how many runs were removed. */
export async function deleteOldRunsForAllCustomers(transaction: Transaction, before: Date): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from connector_run where run_id in (
       select run_id from connector_run where created_at < $1 and state not in ('waiting', 'running') limit 1000)`,
    [before],
  )
  return rowCount ?? 0
}
