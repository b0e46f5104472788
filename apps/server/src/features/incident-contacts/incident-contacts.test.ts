import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { IncidentContacts } from '@vakt/contract/incidents/incident-contacts.ts'
import { summariseHeld } from '#server/features/deliveries/summarise-held.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { startMailSink } from '#server/testing/mail-sink.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { openTicketDesks, origin, sendMails, settings } from '#server/testing/ticket-desk.ts'

const { vakt, provider, anna, query, contextAt, dispatchAll, userId } = await openTicketDesks()
after(() => vakt.close())
await userId(anna)

type Mail = { address: string; subject: string; text_body: string; kind: string; state: string; language: string; delivery_id: string }

async function openCustomer() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const admin: TestUser = { email: `elin@${emailDomain}`, roles: ['admin'] }
  const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
  await query(
    `insert into customer_role_feature (customer_id, role, features) values ($1, 'reader', '{@feature.overview.read,@feature.tickets.read}')
     on conflict do nothing`,
    [customerId],
  )
  const [adminId, readerId] = [await userId(admin, 'sv'), await userId(reader)]
  const token = await createIngestToken(vakt.database, customerId)
  const fire = async (severity: string, { fingerprint = randomUUID(), status = 'firing', name = '' } = {}) => {
    const instance = name || (await createEntity(vakt.database, customerId)).name
    const ends = status === 'resolved' ? { endsAt: new Date().toISOString() } : {}
    const labels = { alertname: 'Slow', severity, instance }
    const alert = { status, fingerprint, labels, annotations: { summary: 'Checkout is slow' }, startsAt: '2026-11-20T10:00:00Z', ...ends }
    await vakt.send('alertmanager', token, { version: '4', status, alerts: [alert] })
    await vakt.work()
    await dispatchAll()
    return { fingerprint, name: instance }
  }
  const mails = async () =>
    (
      await query<Mail>("select * from mail_delivery where customer_id = $1 and kind like 'incident%' order by created_at, address", [
        customerId,
      ])
    ).rows
  const path = `/customer/${customerId}/incident-contact`
  const read = async (user: TestUser = admin): Promise<IncidentContacts> => (await vakt.call(user, 'GET', path)).json().result
  const save = async (contacts: object[], user: TestUser = admin) =>
    vakt.call(user, 'PUT', path, { contacts, version: (await read()).version })
  const choose = (user: TestUser, choices: object) =>
    vakt.call(user, 'PUT', '/incident-mail-choice', {
      choices: { critical: 'as_set', high: 'as_set', medium: 'as_set', low: 'as_set', ...choices },
    })
  const addressesOf = async () => (await mails()).map(({ address }) => address)
  return { customerId, emailDomain, admin, reader, adminId, readerId, fire, mails, addressesOf, path, read, save, choose }
}

const contact = (who: object, more: object = {}) => ({
  ...{ userId: '', address: '', fromSeverity: 'high', hours: 'always', language: 'en' },
  ...who,
  ...more,
})

test('where nothing is set up, the administrators of the customer and of the provider are mailed when a severe incident opens, worsens and is resolved', async () => {
  const { admin, fire, mails } = await openCustomer()
  const alert = await fire('warning')
  assert.deepEqual(await mails(), [])
  await fire('critical', alert)
  await fire('critical', { ...alert, status: 'resolved' })
  await query('update event set dispatched_at = null')
  await dispatchAll()
  const sent = await mails()
  assert.deepEqual(
    sent.map(({ address, kind }) => `${address} ${kind}`).toSorted(),
    ['incident_escalated', 'incident_resolved'].flatMap((kind) => [`${anna.email} ${kind}`, `${admin.email} ${kind}`]).toSorted(),
  )
  const own = sent.find(({ address }) => address === admin.email) ?? assert.fail()
  assert.equal(own.language, 'sv')
  assert.match(own.subject, /^Kritisk: Checkout is slow/)
  assert.match(own.text_body, /Handläggare/)
  assert.ok(own.text_body.includes(`${origin}/incidents/`))
})

