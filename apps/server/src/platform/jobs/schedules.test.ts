import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { freeLostJobsForAllCustomers } from './job-table.ts'
import { findTimes, keepSchedules, type Schedule, scheduleQueue } from './schedules.ts'
import { workThrough } from './work-queue.ts'

const { database, close } = await createTestDatabase({ app: 1, worker: 4 })
after(close)
const minute = 60_000
let start = 0
const contextAt = (minutes: number): Context => ({
  actor: { type: 'system', job: 'test' },
  now: new Date(start + minutes * minute),
  pool: database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})
const keep = (minutes: number, schedules: Record<string, Schedule>) => keepSchedules(contextAt(minutes), schedules)
const work = (minutes: number, schedules: Record<string, Schedule>) =>
  workThrough(scheduleQueue(schedules), () => contextAt(minutes), contextAt(minutes).now)
const readJobs = async () =>
  (
    await workForAllCustomers({ pool: database.worker }, (transaction) =>
      transaction.query<{ name: string; state: string; minutes: number }>(
        `select row_id as name, state, round(extract(epoch from due - $1) / 60)::int as minutes from job order by row_id`,
        [new Date(start)],
      ),
    )
  ).rows
async function clear() {
  // Ahead of the clock of the database, by which jobs are enqueued.
  start = Date.now() + minute
  await workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query('delete from job'))
}
const everyTenMinutes = (run: Schedule['run']): Schedule => ({ everyMilliseconds: 10 * minute, run })

test('cron times are read in the time zone of the schedule, through the change to summer time', async () => {
  const times = { cron: '30 8 * * *', timeZone: 'Europe/Stockholm' }
  const { next, latest } = await findTimes(times, new Date('2026-03-28T12:00:00Z'))
  assert.deepEqual(
    [latest, next].map((time) => time.toISOString()),
    ['2026-03-28T07:30:00.000Z', '2026-03-29T06:30:00.000Z'],
  )
})

test('a schedule runs at once, then at its time; what was missed is made up for once', async () => {
  await clear()
  let runs = 0
  // Two more turns are left after the first of each run.
  const schedules = { tidy: everyTenMinutes(async () => ++runs % 3 !== 0) }
  await keep(0, schedules)
  await keep(0, schedules)
  assert.equal(await work(0, schedules), 1)
  assert.equal(runs, 3)
  assert.equal(await work(9, schedules), 0)
  assert.equal(await work(75, schedules), 1)
  assert.deepEqual(await readJobs(), [{ name: 'tidy', state: 'waiting', minutes: 85 }])
})

test('a schedule that failed at every attempt is tried again at its next time, and is well again when that succeeds', async () => {
  await clear()
  let isBroken = true
  const run = async () => {
    if (isBroken) throw new Error('no space left')
    return false
  }
  const schedules = { tidy: everyTenMinutes(run) }
  await keep(0, schedules)
  for (let attempt = 0; attempt < 5; attempt += 1) await work(600, schedules)
  const readState = async () => (await readJobs())[0]?.state
  assert.equal(await readState(), 'failed')
  await keep(1, schedules)
  assert.equal(await readState(), 'failed', 'before its next time')
  await keep(11, schedules)
  await work(11, schedules)
  assert.equal(await readState(), 'failed', 'one attempt each time')
  isBroken = false
  await keep(22, schedules)
  assert.equal(await work(22, schedules), 1)
  assert.deepEqual(await readJobs(), [{ name: 'tidy', state: 'waiting', minutes: 32 }])
})

test('a schedule that kills the process that works at it is set aside, and has one attempt a day', async () => {
  await clear()
  const schedules = { tidy: everyTenMinutes(async () => false) }
  await keep(0, schedules)
  const change = (set: string) =>
    workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query(`update job set ${set}`))
  const lose = async () => {
    await change("state = 'running', attempts = attempts + 1, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'")
    await workForAllCustomers({ pool: database.worker }, (transaction) =>
      freeLostJobsForAllCustomers(transaction, [{ queue: 'schedules', maxAttempts: 5 }]),
    )
  }
  const readState = async () => (await readJobs())[0]?.state
  await lose()
  await lose()
  assert.equal(await readState(), 'waiting')
  await lose()
  assert.equal(await readState(), 'failed')
  await keep(12 * 60, schedules)
  assert.equal(await readState(), 'failed')
  await keep(25 * 60, schedules)
  assert.equal(await readState(), 'waiting')
  await lose()
  assert.equal(await readState(), 'failed')
})

test('a schedule that comes more often now does not wait for its old time; one of another release is left to that', async () => {
  await clear()
  let runs = 0
  const run = async () => {
    runs += 1
    return false
  }
  await keep(0, { tidy: { everyMilliseconds: 600 * minute, run } })
  await work(0, { tidy: { everyMilliseconds: 600 * minute, run } })
  await keep(1, { tidy: everyTenMinutes(run) })
  assert.deepEqual(await readJobs(), [{ name: 'tidy', state: 'waiting', minutes: 11 }])
  assert.equal(await work(11, { other: everyTenMinutes(run) }), 1)
  assert.equal(runs, 1)
  assert.deepEqual(await readJobs(), [{ name: 'tidy', state: 'waiting', minutes: 21 }])
})
