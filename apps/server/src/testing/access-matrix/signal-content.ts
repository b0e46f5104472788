import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createEntity, createIngestToken } from '#server/testing/factories.ts'
import { staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies } from './matrix-bodies.ts'

/** One alert of Alertmanager. */
export const notification = (name: string, fingerprint: string) => ({
  version: '4',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      fingerprint,
      labels: { alertname: `Rule ${fingerprint}`, severity: 'critical', instance: name },
      annotations: {},
      startsAt: '2026-11-20T10:00:00Z',
    },
  ],
})

/** Makes what calls about sources, signals, incidents and metrics need. */
export function createSignalContent({ vakt, owner, request }: MatrixApp) {
  /** Two open incidents, the first with two alerts: `incidentId`, the second of its alerts, and `into`; merged for the call that undoes it. */
  async function makeIncidents(customerId: string, forCall: string): Promise<{ incidentId: string; into: string; alertId: string }> {
    const path = `/api/v1/customer/${customerId}`
    const token = await createIngestToken(vakt.database, customerId)
    const [one, two] = [await createEntity(vakt.database, customerId), await createEntity(vakt.database, customerId)]
    const second = randomUUID()
    for (const [entity, fingerprint] of [
      [one, randomUUID()],
      [one, second],
      [two, randomUUID()],
    ] as const)
      await vakt.send('alertmanager', token, notification(entity.name, fingerprint))
    await vakt.work()
    const alertsOf = async ({ entityId }: { entityId: string }) =>
      (await request(staff, 'GET', `${path}/alert?entityId=${entityId}`)).json.result as {
        alertId: string
        incidentId: string
        name: string
      }[]
    const alerts = await alertsOf(one)
    const chosen = alerts.find(({ name }) => name === `Rule ${second}`) ?? assert.fail('there is an alert of the second rule')
    const into = (await alertsOf(two))[0]?.incidentId ?? ''
    const { incidentId, alertId } = chosen
    if (forCall === 'unmergeIncident') await request(staff, 'POST', `${path}/incident/${incidentId}/merge`, { version: 1, into })
    return { incidentId, alertId, into }
  }

  /** One that is over where the call is to reopen it. */
  async function makeMajorIncident(customerId: string, name = ''): Promise<string> {
    const { incidentId } = await makeIncidents(customerId, '')
    const body = { title: { en: 'Network fault' }, incidents: [{ customerId, incidentId }] }
    const { majorIncidentId } = (await request(staff, 'POST', '/api/v1/major-incident', body)).json.result
    if (name === 'reopenMajorIncident')
      await request(staff, 'POST', `/api/v1/major-incident/${majorIncidentId}/update`, {
        ...(bodies.updateMajorIncident as object),
        ends: true,
      })
    return majorIncidentId
  }

  /** An alert that no entity matches, a binding, and a signal that nobody could read. */
  async function makeUnmatched(customerId: string, token: string, entityId: string) {
    await vakt.send('alertmanager', token, notification('nobody-knows-me', 'unmatched'))
    await vakt.send('alertmanager', token, { version: 'none' })
    await vakt.work()
    const { rows } = await owner.query<{ unmatchedAlertId: string; bindingId: string; signalId: string }>(
      `insert into entity_binding (customer_id, source, target_key, entity_customer_id, entity_id, created_at, created_by)
       values ($1, 'alertmanager', 'host someone', $1, $2, now(), 'x') returning binding_id as "bindingId",
         (select alert_id from alert where customer_id = $1 and target_key is not null limit 1) as "unmatchedAlertId",
         (select signal_id from signal where customer_id = $1 and state = 'unrecognised' limit 1) as "signalId"`,
      [customerId, entityId],
    )
    return rows[0] ?? assert.fail('there is nothing unmatched')
  }

  async function findSignalOfAlert(customerId: string, alertId: string): Promise<string> {
    const { trail } = (await request(staff, 'GET', `/api/v1/customer/${customerId}/alert/${alertId}`)).json.result
    return trail.find(({ signalId }: { signalId?: string }) => signalId)?.signalId ?? assert.fail('the trail names no signal')
  }

  /** In the state that the call needs. */
  async function makeSource(customerId: string, forCall = ''): Promise<string> {
    const path = `/api/v1/admin/customer/${customerId}/monitoring-source`
    const { sourceId } = (await request(staff, 'POST', path, bodies.createMonitoringSource)).json.result
    if (forCall === 'endReplacedToken') await request(staff, 'POST', `${path}/${sourceId}/rotate`, bodies.rotateIngestToken)
    if (forCall === 'restoreMonitoringSource') await request(staff, 'POST', `${path}/${sourceId}/revoke`)
    return sourceId
  }

  async function makeSourceSignal(customerId: string, sourceId: string): Promise<string> {
    const path = `/api/v1/admin/customer/${customerId}/monitoring-source/${sourceId}/test-signal`
    return (await request(staff, 'POST', path, bodies.sendTestSignal)).json.result.signalId
  }

  /** Of a number that no other customer has. */
  async function makeSeries(customerId: string, entityId: string): Promise<string> {
    const seriesNo = 1000 + Math.floor(Math.random() * 100_000)
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id)
         values ($1, $2::int, 'cpu', '{}', substring(sha256(convert_to($1, 'UTF8')) for 16), 'gauge', $3)`,
        [customerId, seriesNo, entityId],
      ),
    )
    return String(seriesNo)
  }

  /** Of a name that nothing else has. */
  async function makeBinding(customerId: string, entityId: string): Promise<string> {
    const { rows } = await owner.query<{ bindingId: string }>(
      `insert into entity_binding (customer_id, source, target_key, entity_customer_id, entity_id, created_at, created_by)
       values ($1, 'alertmanager', 'host ' || gen_random_uuid(), $1, $2, now(), 'x') returning binding_id as "bindingId"`,
      [customerId, entityId],
    )
    return rows[0]?.bindingId ?? assert.fail('there is no binding')
  }

  /** Of a number that no other customer has, which matches nothing. */
  async function makeUnmatchedSeries(customerId: string): Promise<string> {
    const seriesNo = 200_000 + Math.floor(Math.random() * 100_000)
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, target_key, target_name)
         values ($1, $2::int, 'cpu', '{}', substring(sha256(convert_to($1 || ' unmatched ' || $2::text, 'UTF8')) for 16), 'gauge', 'host stranger', 'stranger')`,
        [customerId, seriesNo],
      ),
    )
    return String(seriesNo)
  }

  return {
    makeIncidents,
    makeMajorIncident,
    makeUnmatched,
    findSignalOfAlert,
    makeSource,
    makeSourceSignal,
    makeSeries,
    makeBinding,
    makeUnmatchedSeries,
  }
}
