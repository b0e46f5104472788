import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createProcess, takeSteps } from '#server/testing/process-desk.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const vakt = await createTestApp()
after(() => vakt.close())

/** A customer whose resource alerts once the process is there. */
async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const { entityId, name } = await createEntity(vakt.database, customerId)
  const ask = async (method: string, path: string, body?: unknown, status = 200): Promise<Json> => {
    const answer = await vakt.call(anna, method, `/customer/${customerId}${path}`, body)
    assert.equal(answer.statusCode, status, answer.body)
    return answer.body ? (answer.json().result ?? answer.json().errors) : undefined
  }
  const alert = async (rule: string) => {
    const labels = { alertname: rule, severity: 'high', instance: name }
    const one = { status: 'firing', fingerprint: `${name} ${rule}`, labels, annotations: {}, startsAt: new Date().toISOString() }
    const token = await createIngestToken(vakt.database, customerId)
    await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [{ ...one, endsAt: '0001-01-01T00:00:00Z' }] })
    await vakt.work()
    await takeSteps(vakt.database)
  }
  const runs = (): Promise<Json[]> => ask('GET', '/process-run')
  return { customerId, entityId, ask, alert, runs }
}

test('a run of 100 steps takes each of them once, in their order', async () => {
  const { customerId, entityId, ask, alert, runs } = await createScene()
  const steps: ProcessAction[] = Array.from({ length: 100 }, (_, index) =>
    index % 5 === 0
      ? { type: 'tag_ticket', tag: `t${index}`, ticketNote: '' }
      : index % 5 === 1
        ? { type: 'check_alerting' }
        : { type: 'delay', delayInMinutes: 0, completeActionIfIncidentIsResolved: true },
  )
  await createProcess(vakt.database, customerId, { entityId, actions: steps })
  await alert('DiskFull')
  const [run] = await runs()
  assert.equal(run.state, 'finished')
  assert.deepEqual(new Set(run.steps.map(({ state }: Json) => state)), new Set(['done']))
  assert.equal(run.steps.length, 100)
  assert.deepEqual(
    (await ask('GET', `/ticket/${run.ticketId}`)).tags,
    Array.from({ length: 20 }, (_, index) => `t${index * 5}`),
  )
})

test('a number of a country that is not allowed is refused on its field, and fails the step of a process that had it', async () => {
  const { customerId, entityId, ask, alert, runs } = await createScene()
  const sms: ProcessAction = { type: 'sms', phoneNumber: '+14155552671', message: 'm' }
  const voice: ProcessAction = {
    ...{ type: 'voice_call', phoneNumber: '+14155552671', message: 'm', startHour: 0, endHour: 0 },
    ...{ timeZone: 'UTC', useFullDayOnWeekends: true, language: 'sv' },
  }
  const errors = await ask('POST', '/process-model', { name: 'Abroad', entityId, actions: [sms, voice] }, 400)
  assert.deepEqual(
    errors.map(({ property, message_translation_key: key }: Json) => `${property} ${key}`),
    ['actions.0.phoneNumber process.phone_country', 'actions.1.phoneNumber process.phone_country'],
  )
  await createProcess(vakt.database, customerId, { entityId, actions: [sms, voice, { type: 'tag_ticket', tag: 'after', ticketNote: '' }] })
  await alert('DiskFull')
  const { steps, state } = await ask('GET', `/process-run/${(await runs())[0].runId}`)
  assert.deepEqual(
    [state, ...steps.map((step: Json) => [step.state, step.reason])],
    ['finished', ['failed', 'country_not_allowed'], ['failed', 'country_not_allowed'], ['done', null]],
  )
})

test('a rule that was deleted under a process starts nothing; what runs goes on', async () => {
  const { entityId, ask, alert, runs } = await createScene()
  const { alertRuleId } = await ask('POST', '/alert-rule', {
    ...{ name: 'CPU', description: 'CPU', severity: 2, aggregation: 'avg', thresholdComparison: '>', threshold: 80 },
    ...{ alertsBeforeAction: 3, metricName: 'cpu', entityId },
  })
  const delay: ProcessAction = { type: 'delay', delayInMinutes: 5, completeActionIfIncidentIsResolved: false }
  const chosen = { applyToAllAlertRules: false, alertRuleIds: [alertRuleId], externalRules: ['Kept'] }
  const { processModelId } = await ask('POST', '/process-model', { name: 'Chosen', entityId, actions: [delay], ...chosen })
  await alert('Kept')
  await ask('DELETE', `/alert-rule/${alertRuleId}`, undefined, 204)
  await alert('CPU')
  assert.deepEqual(
    (await runs()).map(({ alertRule, state }) => [alertRule, state]),
    [['Kept', 'waiting']],
  )
  assert.equal((await ask('GET', `/process-model/${processModelId}`)).alertRules[0].isDeleted, true)
  await takeSteps(vakt.database, 6)
  assert.equal((await runs())[0].state, 'finished')
})

test('where service windows cannot be checked no effect begins, and the run goes on once they can be', async () => {
  const { customerId, entityId, ask, alert, runs } = await createScene()
  const delay: ProcessAction = { type: 'delay', delayInMinutes: 1, completeActionIfIncidentIsResolved: false }
  await createProcess(vakt.database, customerId, { entityId, actions: [delay, { type: 'tag_ticket', tag: 'after', ticketNote: '' }] })
  await alert('DiskFull')
  const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
  const schedule = { timeZone: 'UTC', startsAt, repeats: 'once', weekdays: [], monthDay: null, cron: '', endsOn: null, endsAfter: null }
  const window = { reason: 'Patching', durationInSeconds: 1800, scope: { entityIds: [entityId] }, schedule }
  const { serviceWindowId } = await ask('POST', '/service-window', window)
  const move = (begins: string, ends: string) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update service_window_occurrence set starts_at = $2, ends_at = $3 where window_id = $1', [
        serviceWindowId,
        begins,
        ends,
      ]),
    )
  const tags = async () => (await ask('GET', `/ticket/${(await runs())[0].ticketId}`)).tags
  // No moment in time: reading it throws.
  await move('-infinity', 'infinity')
  await takeSteps(vakt.database, 2)
  assert.deepEqual(await tags(), [])
  assert.equal((await runs())[0].endedAt, null)
  await move(`${startsAt}Z`, `${startsAt}Z`)
  await takeSteps(vakt.database, 120)
  assert.deepEqual([(await runs())[0].state, await tags()], ['finished', ['after']])
})
