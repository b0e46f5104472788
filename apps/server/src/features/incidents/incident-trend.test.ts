import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { getIncidentTrend } from './get-overview.ts'
import { incidentHandling } from './incident-handling.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)

const open = (customerId: string, severity: string, openedAt: string) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `insert into incident (customer_id, subject, rule, title, severity, opened_at, changed_at) values ($1, $2, 'test', 'Test', $3, $4, $4)`,
      [customerId, randomUUID(), severity, openedAt],
    ),
  )

const contextAt = (now: string) => ({
  actor: { type: 'system' as const, job: 'test' },
  requestId: null,
  isStaff: false,
  log: silentLog,
  now: new Date(now),
  pool: vakt.database.app,
})

test('counts on the days of the zone, over a change of the clocks, as the calendar of the database would', async () => {
  const moments = [
    ['critical', '2026-10-24T21:59:59.999Z'], // still the 24th
    ['critical', '2026-10-24T22:00:00Z'],
    ['high', '2026-10-25T00:30:00Z'],
    ['high', '2026-10-25T01:30:00Z'], // half past two for the second time
    ['low', '2026-10-25T22:59:59Z'], // the 25th hour
    ['medium', '2026-10-25T23:00:00Z'],
    ['medium', '2026-10-02T21:59:59Z'], // the day before the first
    ['medium', '2026-10-02T22:00:00Z'],
    ['low', '2026-11-01T12:00:00Z'],
    ['low', '2026-11-01T12:00:01Z'], // after now
  ] as const
  for (const [severity, openedAt] of moments) await open(own.customerId, severity, openedAt)
  await open(other.customerId, 'critical', '2026-10-25T12:00:00Z')
  const context = contextAt('2026-11-01T12:00:00Z')
  const { days } = await getIncidentTrend(context, own.customerId, 'europe/stockholm')
  assert.equal(days.length, 30)
  const none = { critical: 0, high: 0, medium: 0, low: 0 }
  assert.deepEqual(
    days.filter(({ counts }) => Object.values(counts).some((count) => count > 0)),
    [
      { date: '2026-10-03', counts: { ...none, medium: 1 } },
      { date: '2026-10-24', counts: { ...none, critical: 1 } },
      { date: '2026-10-25', counts: { ...none, critical: 1, high: 2, low: 1 } },
      { date: '2026-10-26', counts: { ...none, medium: 1 } },
      { date: '2026-11-01', counts: { ...none, low: 1 } },
    ],
  )
  const { rows } = await inTransaction(context, own.customerId, (transaction) =>
    transaction.query(
      `select (opened_at at time zone 'Europe/Stockholm')::date::text as date, count(*)::int as count from incident
       where opened_at <= $1 group by date order by date`,
      [context.now],
    ),
  )
  const sums = days.map(({ date, counts }) => ({ date, count: Object.values(counts).reduce((sum, one) => sum + one) }))
  assert.deepEqual(
    sums.filter(({ count }) => count > 0),
    rows.filter(({ date }) => date > '2026-10-02'),
  )
})

test('a customer without incidents has thirty days of none; what is no zone is refused', async () => {
  const empty = await createCustomer(vakt.database)
  const anna = { email: `anna@${empty.emailDomain}`, roles: ['reader'] }
  await vakt.call(anna, 'POST', '/authentication/usercontext', {})
  const ask = (zone: string) => vakt.call(anna, 'GET', `/customer/${empty.customerId}/incident/trend${zone}`)
  const { days, ...comparison } = (await ask('')).json().result
  assert.deepEqual(comparison, {
    openedBefore: 0,
    minutesToAcknowledge: { now: null, before: null },
    minutesToResolve: { now: null, before: null },
  })
  assert.equal(days.length, 30)
  assert.equal(days.at(-1).date, new Date().toISOString().slice(0, 10))
  for (const wrong of ['%2B02:00', 'Mars/Olympus', "'%3B--"]) {
    const answer = await ask(`?timeZone=${wrong}`)
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json().errors[0].message_translation_key, 'error.time_zone')
  }
})

test('compares with the 30 days before: how many opened, and how soon they were acknowledged and resolved', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const now = new Date('2026-11-21T12:00:00Z')
  const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000)
  const incidents = [
    { daysAgo: 5, acknowledged: 4, resolved: 30 },
    { daysAgo: 6, acknowledged: 6, resolved: 50 },
    { daysAgo: 7, acknowledged: 20, resolved: 40 },
    { daysAgo: 35, acknowledged: 9, resolved: 62 },
    { daysAgo: 36, acknowledged: null, resolved: 62 },
    { daysAgo: 61, acknowledged: 1, resolved: 1 },
  ]
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    for (const { daysAgo, acknowledged, resolved } of incidents) {
      const openedAt = minutesAfter(now, -daysAgo * 24 * 60)
      const { rows } = await transaction.query<{ id: string }>(
        `insert into incident (customer_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
         values ($1, $2, 'test', 'Test', 'low', 'resolved', $3, $4, $4) returning incident_id as id`,
        [customerId, randomUUID(), openedAt, minutesAfter(openedAt, resolved)],
      )
      // Taken back and acknowledged again later: the first time counts.
      const steps = acknowledged === null ? [] : [acknowledged, null, acknowledged + 500]
      for (const minutes of steps)
        await incidentHandling.update(transaction, customerId, {
          incidentId: rows[0]?.id ?? '',
          change: { state: 'resolved', acknowledgedBy: minutes === null ? null : 'x', assignee: null, resolvedBy: null },
          now: minutesAfter(openedAt, minutes ?? resolved),
        })
    }
  })
  const { days: _, ...comparison } = await getIncidentTrend(contextAt(now.toISOString()), customerId)
  assert.deepEqual(comparison, {
    openedBefore: 2,
    minutesToAcknowledge: { now: 6, before: 9 },
    minutesToResolve: { now: 40, before: 62 },
  })
})
