import assert from 'node:assert/strict'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { bucketEnd, bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { evaluateRules, noteClosedBucket } from '#server/features/alert-rules/evaluate-rules.ts'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import type { TestApp } from './test-app.ts'
import { silentLog } from './test-database.ts'

type Alert = { alertId: string; state: string; severity: string; name: string; startedAt: string; endedAt: string | null }
type Trail = { step: string; values: Record<string, string> }[]

/** Metrics and rules of customers, closed and evaluated as a worker does. `first` is a bucket well in the past, within the day that points are taken of. */
export function createRuleDesks(vakt: TestApp, first = slotOf(Date.now()) - 60) {
  const evaluation = { store: ownMetricStore, cache: new Map() }
  const contextAt = (now: Date) => () => ({
    actor: { type: 'system' as const, job: 'evaluate-alert-rules' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    ports,
    requestId: null,
    isStaff: false,
  })
  const run = (text: string, values: unknown[] = []) =>
    workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

  async function openDesk() {
    const { customerId, emailDomain } = await createCustomer(vakt.database)
    const token = await createIngestToken(vakt.database, customerId)
    const entity = await createEntity(vakt.database, customerId)
    const admin = { email: `eva@${emailDomain}`, roles: ['admin'] }
    const call = (method: string, path: string, body?: object) => vakt.call(admin, method, `/customer/${customerId}${path}`, body)
    const createRule = async (changed: object = {}): Promise<AlertRule> => {
      const body = { name: 'CPU high', description: 'Busy.', severity: 1, aggregation: 'avg', thresholdComparison: '>', threshold: 80 }
      const usual = { alertsBeforeAction: 3, metricName: 'cpu', entityId: entity.entityId }
      const answer = await call('POST', '/alert-rule', { ...body, ...usual, ...changed })
      assert.equal(answer.statusCode, 200, answer.body)
      const rule: AlertRule = answer.json().result
      await run('update alert_rule set active_from_slot = $2 where rule_id = $1', [rule.alertRuleId, first])
      return rule
    }
    const send = async (values: number[], { metric = 'cpu', from = first, of = entity.entityId, labels = {} } = {}) => {
      const samples = values.flatMap((value, index): [number, number][] =>
        Number.isNaN(value) ? [] : [[value, bucketStart(from + index) + 1000]],
      )
      const body = toSnappy(encodeRemoteWrite1([{ labels: { __name__: metric, vakt_entity: of, ...labels }, samples }]))
      const answer = await vakt.send('prometheus', token, body, remoteWriteHeaders[1])
      assert.equal(answer.statusCode, 204, answer.body)
      await closeDue(new Date(Date.now() + 120_000))
    }
    const closeDue = async (now: Date) => {
      const matched =
        "update metric_series set entity_id = (labels ->> 'vakt_entity')::uuid where customer_id = $1 and entity_id is null returning 1"
      if ((await run(matched, [customerId])).length > 0)
        await run('update metric_customer set series_version = series_version + 1 where customer_id = $1', [customerId])
      while (await closeBuckets(contextAt(now), [noteClosedBucket])) {
        // Until nothing is due.
      }
    }
    /** As a worker does when the bucket of now has closed. */
    const closeAndEvaluate = async () => {
      const slot = slotOf(Date.now())
      await closeDue(new Date(bucketEnd(slot) + 91_000))
      await evaluateTo(slot)
    }
    /** As a worker does when this bucket has closed; `count` of them at once. */
    const evaluateTo = async (slot: number, count = 1) => {
      const createContext = contextAt(new Date(bucketEnd(slot) + 91_000))
      await Promise.all(Array.from({ length: count }, () => evaluateRules(createContext, evaluation)))
      while (await evaluateRules(createContext, evaluation)) {
        // Until all is evaluated.
      }
    }
    const alerts = async (): Promise<Alert[]> => (await call('GET', '/alert')).json().result
    const trail = async (alertId: string): Promise<Trail> => (await call('GET', `/alert/${alertId}`)).json().result.trail
    const states = async () => (await call('GET', '/alert-rule')).json().result.map(({ states }: AlertRule) => states)
    return { customerId, token, entity, call, createRule, send, closeAndEvaluate, evaluateTo, alerts, trail, states }
  }
  return { first, evaluation, contextAt, run, openDesk }
}
