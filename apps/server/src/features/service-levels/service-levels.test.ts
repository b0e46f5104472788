import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ServiceLevel } from '@vakt/contract/tickets/service-levels.ts'
import pg from 'pg'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { followServiceLevels } from './follow-service-levels.ts'
import { serviceLevelQueues } from './recalculate-service-levels.ts'
import { warnOfServiceLevels } from './warn-of-service-levels.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const minute = 60_000
const closed = [null, null, null, null, null, null, null]
const always = { name: 'Around the clock', timeZone: 'Europe/Stockholm', alwaysOpen: true, week: closed, holidays: 'none', closedDays: [] }

const ask = async (method: string, path: string, body?: unknown, user: TestUser = staff) => {
  const answer = await vakt.call(user, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}

const createContext = (now = new Date()) => ({
  actor: { type: 'system' as const, job: 'service-levels' },
  now,
  pool: vakt.database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})
const later = (minutes: number) => createContext(new Date(Date.now() + minutes * minute))

async function recalculate(now = new Date()): Promise<void> {
  await workThrough(serviceLevelQueues(), () => createContext(now))
}

const { calendarId } = await ask('POST', '/admin/service-level/calendar', always)
const target = (priority: number, minutes: [number | null, number | null, number | null]) => ({
  priority,
  calendarId,
  firstResponseMinutes: minutes[0],
  nextUpdateMinutes: minutes[1],
  resolutionMinutes: minutes[2],
  warnAtPercent: 75,
})

async function createPlace(minutes: [number | null, number | null, number | null] | null = [60, 120, 480]) {
  const customer = await createCustomer(vakt.database)
  const path = `/customer/${customer.customerId}`
  const anna: TestUser = { email: `anna@${customer.emailDomain}`, roles: ['admin'] }
  if (minutes) await ask('PUT', `/admin${path}/service-level`, { targets: [target(4, minutes), target(1, [10, 30, 60])], version: 0 })
  const open = async (more: object = {}) =>
    (await ask('POST', `${path}/ticket`, { subject: 'Printer', description: 'd', email: 'a@b.example', ...more }, anna)).ticketId as string
  const read = (ticketId: string) => ask('GET', `${path}/ticket/${ticketId}`)
  const level = async (ticketId: string): Promise<ServiceLevel> => (await read(ticketId)).serviceLevel
  const say = (ticketId: string, user: TestUser, body = 'We look at it.') =>
    ask('POST', `${path}/ticket/${ticketId}/comment`, { body }, user)
  const become = async (ticketId: string, status: string) =>
    ask('PUT', `${path}/ticket/${ticketId}/status`, { status, version: (await read(ticketId)).version, comment: 'Because.' })
  return { ...customer, path, anna, open, read, level, say, become }
}

const shortly = ({ clock, state }: ServiceLevel) => `${clock} ${state}`

test('a new ticket shows the time left for its first answer, in the list and on itself', async () => {
  const { path, open, level } = await createPlace()
  const ticketId = await open()
  const shown = await level(ticketId)
  assert.equal(shortly(shown), 'first_response running')
  assert.equal(shown.targetMinutes, 60)
  assert.ok(shown.minutesLeft === 59 || shown.minutesLeft === 60)
  assert.equal(shown.calendar, 'Around the clock')
  assert.ok(shown.countsFrom && shown.countsTo === null)
  const [listed] = await ask('GET', `${path}/ticket`)
  assert.equal(listed.serviceLevel.dueAt, shown.dueAt)
})

test('an answer by staff meets the first clock, waiting for the customer pauses, and resolving ends it', async () => {
  const { anna, path, open, read, level, say, become } = await createPlace()
  const ticketId = await open()
  await say(ticketId, anna, 'Is anybody there?')
  assert.equal(shortly(await level(ticketId)), 'first_response running')
  await ask('POST', `${path}/ticket/${ticketId}/comment`, { body: 'Who takes it?', private: true })
  assert.equal(shortly(await level(ticketId)), 'first_response running')
  await say(ticketId, staff)
  assert.equal(shortly(await level(ticketId)), 'next_update running')
  await become(ticketId, 'in_progress')
  await become(ticketId, 'waiting_for_customer')
  assert.equal(shortly(await level(ticketId)), 'next_update paused')
  await become(ticketId, 'in_progress')
  assert.equal(shortly(await level(ticketId)), 'next_update running')
  await become(ticketId, 'resolved')
  assert.deepEqual((await read(ticketId)).serviceLevels.map(shortly), ['first_response met', 'next_update met', 'resolution met'])
  await say(ticketId, anna, 'It is back.')
  assert.equal(shortly(await level(ticketId)), 'next_update running')
})

test('feedback about the portal has no clock, also after a change of its priority or of the targets', async () => {
  const { path, open, level, read } = await createPlace()
  const ticketId = await open({ area: 'feedback', priority: 1 })
  assert.equal(await level(ticketId), null)
  await ask('PUT', `${path}/ticket/${ticketId}`, { priority: 4, version: (await read(ticketId)).version })
  assert.equal(await level(ticketId), null)
  await ask('PUT', `/admin${path}/service-level`, { targets: [target(4, [30, 60, 90])], version: 1 })
  await recalculate()
  assert.equal(await level(ticketId), null)
  assert.equal((await level(await open())).targetMinutes, 30)
})

test('another priority counts by its own targets at once', async () => {
  const { path, open, level, read } = await createPlace()
  const ticketId = await open()
  await ask('PUT', `${path}/ticket/${ticketId}`, { priority: 1, version: (await read(ticketId)).version })
  assert.equal((await level(ticketId)).targetMinutes, 10)
  await ask('PUT', `${path}/ticket/${ticketId}`, { priority: 3, version: (await read(ticketId)).version })
  assert.equal(await level(ticketId), null)
})

test('warns once as the time runs short and once when it is up, however often and by however many it is asked', async () => {
  const { customerId, open, read } = await createPlace([60, null, null])
  const ticketId = await open()
  const warned = async () => (await read(ticketId)).history.filter(({ field }: { field: string }) => field === 'service_level')
  await warnOfServiceLevels(later(40))
  assert.deepEqual(await warned(), [])
  await Promise.all([warnOfServiceLevels(later(46)), warnOfServiceLevels(later(46)), warnOfServiceLevels(later(46))])
  await warnOfServiceLevels(later(50))
  assert.deepEqual(
    (await warned()).map(({ before, after: level, private: isPrivate }: Record<string, unknown>) => [before, level, isPrivate]),
    [['first_response', 'soon', true]],
  )
  await Promise.all([warnOfServiceLevels(later(61)), warnOfServiceLevels(later(61))])
  await warnOfServiceLevels(later(600))
  assert.deepEqual(
    (await warned()).map(({ after: level }: Record<string, unknown>) => level),
    ['soon', 'missed'],
  )
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query<{ details: object }>(
      "select details from event where customer_id = $1 and kind = 'service_level_warning' order by event_id",
      [customerId],
    ),
  )
  assert.equal(rows.length, 2)
  assert.deepEqual(Object.keys(rows[0]?.details ?? {}).toSorted(), ['dueAt', 'target'])
})

