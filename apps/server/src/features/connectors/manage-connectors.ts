import { randomUUID } from 'node:crypto'
import type {
  AzureSettings,
  ChangedConnector,
  Connector,
  ConnectorProblem,
  ConnectorRun,
  ConnectorRunChange,
  NewConnector,
} from '@vakt/contract/connectors.ts'
import { leaveEntities } from '#server/features/entities/save-entities.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { CannotDecrypt } from '#server/platform/keys/secret-box.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { askForRun, hasRun, readRunChangePage, readRunPage } from './connector-run-table.ts'
import {
  type ConnectorRow,
  countConnectors,
  deleteConnector,
  insertConnector,
  lockConnector,
  type RunRow,
  readConnector,
  readConnectorPage,
  readSealedSecret,
  updateConnector,
} from './connector-table.ts'
import { checkSchedule, findNextRun, type Schedule } from './next-run.ts'
import type { ConnectorSettings } from './run-connectors.ts'
import { SourceFailure } from './source.ts'

const maxPerCustomer = 50
const testMilliseconds = 45_000

const iso = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())

function presentRun(
  run: Omit<ConnectorRun, 'createdAt' | 'startedAt' | 'finishedAt'> &
    Record<'createdAt', Date | string> &
    Record<'startedAt' | 'finishedAt', Date | string | null>,
): ConnectorRun {
  return { ...run, createdAt: new Date(run.createdAt).toISOString(), startedAt: iso(run.startedAt), finishedAt: iso(run.finishedAt) }
}

const present = ({
  createdAt,
  nextAt,
  latestRun,
  metricsProblem,
  settings,
  secretUnreadableSince,
  ...connector
}: ConnectorRow): Connector => ({
  ...connector,
  settings: 'tenantId' in settings ? (settings as AzureSettings) : null,
  createdAt: createdAt.toISOString(),
  nextAt: iso(nextAt),
  secretUnreadableSince: iso(secretUnreadableSince),
  latestRun: latestRun && presentRun(latestRun),
  metricsProblem: metricsProblem && { ...metricsProblem, since: new Date(metricsProblem.since).toISOString() },
})

const presentRunRow = ({ createdKey: _, ...run }: RunRow): ConnectorRun => presentRun(run)

async function planNext(schedule: Schedule, now: Date): Promise<Date | null> {
  if (schedule.everyHours !== null && schedule.cron !== null)
    throw Invalid.field('cron', 'Either every so many hours or a cron expression, not both.', 'connector.one_schedule')
  const problem = await checkSchedule(schedule, now)
  if (problem?.kind === 'too-often')
    throw Invalid.field(
      'cron',
      `${problem.detail} At least five minutes must lie between two runs, as with */10 * * * *.`,
      'connector.cron_too_often',
    )
  if (problem)
    throw Invalid.field(
      'cron',
      `This cannot be read as a cron expression of five fields, such as 15 2 * * *. ${problem.detail}`,
      'connector.cron_invalid',
    )
  return findNextRun(schedule, now)
}

const cleanSettings = ({ tenantId, clientId, subscriptions }: AzureSettings): AzureSettings => ({
  tenantId: tenantId.trim().toLowerCase(),
  clientId: clientId.trim().toLowerCase(),
  subscriptions: [...new Set(subscriptions.map((id) => id.trim().toLowerCase()))],
})

async function find(transaction: Transaction, customerId: string, connectorId: string): Promise<ConnectorRow> {
  const connector = await readConnector(transaction, customerId, connectorId)
  if (!connector) throw new NotFound()
  return connector
}

/** Uploads and the API are there by themselves; only what someone connected can be changed, tested and run. */
async function findCloud(transaction: Transaction, customerId: string, id: string): Promise<ConnectorRow> {
  const connector = await find(transaction, customerId, readUuid(id))
  if (connector.kind !== 'azure')
    throw Conflict.field('', 'This connector only shows what was uploaded or sent; there is nothing to run.', 'connector.not_a_cloud')
  return connector
}

