import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { reminderQueues } from '#server/features/incidents/remind-of-incident.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { later, openTicketDesks, origin } from '#server/testing/ticket-desk.ts'

const { vakt, anna, query, contextAt, dispatchAll, userId } = await openTicketDesks()
after(() => vakt.close())

type Row = { kind: string; severity: string; subject: string; tickets: number; incidentId: string; customerId: string }

/** A customer with Elin, who reads Swedish, and a resource whose alerts one can fire. */
async function openCustomer() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const elin: TestUser = { email: `elin@${emailDomain}`, roles: ['admin'] }
  await userId(elin, 'sv')
  await userId(anna)
  const token = await createIngestToken(vakt.database, customerId)
  const entity = await createEntity(vakt.database, customerId, { tags: { application: 'till' } })
  const fire = async (severity: string, changes: { fingerprint?: string; status?: string; entityName?: string } = {}) => {
    const { fingerprint = randomUUID(), status = 'firing', entityName = entity.name } = changes
    const labels = { alertname: 'Slow', severity, instance: entityName }
    const ends = status === 'resolved' ? { endsAt: new Date().toISOString() } : {}
    const alert = {
      status,
      fingerprint,
      labels,
      annotations: { summary: `Slow <b>${severity}</b>` },
      startsAt: '2026-11-20T10:00:00Z',
      ...ends,
    }
    await vakt.send('alertmanager', token, { version: '4', status, alerts: [alert] })
    await vakt.work()
    return fingerprint
  }
  const choose = (user: TestUser, choices: object[]) => vakt.call(user, 'PUT', '/notification/preference', { choices })
  const listOf = async (user: TestUser) =>
    ((await vakt.call(user, 'GET', '/notification')).json().result as Row[]).filter(
      (row) => row.customerId === customerId && row.incidentId !== null,
    )
  const mails = async () =>
    (
      await query<{ address: string; subject: string; text_body: string; html_body: string }>(
        "select * from mail_delivery where customer_id = $1 and address = $2 and kind like 'incident%' order by created_at",
        [customerId, elin.email],
      )
    ).rows
  return { customerId, elin, entity, fire, choose, listOf, mails }
}

const notify = dispatchAll
const by = (kind: string, fromSeverity: string) => ({ kind, byMail: true, inPortal: true, fromSeverity })

test('users are notified of incidents from the chosen severity on, in the portal and by mail, once, in the reader’s language', async () => {
  const { customerId, elin, fire, choose, listOf, mails } = await openCustomer()
  assert.equal(
    (await choose(elin, [by('incident_opened', 'high'), by('incident_escalated', 'high'), by('incident_resolved', 'high')])).statusCode,
    200,
  )
  const fingerprint = await fire('warning')
  await notify()
  assert.deepEqual(await listOf(elin), [])
  await fire('critical', { fingerprint })
  await Promise.all([notify(), notify()])
  await query('update event set dispatched_at = null where customer_id = $1', [customerId])
  await notify()
  await fire('critical', { fingerprint, status: 'resolved' })
  await notify()
  assert.deepEqual(
    (await listOf(elin)).map(({ kind, severity }) => ({ kind, severity })),
    [
      { kind: 'incident_resolved', severity: 'critical' },
      { kind: 'incident_escalated', severity: 'critical' },
    ],
  )
  const sent = await mails()
  assert.deepEqual(
    sent.map(({ address }) => address),
    [elin.email, elin.email],
  )
  assert.match(sent[0]?.subject ?? '', /^Kritisk: /)
  assert.match(sent[1]?.subject ?? '', /^Löst: /)
  assert.match(sent[0]?.html_body ?? '', /En incident har förvärrats/)
  assert.ok(sent[0]?.text_body.includes(`${origin}/incidents/${customerId}/`))
  assert.doesNotMatch(sent[0]?.html_body ?? '', /<b>/)
})

test('a follower of a resource or group is notified of its incidents, of any severity, until they may no longer see incidents', async () => {
  const { customerId, elin, entity, fire, listOf } = await openCustomer()
  const follow = (path: string, body: object = {}) =>
    vakt.call(elin, 'PUT', `/customer/${customerId}${path}`, { isFollowing: true, ...body })
  await follow('/tag-group/follow', { group: ['till'] })
  await fire('info')
  await notify()
  assert.deepEqual(
    (await listOf(elin)).map(({ kind, tickets }) => ({ kind, tickets })),
    [{ kind: 'incident_opened', tickets: 1 }],
  )
  const other = await createEntity(vakt.database, customerId, { tags: { application: 'web' } })
  await fire('critical', { entityName: other.name })
  await notify()
  assert.equal((await listOf(elin)).length, 1)
  await follow(`/entity/${entity.entityId}/follow`)
  await query("update customer_role_feature set features = '{@feature.tickets.read}' where customer_id = $1", [customerId])
  await fire('critical')
  await notify()
  assert.deepEqual(await listOf(elin), [])
})

