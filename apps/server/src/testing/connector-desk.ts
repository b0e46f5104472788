import assert from 'node:assert/strict'
import { after, beforeEach } from 'node:test'
import type { Connector, ConnectorRunChange } from '@vakt/contract/connectors.ts'
import { createConnectorSettings } from '#server/features/connectors/connector-settings.ts'
import { connectorQueues } from '#server/features/connectors/run-connectors.ts'
import { uploadDelivery } from '#server/features/entity-uploads/deliver-upload.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { startAzureServer } from '#server/testing/azure-server.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { type AzureResource, recordedTenant, recordInventory } from '#server/testing/recorded-inventory.ts'
import { createTestApp, type TestUser, testSecrets } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

export const azure = await startAzureServer([])
export const vakt = await createTestApp({ azure: azure.addresses })
after(async () => {
  azure.close()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
export const staff: TestUser = { email: `anna@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const settings = createConnectorSettings(testSecrets, azure.addresses, uploadDelivery)

beforeEach(() => {
  Object.assign(azure, { behave: () => undefined, perPage: 1000, asTable: false, signInError: null, resources: [], questions: [] })
})

export const contextAt = (now: Date): Context => ({
  actor: { type: 'system', job: 'test' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  ports,
  requestId: null,
  isStaff: false,
})

/** By the given clock, or the real one. */
export const work = (now = new Date(), signal = new AbortController().signal) =>
  workThrough(connectorQueues(settings), () => contextAt(now), now, signal)

export const wanted = {
  name: 'Azure',
  settings: { tenantId: recordedTenant, clientId: '11111111-2222-4333-8444-555555555555', subscriptions: [] as string[] },
  secret: 'right',
  everyHours: 6 as number | null,
  cron: null as string | null,
}

export async function connect(options: { customerId?: string; change?: object } = {}) {
  const { customerId } = options.customerId ? { customerId: options.customerId } : await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/connector`
  const created = await vakt.call(staff, 'POST', path, { ...wanted, ...options.change })
  assert.equal(created.statusCode, 200, created.body)
  const { connectorId } = created.json().result as Connector
  const own = `${path}/${connectorId}`
  const find = async (): Promise<Connector> =>
    (await vakt.call(staff, 'GET', path)).json().result.find((connector: Connector) => connector.connectorId === connectorId)
  const run = async (now?: Date) => {
    await vakt.call(staff, 'POST', `${own}/run`)
    await work(now)
    return (await find()).latestRun ?? assert.fail('it has not run')
  }
  const changes = async (kind?: string): Promise<ConnectorRunChange[]> => {
    const { latestRun } = await find()
    const query = `format=json${kind ? `&kind=${kind}` : ''}`
    return (await vakt.call(staff, 'GET', `${own}/run/${latestRun?.runId}/change?${query}`)).json().result
  }
  return { customerId, connectorId, own, path, find, run, changes }
}

export const readEntities = async (customerId: string) =>
  (
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('select * from entity where customer_id = $1 order by external_key', [customerId]),
    )
  ).rows

export const few = (count = 5) => recordInventory(count)
export const at = (resources: AzureResource[], index: number) => resources[index] ?? assert.fail()
