import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSchedule, findLateSince, findNextRun } from './next-run.ts'

const at = (minute: number, hour = 10) => new Date(Date.UTC(2026, 10, 22, hour, minute))
const problemOf = async (cron: string, now = at(0)) => (await checkSchedule({ everyHours: null, cron }, now))?.kind ?? null

test('a schedule is judged alike in each minute of the hour, by the closest two of its runs', async () => {
  for (let minute = 0; minute < 60; minute += 1) {
    assert.equal(await problemOf('*/10 * * * *', at(minute)), null)
    for (const cron of ['*/7 * * * *', '*/8 * * * *', '*/14 * * * *', '* * * * *', '0,3 2 * * *', '0-59/4 23 * * *'])
      assert.equal(await problemOf(cron, at(minute)), 'too-often', `${cron} at ${minute}`)
  }
})

test('runs on both sides of midnight count as close together', async () => {
  assert.equal(await problemOf('58 0,23 * * *'), null)
  assert.equal(await problemOf('0,58 0,23 * * *'), 'too-often')
  assert.deepEqual(await checkSchedule({ everyHours: null, cron: '1,57 0,23 * * *' }, at(0)), {
    kind: 'too-often',
    detail: 'It runs at 23:57 and again at 00:01.',
  })
})

test('what is no cron expression, or never comes, is invalid', async () => {
  for (const cron of ['99 99 * * *', 'often', '0 0 31 2 *']) assert.equal(await problemOf(cron), 'invalid', cron)
  for (const cron of ['15 2 * * *', '*/5 * * * *', '*/15 8-17 * * 1-5', '0 0 29 2 *']) assert.equal(await problemOf(cron), null, cron)
})

test('a stored schedule always has a next run, whatever it says', async () => {
  for (let minute = 0; minute < 60; minute += 1)
    for (const cron of ['*/7 * * * *', '*/8 * * * *', '* * * * *', 'no longer read']) {
      const next = await findNextRun({ everyHours: null, cron }, at(minute))
      assert.ok(next && next > at(minute), `${cron} at ${minute}`)
    }
})

test('a connector is late when two runs in a row are missing', async () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const since = async (schedule: { everyHours?: number; cron?: string }) =>
    (await findLateSince({ everyHours: null, cron: null, ...schedule }, now))?.toISOString()
  assert.equal(await since({ everyHours: 6 }), '2026-11-21T23:30:00.000Z')
  assert.equal(await since({ cron: '0 2 * * *' }), '2026-11-21T02:00:00.000Z')
  assert.equal(await since({ cron: '45 11 * * *' }), '2026-11-20T11:45:00.000Z')
  assert.equal(await since({}), undefined)
})
