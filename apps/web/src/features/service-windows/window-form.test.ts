import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { newRecurrence } from '#web/forms/recurrence-rules.ts'
import { findCronProblem } from './cron-problem.ts'
import { drawnTimes, scheduleOfCopy, valuesOf, windowOf, withFormNames } from './window-values.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const schedule = { ...newRecurrence('Europe/Stockholm', now), startsAt: '2026-11-20T22:00' }
const window = {
  reason: 'Patching',
  schedule,
  durationInSeconds: 3601,
  scope: { everything: false, entityIds: ['e1'], resourceGroups: ['webshop'], tags: [], metrics: ['cpu'] },
  entities: [{ entityId: 'e1', name: 'vm-1' }],
  relatedTicketId: '10001',
  approval: null,
  customer_id: '1001',
  recipients: [{ userId: 'u1', name: 'Anna' }],
  notices: { userIds: ['u1'], roles: [], minutesBefore: 60, atStart: true, atEnd: false },
} as unknown as ServiceWindow

test('a window goes through the form as it was', () => {
  const sent = windowOf(valuesOf(window), window)
  assert.deepEqual(sent.scope, window.scope)
  assert.equal(sent.durationInSeconds, 3601)
  assert.equal(sent.relatedTicketId, '10001')
  assert.deepEqual(sent.notices, window.notices)
  assert.equal(sent.createTicket, false)
  assert.equal(windowOf({ ...valuesOf(window), relatedTickets: [], createTicket: true }, null).createTicket, true)
})

test('what a pipeline started shows the minutes that it asked for, and keeps its seconds', () => {
  const started = { ...window, durationInSeconds: 157 }
  assert.equal(valuesOf(started).durationMinutes, 2)
  assert.equal(windowOf(valuesOf(started), started).durationInSeconds, 157)
  assert.equal(windowOf({ ...valuesOf(started), durationMinutes: 3 }, started).durationInSeconds, 180)
})

test('what was drawn begins at the local time of the user, on the day and for as long as it was drawn', () => {
  const drawn = drawnTimes({ from: '2026-11-24T21:00:00.000Z', to: '2026-11-24T22:30:00.000Z' }, 'Europe/Stockholm')
  assert.equal(drawn?.schedule.startsAt, '2026-11-24T22:00')
  assert.equal(drawn?.durationMinutes, 90)
  assert.equal(drawnTimes({ from: '2026-11-24T21:00:00.000Z', to: 'never' }, 'Europe/Stockholm'), null)
})

test('a copy of a window that is over starts at the next hour', () => {
  assert.equal(scheduleOfCopy(window, null, now).startsAt, '2026-11-23T13:00')
  assert.equal(scheduleOfCopy({ ...window, schedule: { ...schedule, repeats: 'daily' } }, null, now).startsAt, schedule.startsAt)
})

test('what the server says of its fields is said of those of the form', () => {
  const names = ['schedule.cron', 'scope.tags.0', 'scope', 'durationInSeconds', 'reason'].map((property) => ({ property }))
  assert.deepEqual(
    withFormNames(names).map(({ property }) => property),
    ['schedule', 'tags', 'cover', 'durationMinutes', 'reason'],
  )
})

test('a cron expression that cannot be read says which field is wrong', () => {
  const of = (cron: string) => findCronProblem({ ...schedule, repeats: 'cron', cron })
  assert.equal(of('15 2 * * *'), null)
  assert.deepEqual(of('15 2 * *'), { fields: 4 })
  assert.deepEqual(of(''), { fields: 0 })
  assert.deepEqual(of('15 25 * * *'), { field: 'hour', value: '25' })
  assert.deepEqual(of('*/0 2 * * *'), { field: 'minute', value: '*/0' })
  assert.deepEqual(of('0 2 * * funday'), { field: 'weekday', value: 'funday' })
})