export async function listConnectors(
  context: Context,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<Connector>> {
  const rows = await inTransaction(context, customerId, (transaction) => readConnectorPage(transaction, customerId, { after, limit }))
  const page = nextPage(rows, limit, ({ name, connectorId }) => [name, connectorId])
  return { ...page, rows: page.rows.map(present) }
}

const nameOf = ({ actor }: Context) => (actor.type === 'user' ? actor.name : null)

/** Connects, and asks for the first run. */
export async function createConnector(
  context: Context,
  customerId: string,
  { secret, ...wanted }: NewConnector,
  { secrets }: Pick<ConnectorSettings, 'secrets'>,
): Promise<Connector> {
  const { now } = context
  const connectorId = randomUUID()
  const nextAt = await planNext(wanted, now)
  const settings = cleanSettings(wanted.settings)
  const name = wanted.name.trim()
  const sealedSecret = secrets.seal(connectorId, Buffer.from(secret.trim()))
  return inTransaction(context, customerId, async (transaction) => {
    if ((await countConnectors(transaction, customerId)) >= maxPerCustomer)
      throw Conflict.field('', `There are ${maxPerCustomer} connectors already. Remove one first.`, 'connector.too_many')
    await insertConnector(transaction, customerId, { ...wanted, name, settings, connectorId, sealedSecret, nextAt, now })
    await askForRun(transaction, customerId, { connectorId, cause: 'person', askedBy: nameOf(context), now })
    await recordAction(transaction, context, customerId, {
      action: 'connector.create',
      target: connectorId,
      details: { name, tenantId: settings.tenantId, clientId: settings.clientId },
    })
    announce(transaction, { type: 'connector.changed', customerId })
    return present(await find(transaction, customerId, connectorId))
  })
}

export async function changeConnector(
  context: Context,
  customerId: string,
  id: string,
  { secret, version, ...wanted }: ChangedConnector,
  { secrets }: Pick<ConnectorSettings, 'secrets'>,
): Promise<Connector> {
  const { now } = context
  const planned = await planNext(wanted, now)
  const settings = cleanSettings(wanted.settings)
  const name = wanted.name.trim()
  return inTransaction(context, customerId, async (transaction) => {
    await lockConnector(transaction, customerId, readUuid(id))
    const before = await findCloud(transaction, customerId, id)
    const { connectorId } = before
    if (before.version !== version)
      throw Conflict.field('', 'Someone has changed this connector in the meantime.', 'connector.changed_meanwhile')
    const keepsTime = before.everyHours === wanted.everyHours && before.cron === wanted.cron && before.isEnabled === wanted.isEnabled
    const nextAt = wanted.isEnabled ? (keepsTime ? before.nextAt : planned) : null
    const sealedSecret = secret === undefined ? null : secrets.seal(connectorId, Buffer.from(secret.trim()))
    await updateConnector(transaction, customerId, { ...wanted, name, settings, connectorId, sealedSecret, nextAt })
    await recordAction(transaction, context, customerId, {
      action: 'connector.change',
      target: connectorId,
      details: { ...wanted, name, settings, secretChanged: secret !== undefined },
    })
    announce(transaction, { type: 'connector.changed', customerId })
    return present(await find(transaction, customerId, connectorId))
  })
}

export async function removeConnector(context: Context, customerId: string, id: string): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    await lockConnector(transaction, customerId, readUuid(id))
    const { connectorId, name } = await find(transaction, customerId, readUuid(id))
    await leaveEntities(transaction, customerId, connectorId, context.now)
    await deleteConnector(transaction, customerId, connectorId)
    announce(transaction, { type: 'connector.changed', customerId }, { type: 'entity.changed', customerId })
    return { name }
  })
}

type Tested = { problem: ConnectorProblem | null; detail: string | null; resources: number; containers: string[] }

/** Asks the source outside of any transaction: it may take its time. */
export async function testConnector(
  context: Context,
  customerId: string,
  id: string,
  { secrets, azure }: ConnectorSettings,
): Promise<Tested> {
  const { connector, sealed } = await inTransaction(context, customerId, async (transaction) => {
    const connector = await findCloud(transaction, customerId, id)
    await recordAction(transaction, context, customerId, { action: 'connector.test', target: connector.connectorId })
    return { connector, sealed: await readSealedSecret(transaction, customerId, connector.connectorId) }
  })
  const none = { resources: 0, containers: [] }
  try {
    if (!sealed) throw new SourceFailure('secret_unreadable')
    const secret = secrets.open(connector.connectorId, sealed).toString('utf8')
    const signal = AbortSignal.timeout(testMilliseconds)
    const found = await (await azure()).test({ settings: connector.settings as AzureSettings, secret, signal })
    return { problem: null, detail: null, ...found }
  } catch (error) {
    if (error instanceof SourceFailure) return { problem: error.reason, detail: error.detail, ...none }
    if ((error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError')
      return { problem: 'no_answer', detail: null, ...none }
    if (error instanceof CannotDecrypt) return { problem: 'secret_unreadable', detail: null, ...none }
    throw error
  }
}

export async function runConnector(context: Context, customerId: string, id: string): Promise<{ runId: string }> {
  return inTransaction(context, customerId, async (transaction) => {
    const { connectorId, isEnabled } = await findCloud(transaction, customerId, id)
    if (!isEnabled) throw Conflict.field('', 'The connector is switched off.', 'connector.is_off')
    const runId = await askForRun(transaction, customerId, { connectorId, cause: 'person', askedBy: nameOf(context), now: context.now })
    announce(transaction, { type: 'connector.changed', customerId })
    return { runId }
  })
}

export async function listConnectorRuns(
  context: Context,
  customerId: string,
  { connectorId: id, limit = 50 }: { connectorId: string; limit?: number },
  after: readonly string[] | null,
): Promise<Listing<ConnectorRun>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const { connectorId } = await find(transaction, customerId, readUuid(id))
    return readRunPage(transaction, customerId, { connectorId, after, limit })
  })
  const page = nextPage(rows, limit, ({ createdKey, runId }) => [createdKey, runId])
  return { ...page, rows: page.rows.map(presentRunRow) }
}

export async function listConnectorRunChanges(
  context: Context,
  customerId: string,
  { connectorId, runId, kind, limit = 50 }: { connectorId: string; runId: string; kind?: string | undefined; limit?: number },
  after: readonly string[] | null,
): Promise<Listing<ConnectorRunChange>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    if (!(await hasRun(transaction, customerId, { connectorId: readUuid(connectorId), runId: readUuid(runId) }))) throw new NotFound()
    return readRunChangePage(transaction, customerId, { runId, kind, after, limit })
  })
  const page = nextPage(rows, limit, ({ historyId }) => [historyId])
  return { ...page, rows: page.rows.map(({ historyId: _, ...row }) => row) }
}
