import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import type { Report } from '@vakt/contract/reports/reports.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const own = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(staff, 'POST', '/authentication/usercontext', {})

const write = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows as Row[]

type Query = Record<string, string | readonly string[]>

/** The rows of the list. */
async function list(path: string, query: Query): Promise<Record<string, unknown>[]> {
  const written = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) written.append(name, value)
  const answer = await vakt.call(staff, 'GET', `/customer/${own.customerId}/${path}?${written}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}

/** How many there are. */
const count = async (path: string, query: Query) => (await list(path, { limit: '500', ...query })).length

await write(
  "update customer set time_zone = 'UTC', tag_keys = '{application,environment}', hidden_types = '{disk}' where customer_id = $1",
  [own.customerId],
)

async function addEntity(application: string, environment: string, more: { type?: string; createdAt?: string; staleSince?: string } = {}) {
  const { entityId } = await createEntity(vakt.database, own.customerId)
  const { type = 'vm', createdAt = '2026-01-01', staleSince = null } = more
  await write(
    `update entity set created_at = $2, type = $3, stale = $4::timestamptz is not null, stale_since = $4,
       tags = jsonb_build_object('application', $5::text, 'environment', $6::text) where entity_id = $1`,
    [entityId, createdAt, type, staleSince, application, environment],
  )
  return entityId
}

const web = await addEntity('shop', 'production')
const test2 = await addEntity('shop', 'test')
const without = await addEntity('', 'production')
await addEntity('shop', 'production', { type: 'Disk' })
await addEntity('shop', 'production', { staleSince: '2026-02-20' })
await addEntity('shop', 'production', { staleSince: '2026-03-20' })
await addEntity('shop', 'production', { createdAt: '2026-03-10', staleSince: '2026-05-01' })
await addEntity('shop', 'production', { createdAt: '2026-04-01' })

async function addTicket(
  entityId: string | null,
  createdAt: string,
  status: string,
  hours: [day: string, type: string, billable: boolean][],
) {
  const [ticket] = await write<{ id: string }>(
    `insert into ticket (customer_id, entity_id, subject, description, type, area, requester_name, source, status, created_at, modified_at)
     values ($1, $2, 's', 'd', 'change', 'other', 'n', 'person', $3, $4, $4) returning ticket_id as id`,
    [own.customerId, entityId, status, createdAt],
  )
  for (const [day, type, billable] of hours)
    await write(
      `insert into ticket_hours (customer_id, ticket_id, note, minutes, worked_on, hour_type, billable, author_id, author_name, created_at)
       values ($1, $2, 'n', 30, $3, $4, $5, gen_random_uuid(), 'n', now())`,
      [own.customerId, ticket?.id, day, type, billable],
    )
}

for (const [index, entityId] of [web, web, test2, without, null].entries()) {
  await addTicket(entityId, `2026-03-0${index + 1}`, index === 0 ? 'resolved' : 'new', [['2026-03-31', 'normal', index > 0]])
  await addTicket(entityId, '2026-02-28T23:59Z', 'closed', [['2026-02-28', 'overtime', true]])
}

async function addAgent(entityId: string | null, version: string, revokedAt: string | null, [from, to]: [string, string | null]) {
  await write(
    `with added as (insert into agent (customer_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at, entity_id, revoked_at)
       values ($1, $2, $3, $3, 'linux', $4, 't', '2026-01-01', $5, $6) returning agent_id),
     seen as (insert into agent_contact (agent_id, customer_id, last_seen_at, chain, former_chain, last_nonce)
       select agent_id, $1, now(), '', '', '' from added)
     insert into agent_silence (customer_id, agent_id, silent_from, silent_to) select $1, agent_id, $7, $8 from added`,
    [own.customerId, randomBytes(32), `m-${randomBytes(4).toString('hex')}`, version, entityId, revokedAt, from, to],
  )
}

await addAgent(web, '1.4.0', '2026-04-02', ['2026-03-30', '2026-03-31'])
await addAgent(web, '11.4.0', null, ['2026-02-10', '2026-02-11'])
await addAgent(test2, '1.4.0', '2026-03-15', ['2026-03-01', '2026-03-02'])
await addAgent(without, '1.4.0', null, ['2026-03-05', '2026-03-06'])
await addAgent(null, '1.4.0', null, ['2026-03-05', '2026-03-06'])

async function addIncident(entityId: string, severity: string, opened: string, resolved: string | null) {
  await write(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
     values ($1, $2, $4::timestamptz::text || random(), 'cpu', 'Down', $3, $6, $4, $4, $5)`,
    [own.customerId, entityId, severity, opened, resolved, resolved ? 'resolved' : 'open'],
  )
}