test('contacts take the place of administrators, by severity; a choice of their own counts more, and their administrator sees it', async () => {
  const { admin, reader, readerId, fire, addressesOf, save, read, choose } = await openCustomer()
  assert.deepEqual((await read()).administrators, [{ name: 'elin', declined: [] }])
  assert.equal((await save([contact({ userId: readerId }, { fromSeverity: 'critical' })])).statusCode, 200)
  await fire('high')
  assert.deepEqual(await addressesOf(), [anna.email])
  await fire('critical')
  assert.deepEqual((await addressesOf()).toSorted(), [anna.email, anna.email, reader.email].toSorted())
  assert.equal((await choose(reader, { critical: 'never', low: 'always' })).statusCode, 204)
  await choose(admin, { high: 'always' })
  await query("delete from mail_delivery where kind like 'incident%'")
  for (const severity of ['critical', 'info', 'high']) await fire(severity)
  assert.deepEqual((await addressesOf()).toSorted(), [anna.email, anna.email, reader.email, admin.email].toSorted())
  const { contacts, atNight } = await read()
  assert.deepEqual(contacts[0]?.declined, ['critical'])
  assert.deepEqual(
    atNight.told.map(({ people, staffCount }) => [people, staffCount]),
    [
      [[], 1],
      [['elin'], 1],
      [[], 0],
      [['rut'], 0],
    ],
  )
})

test('an address outside confirms first, gets its mails once, and stops them by a link that serves for nothing else', async () => {
  const { customerId, fire, mails, save, read, adminId } = await openCustomer()
  const address = `desk-${customerId}@elsewhere.example`
  assert.equal((await save([contact({ address: address.toUpperCase() }), contact({ userId: adminId })])).statusCode, 200)
  const states = async () => (await read()).contacts.map(({ state }) => state)
  assert.deepEqual(await states(), ['unconfirmed', 'told'])
  const asked = await query<Mail>("select * from mail_delivery where customer_id = $1 and kind = 'address_confirmation'", [customerId])
  const link = /\/confirm-address\/\S+/.exec(asked.rows[0]?.text_body ?? '')?.[0] ?? assert.fail()
  await fire('critical')
  const toDesk = async () => (await mails()).filter((mail) => mail.address === address)
  assert.deepEqual(await toDesk(), [])
  const open = (path: string, method: 'GET' | 'POST') => vakt.app.inject({ method, url: path })
  assert.equal((await open(link, 'POST')).statusCode, 200)
  assert.deepEqual(await states(), ['told', 'told'])
  await fire('critical')
  await fire('critical')
  await query("update event set dispatched_at = null where event_id = (select max(event_id) from event where topic = 'incident')")
  await dispatchAll()
  assert.equal((await toDesk()).length, 2)

  const [first, second] = await toDesk()
  const stop = /\/stop-incident-mails\/\S+/.exec(first?.text_body ?? '')?.[0] ?? assert.fail()
  assert.equal((await open(`${stop.slice(0, -2)}AA`, 'POST')).statusCode, 404)
  assert.match((await open(stop, 'GET')).body, /<form/)
  assert.deepEqual(await states(), ['told', 'told'])
  const stopped = await open(stop, 'POST')
  assert.match(stopped.body, /sends no more emails/)
  assert.deepEqual(await states(), ['stopped', 'told'])
  // What waited is not sent any more either.
  const sink = await startMailSink()
  await sendMails({ createContext: contextAt(), settings: sink.settings, origin })
  await sink.close()
  assert.equal((await toDesk()).find((mail) => mail.delivery_id === second?.delivery_id)?.state, 'failed')
  await fire('critical')
  assert.equal((await toDesk()).length, 2)
})

test('a storm is five mails and then one digest, and the digest is to the same recipients', async () => {
  const { customerId, admin, fire, mails } = await openCustomer()
  for (let n = 0; n < 9; n += 1) await fire('high')
  const own = (await mails()).filter(({ address }) => address === admin.email)
  const states = (state: string) => own.filter((mail) => mail.state === state).length
  assert.deepEqual([own.length, states('held')], [9, 4])
  const later = new Date(Date.now() + 11 * 60_000)
  for (let n = 0; n < 2; n += 1) await summariseHeld(contextAt(later)(), settings)
  const summaries = await query<Mail>("select * from mail_delivery where kind = 'summary' and address = $1", [admin.email])
  assert.equal(summaries.rows.length, 1)
  assert.equal(summaries.rows[0]?.text_body.match(new RegExp(`/incidents/${customerId}/`, 'g'))?.length, 4)
})

