import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { evaluateCustomer } from '#server/features/alert-rules/evaluate-customer.ts'
import { matchNewSeries } from '#server/features/metrics/match-series.ts'
import { findSeries } from '#server/features/metrics/metric-series-table.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createRemoteMetricStore } from './remote-metric-store.ts'

/** The questions to the store, which are answered only when the test ends. */
let isAnswering = false
const pending = new Set<ServerResponse>()
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(String(request.headers['x-customer']))
  if (isAnswering) return void response.writeHead(500).end('{}')
  pending.add(response)
  response.on('close', () => pending.delete(response))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const store = createRemoteMetricStore({
  url,
  authorization: '',
  customerLabel: 'vakt_customer',
  tenantHeader: 'x-customer',
  delaySeconds: 0,
})

const vakt = await createTestApp({ metricStore: store })
after(async () => {
  server.closeAllConnections()
  server.close()
  await vakt.close()
})

const createContext = () => ({
  actor: { type: 'system' as const, job: 'test' },
  now: new Date(),
  pool: vakt.database.worker,
  log: silentLog,
  ports,
  requestId: null,
  isStaff: false,
})
const transact = <T>(work: Parameters<typeof workForAllCustomers<T>>[1]) => workForAllCustomers({ pool: vakt.database.worker }, work)

async function createWatchedCustomer() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const body = toSnappy(encodeRemoteWrite1([{ labels: { __name__: 'cpu', vakt_entity: entityId }, samples: [[1, Date.now()]] }]))
  assert.equal((await vakt.send('prometheus', token, body, remoteWriteHeaders[1])).statusCode, 204)
  await matchNewSeries(createContext)
  const [series] = await transact((transaction) => findSeries(transaction, customerId, { metrics: null, entityIds: null }))
  const admin = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const call = (method: string, path: string, sent?: object) => vakt.call(admin, method, `/customer/${customerId}${path}`, sent)
  const question = { aggregation: 'avg', thresholdComparison: '>', threshold: 80, alertsBeforeAction: 3, metricName: 'cpu', entityId }
  const rule = await call('POST', '/alert-rule', { name: 'CPU high', description: 'Busy.', severity: 1, ...question })
  assert.equal(rule.statusCode, 200, rule.body)
  const { alertRuleId } = rule.json().result
  await transact((transaction) =>
    transaction.query('update alert_rule set active_from_slot = active_from_slot - 20 where rule_id = $1', [alertRuleId]),
  )
  return { customerId, entityId, seriesId: series?.seriesNo, alertRuleId, question, call }
}

test('a metric store that does not answer holds no connection: other customers are answered meanwhile, in the portal and by the worker', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, createWatchedCustomer))
  const [{ entityId, seriesId, alertRuleId, question, call }] = customers as [(typeof customers)[0]]
  const other = await createWatchedCustomer()
  const charts = [
    ...Array.from({ length: 12 }, () => call('GET', `/metric-series/${seriesId}/bucket`)),
    call('GET', `/entity/${entityId}/metric`),
    call('GET', `/metric-trend?entityId=${entityId}`),
    call('GET', '/entity-by-metric?metric=cpu'),
    call('GET', `/alert-rule/${alertRuleId}/entity`),
    call('GET', `/entity/${entityId}/alert-rule-metric`),
    call('POST', '/alert-rule/back-test', { ...question, dependsOnMetrics: [], missingData: 'ignored', autoCloseDelayInSeconds: 0 }),
  ]
  // More customers than the worker has connections.
  const evaluation = { store, cache: new Map() }
  const evaluations = customers.map((one) => evaluateCustomer(createContext(), one.customerId, evaluation))
  const answered: string[] = []
  const note = (what: unknown) => void answered.push(String(what))
  const unanswered = [
    ...charts.map((chart) => chart.then(({ statusCode, body }) => note(`${statusCode} ${body}`))),
    ...evaluations.map((one) => one.then(note, note)),
  ]
  // Twelve charts ask four questions each at once, trends two, the other calls and evaluations one.
  await until(async () => asked.length === 12 * 4 + 7 + customers.length)
  const answer = await other.call('GET', `/entity/${other.entityId}`)
  assert.equal(answer.statusCode, 200, answer.body)
  await transact((transaction) => transaction.query('select 1'))
  assert.deepEqual(answered, [])
  assert.equal(pending.size, asked.length)
  isAnswering = true
  for (const response of pending) response.writeHead(500).end('{}')
  await Promise.all(unanswered)
  for (const chart of charts) assert.equal((await chart).statusCode, 503, (await chart).body)
})