test('many incidents at once are one row and one mail; a severity where none belongs is refused', async () => {
  const { customerId, elin, fire, choose, listOf, mails } = await openCustomer()
  await choose(elin, [by('incident_opened', 'low')])
  for (let n = 0; n < 3; n += 1) await fire('critical', { entityName: (await createEntity(vakt.database, customerId)).name })
  await notify()
  assert.deepEqual(
    (await listOf(elin)).map(({ tickets }) => tickets),
    [3],
  )
  assert.deepEqual(
    (await mails()).map(({ subject }) => subject),
    [`3 incidenter har öppnats hos Customer ${customerId}`],
  )
  const refused = await choose(elin, [{ kind: 'commented', byMail: true, inPortal: true, fromSeverity: 'high' }])
  assert.equal(refused.json().errors[0].message_translation_key, 'notifications.severity_not_here')
})

test('a mute ends when the incident escalates, or at its time with one reminder if the incident is open', async () => {
  const { customerId, elin, fire, choose, listOf, mails } = await openCustomer()
  await choose(elin, [by('incident_opened', 'low'), by('incident_escalated', 'low'), by('incident_resolved', 'low')])
  const kinds = async () => (await listOf(elin)).map(({ kind, incidentId }) => ({ kind, incidentId }))
  const clear = () => query('delete from notification where about_customer_id = $1', [customerId])
  const openMuted = async () => {
    const { entityId, name } = await createEntity(vakt.database, customerId)
    const fingerprint = await fire('warning', { entityName: name })
    await notify()
    await clear()
    const { rows } = await query<{ id: string }>('select incident_id as id from incident where customer_id = $1 and entity_id = $2', [
      customerId,
      entityId,
    ])
    const incidentId = rows[0]?.id ?? assert.fail()
    const muted = await vakt.call(elin, 'PUT', `/customer/${customerId}/incident/${incidentId}/mute`, { until: later(60).toISOString() })
    assert.equal(muted.statusCode, 200, muted.body)
    const change = async (severity: string, status?: string) => {
      await fire(severity, { fingerprint, entityName: name, ...(status && { status }) })
      await notify()
    }
    return { incidentId, change }
  }
  const remind = async () => {
    await workThrough(reminderQueues(), contextAt(later(61)), later(61))
    await notify()
  }

  const worse = await openMuted()
  await worse.change('critical')
  assert.deepEqual(await kinds(), [{ kind: 'incident_escalated', incidentId: worse.incidentId }])
  await clear()
  await remind()
  assert.deepEqual(await kinds(), [])

  const over = await openMuted()
  await over.change('warning', 'resolved')
  await remind()
  assert.deepEqual(await kinds(), [])

  const open = await openMuted()
  await query('delete from mail_delivery where customer_id = $1', [customerId])
  await remind()
  await remind()
  assert.deepEqual(await kinds(), [{ kind: 'incident_reminded', incidentId: open.incidentId }])
  assert.match((await mails())[0]?.html_body ?? '', /Påminnelse: en incident är fortfarande öppen/)
  assert.equal((await mails()).length, 1)
  await open.change('warning', 'resolved')
  assert.equal((await kinds())[0]?.kind, 'incident_resolved')
})

test('a mail about an incident of an alert rule names what it found in the language of the reader, alone, among several and when it is over', async () => {
  const { customerId, elin, entity, fire, choose, mails } = await openCustomer()
  await choose(elin, [by('incident_opened', 'low'), by('incident_resolved', 'low')])
  const found: RuleFinding = { metric: 'cpu', unit: '%', resource: entity.name, value: 97, comparison: '>', limit: 80 }
  const [english, swedish] = [writeRuleFinding(found, 'en'), writeRuleFinding(found, 'sv')]
  const name = () => query('update incident set title = $2, finding = $3 where customer_id = $1', [customerId, english, found])
  const fingerprint = await fire('critical')
  await name()
  await notify()
  await fire('critical', { fingerprint, status: 'resolved' })
  await notify()
  for (let n = 0; n < 2; n += 1) await fire('critical', { entityName: (await createEntity(vakt.database, customerId)).name })
  await name()
  await notify()
  const sent = await mails()
  assert.deepEqual(
    sent.slice(0, 2).map(({ subject }) => subject),
    [`Kritisk: ${swedish}`, `Löst: ${swedish}`],
  )
  assert.equal(sent.length, 3)
  for (const { text_body: text } of sent) {
    assert.ok(text.includes(swedish), text)
    assert.ok(!text.includes(english), text)
  }
})