test('a test is sent to those who would be told at 02:00, once for a repeated call, a few times an hour, and its result is shown', async () => {
  const { admin, adminId, reader, path, save, read } = await openCustomer()
  await save([contact({ userId: adminId })])
  const key = { 'idempotency-key': randomUUID() }
  const send = (headers: Record<string, string> = {}, user = admin) => vakt.call(user, 'POST', `${path}/test`, undefined, headers)
  assert.deepEqual((await send(key)).json().result, { sent: 1 })
  assert.deepEqual((await send(key)).json().result, { sent: 1 })
  const { rows } = await query<Mail>("select * from mail_delivery where kind = 'incident_contact_test' and address = $1", [admin.email])
  assert.equal(rows.length, 1)
  assert.match(rows[0]?.subject ?? '', /^Test: incidenter hos/)
  const sink = await startMailSink()
  await sendMails({ createContext: contextAt(), settings: sink.settings, origin })
  await sink.close()
  assert.deepEqual(
    (await read()).lastTest?.results.map(({ name, state }) => [name, state]),
    [['elin', 'sent']],
  )
  assert.equal((await send({}, anna)).json().result.sent, 2)
  // The names of the provider's people are for staff.
  assert.deepEqual([(await read()).lastTest?.results.length, (await read(anna)).lastTest?.results.length], [1, 2])
  assert.equal((await send()).statusCode, 200)
  assert.equal((await send()).statusCode, 429)
  assert.ok((await read()).nextTestAt)
  assert.equal((await send({}, reader)).statusCode, 403)
})

test('what is wrong is named by its row; of two editors one wins; another customer has no part in it', async () => {
  const { path, save, read, admin, readerId, adminId } = await openCustomer()
  const other = await openCustomer()
  const wrong = [
    [[contact({})], 'contacts.0.address', 'incident_contacts.address_wrong'],
    [[contact({ address: 'a@b.example\r\nBcc: c@d.example' })], 'contacts.0.address', 'incident_contacts.address_wrong'],
    [[contact({ address: 'a@b.example,c@d.example' })], 'contacts.0.address', 'incident_contacts.address_wrong'],
    [[contact({ userId: other.adminId })], 'contacts.0.userId', 'incident_contacts.person_unknown'],
    [[contact({ userId: adminId }), contact({ userId: adminId })], 'contacts.1.userId', 'incident_contacts.twice'],
  ] as const
  for (const [contacts, property, key] of wrong) {
    const answer = await save([...contacts])
    assert.equal(answer.statusCode, 400, answer.body)
    assert.deepEqual([answer.json().errors[0].property, answer.json().errors[0].message_translation_key], [property, key])
  }
  const late = (contacts: object[]) => vakt.call(admin, 'PUT', path, { contacts, version: 0 })
  assert.equal((await late([contact({ userId: readerId })])).statusCode, 200)
  assert.equal((await late([])).json().errors[0].message_translation_key, 'incident_contacts.changed')
  for (const call of [vakt.call(other.admin, 'GET', path), vakt.call(other.admin, 'POST', `${path}/test`)])
    assert.equal((await call).statusCode, 404)
  assert.equal((await read()).contacts.length, 1)
  const { rows } = await query<{ details: { before: object[]; after: object[] } }>(
    "select details from recorded_action where action = 'incident-contacts.save' order by action_id desc limit 1",
  )
  assert.deepEqual([rows[0]?.details.before.length, rows[0]?.details.after.length], [0, 1])
})