test('a warning that fails holds up no other, and is given later as a job of its own, once', async () => {
  const { customerId, open, read } = await createPlace([60, null, null])
  const ticketId = await open()
  const other = await createPlace([60, null, null])
  const otherTicketId = await other.open()
  await recalculate()
  const inWorker = (sql: string) => workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(sql))
  // The line in the history is refused after the warning was noted: as if the process were killed in between.
  await asOwner(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger refuse before insert on ticket_change for each row when (new.field = 'service_level' and new.customer_id = '${customerId}') execute function refuse()`)
  const warnings = (history: { field: string }[]) => history.filter(({ field }) => field === 'service_level').length
  await warnOfServiceLevels(later(46))
  assert.equal(warnings((await other.read(otherTicketId)).history), 1)
  await warnOfServiceLevels(later(46))
  const attempt = () => workThrough(serviceLevelQueues(), () => later(46), later(600).now)
  await attempt()
  const { rows: failed } = await inWorker(`select state, error from job where row_id = '${ticketId}'`)
  assert.deepEqual(failed, [{ state: 'failed', error: 'killed' }])
  await asOwner('drop trigger refuse on ticket_change')
  assert.equal((await inWorker(`select from service_level_warning where ticket_id = ${ticketId}`)).rowCount, 0)
  await inWorker(`update job set state = 'waiting', failed_at = null, due = now() where row_id = '${ticketId}'`)
  await attempt()
  await warnOfServiceLevels(later(46))
  assert.equal(warnings((await read(ticketId)).history), 1)
})

test('an answer in time takes the warning back before it is given', async () => {
  const { open, read, say } = await createPlace([60, null, null])
  const ticketId = await open()
  await say(ticketId, staff)
  await warnOfServiceLevels(later(600))
  assert.deepEqual(
    (await read(ticketId)).history.filter(({ field }: { field: string }) => field === 'service_level'),
    [],
  )
})

test('targets for all recalculate open tickets, warn of nothing that was over before, and give way to the customer’s own', async () => {
  const plain = await createPlace(null)
  const special = await createPlace([600, null, null])
  const [ofPlain, ofSpecial] = [await plain.open(), await special.open()]
  assert.equal(await plain.level(ofPlain), null)
  const { version } = await ask('GET', '/admin/service-level')
  await ask('PUT', '/admin/service-level', { targets: [target(4, [30, null, null])], version })
  await recalculate(new Date(Date.now() + 45 * minute))
  assert.equal((await plain.level(ofPlain)).targetMinutes, 30)
  assert.equal((await special.level(ofSpecial)).targetMinutes, 600)
  await warnOfServiceLevels(later(45))
  assert.deepEqual((await plain.read(ofPlain)).history, [])
  await ask('PUT', '/admin/service-level', { targets: [], version: version + 1 })
  await recalculate()
  assert.equal(await plain.level(ofPlain), null)
  assert.ok(await special.level(ofSpecial))
})

test('the list goes by the time left, what has none last', async () => {
  const { path, open, say } = await createPlace()
  const [slow, urgent, without, answered] = [await open(), await open({ priority: 1 }), await open({ priority: 2 }), await open()]
  await say(answered, staff)
  const pages: string[] = []
  let token: string | null = ''
  while (token !== null) {
    const headers: Record<string, string> = token ? { 'x-continuation-token': token } : {}
    const page = (await vakt.call(staff, 'GET', `${path}/ticket?sort=due&limit=1`, undefined, headers)).json()
    pages.push(page.result[0].ticketId)
    token = page.continuation_token
  }
  assert.deepEqual(pages, [urgent, slow, answered, without])
})

test('500 incident tickets at once are followed in a few statements, and end with their incidents', async () => {
  const { customerId, path } = await createPlace()
  const token = await createIngestToken(vakt.database, customerId)
  const { name } = await createEntity(vakt.database, customerId)
  const alerts = (status: string) =>
    Array.from({ length: 500 }, (_, index) => ({
      status,
      labels: { alertname: `Rule ${index}`, severity: 'critical', instance: `unknown ${index} of ${name}` },
      annotations: {},
      startsAt: new Date().toISOString(),
      ...(status === 'resolved' ? { endsAt: new Date().toISOString() } : {}),
      fingerprint: `f${index}`,
    }))
  const send = (status: string) => vakt.send('alertmanager', token, { version: '4', status, receiver: 'r', alerts: alerts(status) })
  assert.equal((await send('firing')).statusCode, 202)
  await vakt.work()
  const [{ running }] = await counts()
  assert.equal(running, 500)
  assert.ok((await countStatements()) <= 3)
  await send('resolved')
  await vakt.work()
  const [{ ended }] = await counts()
  assert.equal(ended, 500)
  assert.equal((await ask('GET', `${path}/ticket?status=resolved&limit=1`))[0].serviceLevel.isEnded, true)

  async function countStatements(): Promise<number> {
    const ids = await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) =>
      (await transaction.query('select ticket_id as id from ticket where customer_id = $1', [customerId])).rows.map(
        ({ id }) => id as string,
      ),
    )
    let statements = 0
    await inTransaction({ pool: vakt.database.worker }, customerId, async (transaction) => {
      const query = (...given: unknown[]) => {
        statements += 1
        return (transaction.query as (...given: unknown[]) => unknown).apply(transaction, given)
      }
      await followServiceLevels({ ...transaction, query: query as Transaction['query'] }, customerId, ids, new Date())
    })
    return statements
  }

  async function counts() {
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `select count(*) filter (where next_warning_at is not null)::int as running, count(*) filter (where next_warning_at is null)::int as ended
         from ticket_service_level where customer_id = $1`,
        [customerId],
      ),
    )
    return rows as [{ running: number; ended: number }]
  }
})

test('calendars and targets are refused with what would be right', async () => {
  const path = '/admin/service-level/calendar'
  const week = (opens: string, closes: string) => [{ opens, closes }, ...closed.slice(1)]
  for (const [wrong, property, key] of [
    [{ timeZone: 'Europe/Sthlm' }, 'timeZone', 'service_levels.time_zone'],
    [{ alwaysOpen: false }, 'week', 'service_levels.never_open'],
    [{ alwaysOpen: false, week: week('17:00', '08:00') }, 'week.0', 'service_levels.closes_before_opening'],
    [{ name: '  ' }, 'name', 'service_levels.name_empty'],
    [{ closedDays: ['2026-02-30'] }, 'closedDays.0', null],
    [{ week: week('8', '17:00') }, 'week.0.opens', null],
  ] as const) {
    const answer = await vakt.call(staff, 'POST', path, { ...always, ...wrong })
    assert.equal(answer.statusCode, 400, property)
    const [error] = answer.json().errors
    assert.ok(error.property.startsWith(property.split('.')[0]), `${property}: ${answer.body}`)
    if (key) assert.equal(error.message_translation_key, key)
  }
  const { customerId } = await createPlace()
  const save = (targets: object[], version: number) =>
    vakt.call(staff, 'PUT', `/admin/customer/${customerId}/service-level`, { targets, version })
  assert.equal((await save([], 0)).statusCode, 409)
  assert.equal((await save([target(4, [1, 1, 1]), target(4, [1, 1, 1])], 1)).json().errors[0].property, 'targets.1.priority')
  const unknown = { ...target(4, [1, 1, 1]), calendarId: '00000000-0000-4000-8000-000000000000' }
  assert.equal((await save([unknown], 1)).json().errors[0].message_translation_key, 'service_levels.calendar_unknown')
  assert.equal((await save([target(4, [0, 1, 1])], 1)).statusCode, 400)
})

test('a calendar that was never used can be removed, one that is used cannot, and a stale change is refused', async () => {
  const spare = await ask('POST', '/admin/service-level/calendar', { ...always, name: 'Spare' })
  const address = `/admin/service-level/calendar/${spare.calendarId}`
  const changed = await ask('PUT', address, { ...always, name: 'Spared', version: spare.version })
  assert.deepEqual([changed.name, changed.version], ['Spared', 2])
  assert.equal((await vakt.call(staff, 'PUT', address, { ...always, version: spare.version })).statusCode, 409)
  await ask('DELETE', address)
  assert.equal((await vakt.call(staff, 'DELETE', address)).statusCode, 404)
  const used = await vakt.call(staff, 'DELETE', `/admin/service-level/calendar/${calendarId}`)
  assert.equal(used.json().errors[0].message_translation_key, 'service_levels.calendar_used')
})

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client(vakt.owner)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
