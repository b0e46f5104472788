import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { maySeeHours } from './read-customer-settings.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const defaults = {
  ticketVisibility: 'all',
  hoursShown: false,
  prepaidHours: [],
  customerPriority: 'own',
  ticketFromSeverity: 'low',
  incidentJoinMinutes: 10,
  mailLanguage: 'sv',
  timeZone: 'Europe/Stockholm',
  version: 0,
}

async function createPlace() {
  const customer = await createCustomer(vakt.database)
  const path = `/customer/${customer.customerId}`
  const person = (name: string): TestUser => ({ email: `${name}@${customer.emailDomain}`, roles: ['admin'] })
  const save = (settings: object) => vakt.call(staff, 'PUT', `/admin${path}/settings`, { ...defaults, ...settings })
  const open = async (user: TestUser, subject: string) =>
    (await vakt.call(user, 'POST', `${path}/ticket`, { subject, description: 'd', email: 'a@b.example' })).json().result.ticketId as string
  const list = async (user: TestUser, query = '') => (await vakt.call(user, 'GET', `${path}/ticket${query}`)).json()
  return { ...customer, path, person, save, open, list }
}

const subjects = ({ result }: { result: { subject: string }[] }) => result.map(({ subject }) => subject).toSorted()

test('settings are saved, recorded, and refused when someone else was first', async () => {
  const { customerId, path, save } = await createPlace()
  const wanted = { hoursShown: true, incidentJoinMinutes: 30, mailLanguage: 'en', timeZone: 'Europe/Helsinki', ticketFromSeverity: 'high' }
  const saved = await save(wanted)
  const expected = { ...defaults, ...wanted, version: 1 }
  assert.deepEqual(saved.json().result, expected)
  assert.deepEqual((await vakt.call(staff, 'GET', `/admin${path}/settings`)).json().result, expected)
  const stale = await save({})
  assert.equal(stale.statusCode, 409)
  assert.equal(stale.json().errors[0].message_translation_key, 'customer_settings.changed')
  const { result } = (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}&action=customer.settings`)).json()
  assert.equal(result.length, 1)
  assert.deepEqual(result[0].details, { before: defaults, after: expected })
})

test('a page of the release before, which knows no time zone, leaves it as it is', async () => {
  const { save } = await createPlace()
  await save({ timeZone: 'Europe/Oslo' })
  assert.equal((await save({ timeZone: undefined, version: 1 })).json().result.timeZone, 'Europe/Oslo')
})

test('prepaid hours are kept by the day of purchase, and stay where a page does not know them', async () => {
  const { save } = await createPlace()
  const [first, second] = [
    { date: '2026-01-01', hours: 40 },
    { date: '2026-07-01', hours: 20 },
  ]
  assert.deepEqual((await save({ prepaidHours: [second, first] })).json().result.prepaidHours, [first, second])
  assert.deepEqual((await save({ prepaidHours: undefined, version: 1 })).json().result.prepaidHours, [first, second])
  for (const [wrong, property] of [
    [{ date: '2026-02-30', hours: 1 }, 'prepaidHours.0.date'],
    [{ date: '2026-02-01', hours: 0 }, 'prepaidHours.0.hours'],
  ] as const) {
    const refused = await save({ prepaidHours: [wrong], version: 2 })
    assert.deepEqual([refused.statusCode, refused.json().errors[0].property], [400, property])
  }
})

test('registered time is shown to staff always, to the customer where its settings say so', () => {
  const seen = [true, false].map((isStaff) => [true, false].map((hoursShown) => maySeeHours({ isStaff }, { hoursShown })))
  assert.deepEqual(seen, [
    [true, true],
    [true, false],
  ])
})

test('refuses what is out of bounds with what would be right', async () => {
  const { save } = await createPlace()
  for (const [wrong, property] of [
    [{ incidentJoinMinutes: 1441 }, 'incidentJoinMinutes'],
    [{ ticketVisibility: 'none' }, 'ticketVisibility'],
    [{ mailLanguage: 'de' }, 'mailLanguage'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
    [{ hoursShown: 'yes' }, 'hoursShown'],
  ] as const) {
    const answer = await save(wrong)
    assert.equal(answer.statusCode, 400, property)
    assert.equal(answer.json().errors[0].property, property)
  }
})

test('where people see only their own tickets, another’s is not there: in the list, counts, export, details, by its number, and to write to', async () => {
  const { path, person, save, open, list } = await createPlace()
  const [anna, bo] = [person('anna'), person('bo')]
  const ofAnna = await open(anna, 'Printer')
  const ofBo = await open(bo, 'Screen')
  assert.deepEqual(subjects(await list(anna)), ['Printer', 'Screen'])
  await vakt.call(bo, 'POST', `${path}/ticket/${ofBo}/comment`, { body: 'Still dark.' })
  assert.equal((await save({ ticketVisibility: 'own' })).statusCode, 200)

  assert.deepEqual(subjects(await list(anna)), ['Printer'])
  assert.deepEqual((await vakt.call(anna, 'GET', `${path}/ticket/count`)).json().result, { open: 1, all: 1 })
  assert.match((await vakt.call(anna, 'GET', `${path}/ticket?format=csv`)).body, /Printer/)
  assert.doesNotMatch((await vakt.call(anna, 'GET', `${path}/ticket?format=csv`)).body, /Screen/)
  for (const [method, address, body] of [
    ['GET', `${path}/ticket/${ofBo}`],
    ['GET', `/ticket/${ofBo}`],
    ['POST', `${path}/ticket/${ofBo}/comment`, { body: 'Mine?' }],
    ['PUT', `${path}/ticket/${ofBo}/status`, { status: 'closed', version: 1, comment: 'Mine?' }],
  ] as const)
    assert.equal((await vakt.call(anna, method, address, body)).statusCode, 404, `${method} ${address}`)
  assert.equal((await vakt.call(anna, 'POST', `${path}/ticket/${ofAnna}/comment`, { body: 'Paper is in.' })).statusCode, 200)
  const details = (await vakt.call(anna, 'GET', `${path}/ticket/${ofAnna}`)).json().result
  assert.deepEqual(
    details.comments.map(({ body }: { body: string }) => body),
    ['Paper is in.'],
  )
  await open(anna, 'Keyboard')
  assert.deepEqual(subjects(await list(anna)), ['Keyboard', 'Printer'])
  assert.deepEqual(subjects(await list(staff)), ['Keyboard', 'Printer', 'Screen'])
})

test('what was opened for an address before anybody signed in with it is theirs once they do, if the address is verified', async () => {
  const { customerId, path, person, save, open, list } = await createPlace()
  const [nina, tenant] = [person('nina'), `t-${customerId}`]
  await save({ ticketVisibility: 'own' })
  await open(staff, 'Router')
  await vakt.call(staff, 'POST', `${path}/ticket`, { subject: 'Printer', description: 'd', email: nina.email.toUpperCase() })
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("insert into customer_sign_in_rule (kind, value, customer_id) values ('tenant', $1, $2)", [tenant, customerId]),
  )
  const claimant = { ...nina, subject: `claimant of ${customerId}`, claims: { tid: tenant, email_verified: false } }
  assert.deepEqual(subjects(await list(claimant)), [])
  assert.deepEqual(subjects(await list(nina)), ['Printer'])
})

test('a search among one’s own tickets is not drowned by what others have, and the best match comes first', async () => {
  const { customerId, path, person, save, open } = await createPlace()
  const [anna, bo] = [person('anna'), person('bo')]
  await open(anna, 'The scanner by the printer')
  const ofBo = await open(bo, 'Printer')
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `insert into ticket (customer_id, subject, description, type, area, requester_id, requester_name, source, created_at, modified_at)
       select customer_id, 'Printer ' || n, 'x', type, area, requester_id, requester_name, source, now(), now()
       from ticket, generate_series(1, 2100) n where customer_id = $1 and ticket_id = $2`,
      [customerId, ofBo],
    ),
  )
  await open(anna, 'Something else')
  const chair = await open(anna, 'Chair')
  await vakt.call(anna, 'POST', `${path}/ticket/${chair}/comment`, { body: 'It stands by the printer.' })
  await save({ ticketVisibility: 'own' })
  const found = await vakt.call(anna, 'GET', `${path}/ticket?search=printer`)
  assert.deepEqual(
    found.json().result.map(({ subject }: { subject: string }) => subject),
    ['The scanner by the printer', 'Chair'],
  )
})

test('staff who look through someone’s eyes see the tickets that they see', async () => {
  const { path, person, save, open } = await createPlace()
  const [anna, bo] = [person('anna'), person('bo')]
  await open(anna, 'Printer')
  await open(bo, 'Screen')
  await save({ ticketVisibility: 'own' })
  const users = (await vakt.call(staff, 'GET', `/admin${path}/user`)).json().result as { userId: string; email: string }[]
  const { userId = '' } = users.find(({ email }) => email === anna.email) ?? {}
  const seen = await vakt.call(staff, 'GET', `${path}/ticket`, undefined, { 'x-vakt-view-as': userId })
  assert.deepEqual(subjects(seen.json()), ['Printer'])
})

test('every table of rows that belong to tickets follows what is seen of those', async () => {
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'ticket_id' and not exists (
         select from pg_policies p where p.tablename = c.relname and p.permissive = 'RESTRICTIVE' and p.roles = '{vakt_requester}')`,
    ),
  )
  assert.deepEqual(rows, [])
})

test('only what is severe enough opens a ticket', async () => {
  const { customerId, path, save, list } = await createPlace()
  await save({ ticketFromSeverity: 'high' })
  const token = await createIngestToken(vakt.database, customerId)
  const alert = (name: string, severity: string) => ({
    status: 'firing',
    labels: { alertname: name, severity, instance: 'unknown' },
    annotations: {},
    startsAt: new Date().toISOString(),
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: '',
    fingerprint: name,
  })
  const group = { version: '4', groupKey: 'g', status: 'firing', receiver: 'r', groupLabels: {}, commonLabels: {}, commonAnnotations: {} }
  const body = { ...group, externalURL: '', alerts: [alert('Mild', 'low'), alert('Severe', 'high')] }
  assert.equal((await vakt.send('alertmanager', token, body)).statusCode, 202)
  await vakt.work()
  assert.deepEqual(subjects(await list(staff)).length, 1)
  assert.equal((await vakt.call(staff, 'GET', `${path}/incident`)).json().result.length, 2)
})