test('contacts of the provider are told of incidents of all customers, and nobody is told twice', async () => {
  const { fire, addressesOf, admin } = await openCustomer()
  const path = `/customer/${provider.customerId}/incident-contact`
  const save = async (contacts: object[]) => {
    const { version } = (await vakt.call(anna, 'GET', path)).json().result
    const answer = await vakt.call(anna, 'PUT', path, { contacts, version })
    assert.equal(answer.statusCode, 200, answer.body)
  }
  const desk = `noc@${provider.emailDomain}`
  await save([contact({ address: desk }, { fromSeverity: 'critical' })])
  await fire('critical')
  assert.deepEqual((await addressesOf()).toSorted(), [admin.email, desk].toSorted())
  await save([])
})

test('what is said of 02:00: the schedule in which no one is on call then, whom the escalation reaches next, resources with CloudOps', async () => {
  const { customerId, admin, read } = await openCustomer()
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await vakt.call(anna, method, path, body)
    assert.ok(answer.statusCode < 300, `${path}: ${answer.body}`)
    return answer.body === '' ? null : answer.json().result
  }
  const annaId = await userId(anna)
  const layer = (hours: object[] | null) => ({
    ...{ people: [annaId], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks' },
    hours,
  })
  const day = (hours: object[] | null) => ({ name: `S${randomUUID().slice(0, 8)}`, timeZone: 'Europe/Stockholm', layers: [layer(hours)] })
  const office = day(Array(7).fill({ opens: '08:00', closes: '17:00' }))
  const nights = day(null)
  const [officeId, nightsId] = [
    (await ask('POST', '/admin/on-call', office)).scheduleId,
    (await ask('POST', '/admin/on-call', nights)).scheduleId,
  ]
  const step = (scheduleId: string) => ({ scheduleId, userId: null, minutes: 5 })
  const { policyId } = await ask('POST', '/admin/escalation-policy', {
    ...{ name: `Policy ${randomUUID()}`, repeats: 0, isDefault: false },
    steps: [step(officeId), step(nightsId)],
  })
  await ask('PUT', `/admin/customer/${customerId}/paging-setting`, { fromSeverity: 'critical', pagesCloudOps: true, policyId, version: 0 })
  const critical = async (user: TestUser) => {
    const { atNight } = await read(user)
    const { paging, paged, unmanned } = atNight.told[0] ?? assert.fail()
    return { paging, paged, unmanned }
  }
  assert.deepEqual(await critical(anna), { paging: 'paged', paged: nights.name, unmanned: [office.name] })
  assert.deepEqual(await critical(admin), { paging: 'paged', paged: null, unmanned: [] })
  const { atNight } = await read(anna)
  assert.deepEqual([atNight.told[1]?.paging, atNight.sendsMails], ['none', true])

  const { entityId } = await createEntity(vakt.database, customerId)
  const byCloudOps = async () => (await read(anna)).atNight.byCloudOps
  const service = `/customer/${customerId}/entity/${entityId}/cloudops`
  const calendar = { timeZone: 'UTC', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] }
  await ask('PUT', service, { description: '', calendar, version: 0 })
  assert.equal(await byCloudOps(), false, 'no service is switched on')
  await ask('POST', `${service}/enable`, { version: 1 })
  assert.equal(await byCloudOps(), true)
  await ask('PUT', `/admin/customer/${customerId}/paging-setting`, { fromSeverity: 'critical', pagesCloudOps: false, policyId, version: 1 })
  assert.equal(await byCloudOps(), false, 'the service pages no one')

  await query('update escalation_policy set steps = jsonb_build_array(steps -> 0) where policy_id = $1', [policyId])
  assert.deepEqual(await critical(anna), { paging: 'unmanned', paged: null, unmanned: [office.name] })
})

test('without a mail server the sentence says that mails reach no one', async () => {
  const silent = await createTestApp()
  const { customerId, emailDomain } = await createCustomer(silent.database)
  const admin: TestUser = { email: `elin@${emailDomain}`, roles: ['admin'] }
  await silent.call(admin, 'POST', '/authentication/usercontext', {})
  const answer = await silent.call(admin, 'GET', `/customer/${customerId}/incident-contact`)
  assert.equal(answer.json().result.atNight.sendsMails, false)
  await silent.close()
})
