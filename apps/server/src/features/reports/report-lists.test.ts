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
const reader: TestUser = { email: `anna@${own.emailDomain}`, roles: ['reader'] }
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
for (const person of [reader, staff]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const write = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows as Row[]
const list = async (path: string, query: string, person = staff): Promise<Record<string, unknown>[]> => {
  const answer = await vakt.call(person, 'GET', `/customer/${own.customerId}/${path}?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}

// March 2026 by UTC, so that its days are those of the lists.
await write("update customer set time_zone = 'UTC', tag_keys = '{application}' where customer_id = $1", [own.customerId])
const [web, disk] = [await createEntity(vakt.database, own.customerId), await createEntity(vakt.database, own.customerId)]
await write('update entity set created_at = \'2026-01-01\', tags = \'{"application": "shop"}\' where entity_id = $1', [web.entityId])
await write("update entity set created_at = '2026-01-01' where entity_id = $1", [disk.entityId])
const [calendar] = await write<{ id: string }>(
  `insert into business_calendar (customer_id, for_all, name, time_zone, always_open, week, holidays)
   values ($1, false, 'n', 'UTC', true, '[]', 'none') returning calendar_id as id`,
  [own.customerId],
)

async function addIncident(rule: string, opened: string, acknowledged: string, resolved: string) {
  await write(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, state, opened_at, changed_at, acknowledged_at, first_acknowledged_at, resolved_at)
     values ($1, $2::uuid, $4::timestamptz::text, $3, 'Down', 'high', 'resolved', $4, $6, $5, $5, $6)`,
    [own.customerId, web.entityId, rule, opened, acknowledged, resolved],
  )
}

async function addTicket(level: 'none' | 'met' | 'missed', hours: [day: string, minutes: number, type: string, billable: boolean][]) {
  const [ticket] = await write<{ id: string }>(
    `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
     values ($1, 's', 'd', 'request', 'other', 'n', 'person', '2026-03-10', '2026-03-10') returning ticket_id as id`,
    [own.customerId],
  )
  const of = [own.customerId, ticket?.id]
  if (level !== 'none')
    await write("insert into ticket_service_level (customer_id, ticket_id, calendar_id, clocks) values ($1, $2, $3, '[]')", [
      ...of,
      calendar?.id,
    ])
  if (level === 'missed')
    await write(
      "insert into service_level_warning values ($1, $2, 'resolution', 0, 'missed', now()), ($1, $2, 'resolution', 1, 'missed', now())",
      of,
    )
  for (const [day, minutes, type, billable] of hours)
    await write(
      `insert into ticket_hours (customer_id, ticket_id, note, minutes, worked_on, hour_type, billable, author_id, author_name, created_at)
       values ($1, $2, 'n', $4, $3, $5, $6, gen_random_uuid(), 'n', now())`,
      [...of, day, minutes, type, billable],
    )
}

test('behind each figure of a report there is a list of just that', async () => {
  await addIncident('cpu', '2026-02-28T23:00:00Z', '2026-03-01T00:30:00Z', '2026-03-01T01:00:00Z')
  await addIncident('cpu', '2026-03-31T22:00:00Z', '2026-03-31T22:10:00Z', '2026-04-01T00:00:00Z')
  await addIncident('disk', '2026-03-05T10:00:00Z', '2026-03-05T10:20:00Z', '2026-03-05T11:00:00Z')
  await addTicket('none', [['2026-03-31', 30, 'normal', true]])
  await addTicket('met', [
    ['2026-02-28', 60, 'overtime', true],
    ['2026-03-01', 45, 'overtime', false],
  ])
  await addTicket('missed', [])
  const history = 'insert into entity_history (customer_id, entity_id, at, kind, field, before, after) values ($1, $2, $3, $4, $5, $6, $7)'
  await write(history, [own.customerId, web.entityId, '2026-03-02T10:00Z', 'added', null, null, null])
  await write(history, [own.customerId, web.entityId, '2026-03-03T10:00Z', 'changed', 'region', '"west"', '"north"'])
  await write(history, [own.customerId, web.entityId, '2026-03-02T12:00Z', 'changed', 'tags.owner', null, '"a"'])
  await write(history, [own.customerId, disk.entityId, '2026-03-31T23:59Z', 'gone', null, null, null])
  await write(history, [own.customerId, disk.entityId, '2026-04-01T00:00Z', 'returned', null, null, null])
  for (const [hostname, from, to] of [
    ['a', '2026-02-28T23:00Z', '2026-03-01T00:10Z'],
    ['b', '2026-04-01T00:00Z', null],
  ])
    await write(
      `with added as (insert into agent (customer_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at)
         values ($1, $2, $3, $3, 'linux', '1.4.0', 't', '2026-01-01') returning agent_id),
       seen as (insert into agent_contact (agent_id, customer_id, last_seen_at, chain, former_chain, last_nonce)
         select agent_id, $1, now(), '', '', '' from added)
       insert into agent_silence (customer_id, agent_id, silent_from, silent_to) select $1, agent_id, $4, $5 from added`,
      [own.customerId, randomBytes(32), hostname, from, to],
    )

  const path = `/customer/${own.customerId}/report/builtin/2026-03`
  const { token } = (await vakt.call(staff, 'GET', `${path}/token`)).json().result
  const { figures, rules, agentVersions }: Report = (await vakt.call(staff, 'GET', `${path}?token=${token}`)).json().result
  const month = (name: string) => `${name}From=2026-03-01T00:00:00Z&${name}To=2026-04-01T00:00:00Z`

  const opened = await list('incident', month('opened'))
  assert.equal(opened.length, figures.incidents.opened)
  for (const { rule, opened: count } of rules) assert.equal((await list('incident', `${month('opened')}&rule=${rule}`)).length, count, rule)
  // Medians of 90, 10 and 20 minutes, and of two and one hours.
  assert.equal(figures.incidents.minutesToAcknowledge, 20)
  assert.equal((await list('incident', month('acknowledged'))).length, 3)
  assert.equal(figures.incidents.minutesToResolve, 90)
  assert.equal((await list('incident', month('resolved'))).length, 2)

  assert.deepEqual([figures.tickets.met, figures.tickets.missed], [1, 1])
  assert.equal((await list('ticket', `${month('created')}&missed=false`)).length, 1)
  assert.equal((await list('ticket', `${month('created')}&missed=true`)).length, 1)
  assert.deepEqual([figures.hours?.billable, figures.hours?.notBillable, figures.hours?.byType.overtime], [30, 45, 45])
  const worked = 'workedFrom=2026-03-01&workedTo=2026-03-31'
  const [billable, notBillable, overtime] = await Promise.all(
    ['billable=true', 'billable=false', 'hourType=overtime'].map((which) => list('ticket', `${worked}&${which}`)),
  )
  assert.deepEqual([billable?.length, notBillable?.length], [1, 1])
  assert.notEqual(billable?.[0]?.ticketId, notBillable?.[0]?.ticketId)
  assert.deepEqual(overtime, notBillable)
  assert.deepEqual(await list('ticket', worked, reader), [], 'a customer who does not see hours')
  await write('update customer set hours_shown = true where customer_id = $1', [own.customerId])
  assert.equal((await list('ticket', worked, reader)).length, 2)

  assert.equal((await list('agent', `silentFrom=2026-03-01T00:00:00Z&silentTo=2026-04-01T00:00:00Z`)).length, figures.agents?.silent)
  assert.equal((await list('agent', 'q=1.4.0')).length, agentVersions[0]?.machines)

  const changes = 'from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
  for (const kind of ['added', 'changed', 'gone', 'returned'] as const)
    assert.equal((await list('entity/change', `${changes}&kind=${kind}&latest=true`)).length, figures.inventory?.[kind], kind)
  // Two things changed about one resource: two changes, one resource.
  assert.equal(figures.inventory?.changed, 1)
  assert.equal((await list('entity/change', `${changes}&kind=changed`)).length, 2)
})

test('changes of the inventory come the latest first, by page, of one name or one group', async () => {
  const [first] = await list('entity/change', 'limit=1')
  assert.deepEqual([first?.kind, first?.name], ['returned', disk.name])
  const page = await vakt.call(reader, 'GET', `/customer/${own.customerId}/entity/change?limit=3`)
  const next = await vakt.call(reader, 'GET', `/customer/${own.customerId}/entity/change?limit=3`, undefined, {
    'x-continuation-token': page.json().continuation_token,
  })
  const kinds = [...page.json().result, ...next.json().result].map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(kinds, ['returned', 'gone', 'changed', 'changed', 'added'])
  const [change, ...more] = await list('entity/change', `q=${web.name.toUpperCase()}&kind=changed&latest=true`)
  assert.equal(more.length, 0)
  assert.deepEqual([change?.field, change?.before, change?.after, change?.entityId], ['region', 'west', 'north', web.entityId])
  assert.deepEqual(
    (await list('entity/change', 'group=shop')).map(({ kind }) => kind),
    ['changed', 'changed', 'added'],
  )
  assert.equal((await list('entity/change', 'group=')).length, 2)
  assert.equal((await vakt.call(reader, 'GET', `/customer/${provider.customerId}/entity/change`)).statusCode, 404)
})
