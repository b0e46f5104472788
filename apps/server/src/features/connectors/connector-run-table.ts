import type { AzureSettings, ConnectorKind, ConnectorProblem, ConnectorRun, ConnectorRunChange } from '@vakt/contract/connectors.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { connectorQueueName, enqueueConnector, type RunRow } from './connector-table.ts'

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

/** The run that waits or goes on already is the one. */
export async function insertRun(
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
  if (!rows[0]) throw new Error('The run was not stored.')
  return rows[0].runId
}

/** As `insertRun`, and has the worker carry it out. */
export async function askForRun(transaction: Transaction, customerId: string, run: Parameters<typeof insertRun>[2]): Promise<string> {
  const runId = await insertRun(transaction, customerId, run)
  await enqueueConnector(transaction, customerId, run.connectorId)
  return runId
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

/** What a run holds while it goes on; renewed with each portion. Less than its job, so that the worker that takes the job over finds it lapsed. */
const leaseSeconds = 60

export type ClaimedRun = {
  runId: string
  customerId: string
  connectorId: string
  kind: ConnectorKind
  settings: AzureSettings
  sealedSecret: Buffer | null
}

export type ConnectorTimes = { everyHours: number | null; cron: string | null; nextAt: Date | null }

const times = `every_hours::int as "everyHours", cron, case when is_enabled and secret_unreadable_since is null then next_at end as "nextAt"`

/** When it runs by its schedule; the time is null while that rests. Undefined when the connector was removed. */
export async function readConnectorTimes(
  transaction: Transaction,
  customerId: string,
  connectorId: string,
  { lock = '' }: { lock?: '' | 'for no key update' } = {},
): Promise<ConnectorTimes | undefined> {
  const { rows } = await transaction.query<ConnectorTimes>(
    `select ${times} from connector where customer_id = $1 and connector_id = $2 ${lock}`,
    [customerId, connectorId],
  )
  return rows[0]
}

export type OpenRun = { runId: string; state: 'waiting' | 'running'; askedBy: string | null; heldForMilliseconds: number }

/** The run of a connector that waits or goes on, locked. */
export async function lockOpenRun(transaction: Transaction, customerId: string, connectorId: string): Promise<OpenRun | undefined> {
  const { rows } = await transaction.query<OpenRun>(
    `select run_id as "runId", state, asked_by as "askedBy",
       coalesce(greatest(0, extract(epoch from claimed_until - now()) * 1000), 0)::float8 as "heldForMilliseconds"
     from connector_run where customer_id = $1 and connector_id = $2 and state in ('waiting', 'running') for no key update`,
    [customerId, connectorId],
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

/** Begins the run that waits; undefined when there is none, or a worker of the release before was faster. */
export async function beginRun(
  transaction: Transaction,
  customerId: string,
  { connectorId, claim, now }: { connectorId: string; claim: string; now: Date },
): Promise<ClaimedRun | undefined> {
  const { rows } = await transaction.query<ClaimedRun>(
    `update connector_run r set state = 'running', claim = $3, claimed_until = now() + make_interval(secs => ${leaseSeconds}),
       started_at = $4
     from connector c
     where c.customer_id = r.customer_id and c.connector_id = r.connector_id and r.customer_id = $1 and r.connector_id = $2
       and r.state = 'waiting'
     returning r.run_id as "runId", r.customer_id as "customerId", r.connector_id as "connectorId", c.kind, c.settings,
       c.sealed_secret as "sealedSecret"`,
    [customerId, connectorId, claim, now],
  )
  return rows[0]
}

export const enqueueWaitingConnectors = (transaction: Transaction): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    connectorQueueName,
    `select customer_id, connector_id::text, '', case when is_open then now() else next_at end from (
       select c.*, exists (select from connector_run r where r.customer_id = c.customer_id and r.connector_id = c.connector_id
         and r.state in ('waiting', 'running')) as is_open from connector c) c
     where is_open or (next_at is not null and is_enabled and secret_unreadable_since is null)`,
  )

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

type RunOutcome = {
  state: 'succeeded' | 'failed' | 'cut_off'
  gone: number
  reason: ConnectorProblem | null
  detail: string | null
  now: Date
}

export async function finishRun(transaction: Transaction, customerId: string, runId: string, outcome: RunOutcome): Promise<void> {
  await transaction.query(
    `update connector_run set state = $3, gone = $4, reason = $5, reason_detail = $6, finished_at = $7, claim = null, claimed_until = null
     where customer_id = $1 and run_id = $2`,
    [customerId, runId, outcome.state, outcome.gone, outcome.reason, outcome.detail, outcome.now],
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