await addIncident(web, 'critical', '2026-02-28T23:00Z', '2026-03-01T00:30Z')
await addIncident(web, 'critical', '2026-03-05T10:00Z', '2026-03-05T10:09:59Z')
await addIncident(web, 'high', '2026-03-06T10:00Z', '2026-03-06T10:10Z')
await addIncident(test2, 'critical', '2026-03-31T23:00Z', null)
await addIncident(without, 'low', '2026-03-07T10:00Z', '2026-03-07T11:00Z')

/** A window of these resources that started then, and held an alert on each of `held`; one that waits for an approval does not count. */
async function addWindow(covered: readonly string[], startedAt: string, held: readonly (string | null)[], approval: string | null = null) {
  const [window] = await write<{ id: string }>(
    `insert into service_window (customer_id, reason, schedule, scope, notices, repeats, duration_seconds, starts_at, approval, created_by, created_at, modified_at)
     values ($1, 'Patching', '{}', '{}', '{}', 'never', 3600, $2, $3, 'Anna', now(), now()) returning window_id as id`,
    [own.customerId, startedAt, approval],
  )
  for (const entityId of covered)
    await write('insert into service_window_target values ($1, $2, $3)', [own.customerId, window?.id, `entity ${entityId}`])
  const [occurrence] = await write<{ id: string }>(
    `insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at, started_at)
     values ($1, $2, $3, $3, $3, $3, $3) returning occurrence_id as id`,
    [own.customerId, window?.id, startedAt],
  )
  for (const entityId of held)
    await write(
      `with held as (insert into alert
           (customer_id, source, fingerprint, name, rule, description, severity, state, started_at, first_seen_at, last_seen_at, changed_at, entity_id)
         values ($1, 's', gen_random_uuid()::text, 'Disk', 'disk', '', 'high', 'resolved', $3, $3, $3, $3, $4) returning alert_id)
       insert into service_window_hold (customer_id, occurrence_id, alert_id, held_at) select $1, $2, alert_id, $3 from held`,
      [own.customerId, occurrence?.id, startedAt, entityId],
    )
}

await addWindow([web], '2026-03-01T00:00Z', [web, null])
await addWindow([web, test2, without], '2026-03-31T23:59Z', [web, test2, without, without])
await addWindow([test2], '2026-03-15', [])
await addWindow([web], '2026-03-16', [web], 'waiting')
await addWindow([without], '2026-02-28T23:59Z', [without])
await addWindow([web], '2026-04-01', [web])

for (const [month, entityId, amount] of [
  ['2026-02', web, 1000],
  ['2026-03', web, 1100],
  ['2026-03', test2, 300],
  ['2026-03', without, 70],
] as const) {
  await write('insert into cloudops_frozen_month (customer_id, month, frozen_at) values ($1, $2, now()) on conflict do nothing', [
    own.customerId,
    month,
  ])
  await write(
    `insert into cloudops_month (customer_id, month, entity_id, entity_name, entity_type, active_minutes, pricing, amount_minor, currency, frozen_at)
     values ($1, $2, $3, 'n', 't', 60, '{"kind": "free"}', $4, 'SEK', now())`,
    [own.customerId, month, entityId, amount],
  )
}

const months = { now: ['2026-03-01', '2026-04-01', '2026-03-31'], before: ['2026-02-01', '2026-03-01', '2026-02-28'] } as const
const groups = [[], ['shop'], ['shop', 'production'], ['shop', ''], ['', 'production']]

async function read(group: readonly string[]): Promise<Report> {
  const path = `/customer/${own.customerId}/report/builtin/2026-03`
  const ofGroup = group.map((value) => `group=${value}`).join('&')
  const { token } = (await vakt.call(staff, 'GET', `${path}/token?${ofGroup}`)).json().result
  return (await vakt.call(staff, 'GET', `${path}?${ofGroup}&token=${token}`)).json().result
}

for (const group of groups)
  test(`the lists of group ${JSON.stringify(group)} have as many rows as its report counts, of both periods`, async () => {
    const report = await read(group)
    const figures = { now: report.figures, before: report.before }
    for (const [when, [first, end, lastDay]] of Object.entries(months) as [keyof typeof months, (typeof months)['now']][]) {
      const { tickets, hours, agents, inventory, incidents, windows, cloudOps } = figures[when]
      const created = { group, createdFrom: `${first}T00:00:00Z`, createdTo: `${end}T00:00:00Z` }
      assert.equal(await count('ticket', created), tickets.created)
      assert.equal(await count('ticket', { ...created, type: 'change' }), tickets.byType.change)
      for (const status of ['new', 'resolved', 'closed'] as const)
        assert.equal(await count('ticket', { ...created, status }), tickets.byStatus?.[status], status)
      const worked = { group, workedFrom: first, workedTo: lastDay }
      assert.equal(30 * (await count('ticket', { ...worked, billable: 'true' })), hours?.billable)
      assert.equal(30 * (await count('ticket', { ...worked, hourType: 'overtime' })), hours?.byType.overtime)
      const at = { group, at: `${end}T00:00:00Z` }
      assert.equal(await count('agent', at), agents?.machines)
      assert.equal(await count('agent', { group, silentFrom: created.createdFrom, silentTo: created.createdTo }), agents?.silent)
      const opened = { group, openedFrom: created.createdFrom, openedTo: created.createdTo }
      assert.equal(await count('incident', opened), incidents.opened)
      const started = { group, from: created.createdFrom, to: created.createdTo }
      assert.equal(await count('service-window-started', started), windows.occurrences)
      assert.equal(await count('service-window-held', started), windows.held)
      const costs = await list(`cloudops-month/${first.slice(0, 7)}`, { group })
      const cost = costs.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0)
      assert.equal(cost, cloudOps?.amountMinor ?? 0)
      const tag = group.flatMap((value, index) => (value ? [`${report.tagKeys?.[index]}=${value}`] : []))
      const withoutTag = group.flatMap((value, index) => (value ? [] : [report.tagKeys?.[index] ?? '']))
      const end1 = new Date(Date.parse(end) - 1).toISOString()
      assert.equal(await count('entity', { tag, withoutTag, knownFrom: end1, knownTo: created.createdTo }), inventory?.resources)
    }
    for (const { version, machines } of report.agentVersions)
      assert.equal(await count('agent', { group, at: '2026-04-01T00:00:00Z', version }), machines, version)
  })

test('of a rule, an application and an unavailable resource the lists have what was counted', async () => {
  const { rules, applications, groups: counted, availability } = await read([])
  const period = { openedFrom: '2026-03-01T00:00:00Z', openedTo: '2026-04-01T00:00:00Z' }
  const [cpu] = rules
  assert.deepEqual([cpu?.opened, cpu?.critical, cpu?.short], [4, 2, 1])
  assert.equal(await count('incident', { ...period, rule: 'cpu', severity: 'critical' }), cpu?.critical)
  assert.equal(await count('incident', { ...period, rule: 'cpu', withinMinutes: '10' }), cpu?.short)
  const [shop] = applications
  assert.deepEqual([shop?.values, shop?.incidents, shop?.critical, shop?.resources], [['shop'], 3, 2, 4])
  assert.equal(await count('incident', { ...period, tag: 'application=shop' }), shop?.incidents)
  assert.equal(await count('incident', { ...period, tag: 'application=shop', severity: 'critical' }), shop?.critical)
  const known = { knownFrom: period.openedFrom, knownTo: period.openedTo }
  assert.equal(await count('entity', { ...known, tag: 'application=shop' }), shop?.resources)
  const none = counted.find(({ values }) => values[0] === null)
  assert.equal(await count('entity', { ...known, tag: 'environment=production', withoutTag: 'application' }), none?.resources)
  const down = availability.worst.find(({ entityId }) => entityId === web)
  assert.equal(down?.minutesDown, 40)
  const outages = { entityId: web, severity: 'critical', ongoingFrom: period.openedFrom, ongoingTo: period.openedTo }
  assert.equal(await count('incident', outages), 2)
})

test('windows that started and alerts that they held are listed by page, each once, the latest first', async () => {
  const { figures } = await read([])
  assert.deepEqual([figures.windows.occurrences, figures.windows.held], [3, 6])
  const period = 'from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
  for (const [path, total] of [
    ['service-window-started', 3],
    ['service-window-held', 6],
  ] as const) {
    const seen = new Set<string>()
    for (let next: string | null = ''; next !== null; ) {
      const headers: Record<string, string> = next ? { 'x-continuation-token': next } : {}
      const answer = await vakt.call(staff, 'GET', `/customer/${own.customerId}/${path}?limit=2&${period}`, undefined, headers)
      assert.equal(answer.statusCode, 200, answer.body)
      for (const row of answer.json().result) seen.add(`${row.occurrenceId} ${row.alertId}`)
      next = answer.json().continuation_token
    }
    assert.equal(seen.size, total, path)
  }
  const [latest] = await list('service-window-started', { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' })
  assert.deepEqual([latest?.reason, latest?.held], ['Patching', 4])
  const tooMany = `/customer/${own.customerId}/service-window-held?group=a&group=b&group=c`
  assert.equal((await vakt.call(staff, 'GET', tooMany)).statusCode, 400)
})
