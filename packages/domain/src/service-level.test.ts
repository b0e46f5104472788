import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBusinessClock } from './business-calendar.ts'
import { nextClock, readServiceClocks, type TicketPast } from './service-level.ts'

const minute = 60_000
const always = createBusinessClock({ timeZone: 'UTC', alwaysOpen: true, week: [], holidays: 'none', closedDays: [] })
const office = { opens: '08:00', closes: '17:00' }
const weekdays = [office, office, office, office, office, null, null]
const offices = createBusinessClock({ timeZone: 'Europe/Stockholm', alwaysOpen: false, week: weekdays, holidays: 'sweden', closedDays: [] })
const targets = { first_response: 30, next_update: 60, resolution: 240 }
const fresh: TicketPast = { createdAt: 0, status: 'new', statusChanges: [], answers: [] }
const read = (past: Partial<TicketPast>, atMinute: number, promised: Parameters<typeof readServiceClocks>[1] = targets) => {
  const clocks = readServiceClocks({ ...fresh, ...past }, promised, { calendar: always, now: atMinute * minute, warnAtPercent: 75 })
  return Object.fromEntries(
    clocks.map(({ clock, state, minutesLeft, dueAt, warnAt, round }) => [
      clock,
      { state, minutesLeft, round, due: dueAt === null ? null : dueAt / minute, warn: warnAt === null ? null : warnAt / minute },
    ]),
  )
}
const change = (atMinute: number, before: TicketPast['status'], after: TicketPast['status']) => ({ at: atMinute * minute, before, after })

test('a new ticket runs towards its first answer and its resolution', () => {
  assert.deepEqual(read({}, 10), {
    first_response: { state: 'running', minutesLeft: 20, round: 0, due: 30, warn: 22.5 },
    resolution: { state: 'running', minutesLeft: 230, round: 0, due: 240, warn: 180 },
  })
})

test('a public answer in time meets the first clock and starts the next; a late one misses it for good', () => {
  const answered = read({ answers: [20 * minute] }, 50)
  assert.deepEqual(answered.first_response, { state: 'met', minutesLeft: 10, round: 0, due: null, warn: null })
  assert.deepEqual(answered.next_update, { state: 'running', minutesLeft: 30, round: 1, due: 80, warn: 65 })
  const late = read({ answers: [45 * minute] }, 50)
  assert.deepEqual(late.first_response, { state: 'missed', minutesLeft: -15, round: 0, due: 30, warn: 22.5 })
  assert.equal(late.next_update?.due, 105)
})

test('each answer starts the next round', () => {
  const { next_update } = read({ answers: [10 * minute, 50 * minute, 90 * minute] }, 100)
  assert.deepEqual(next_update, { state: 'running', minutesLeft: 50, round: 3, due: 150, warn: 135 })
})

test('waiting for the customer pauses every clock, and what was left runs on afterwards', () => {
  const waiting = {
    status: 'waiting_for_customer',
    answers: [10 * minute],
    statusChanges: [change(10, 'new', 'waiting_for_customer')],
  } as const
  assert.deepEqual(read(waiting, 500), {
    first_response: { state: 'met', minutesLeft: 20, round: 0, due: null, warn: null },
    next_update: { state: 'paused', minutesLeft: 60, round: 1, due: null, warn: null },
    resolution: { state: 'paused', minutesLeft: 230, round: 0, due: null, warn: null },
  })
  const back = {
    ...waiting,
    status: 'in_progress',
    statusChanges: [...waiting.statusChanges, change(500, 'waiting_for_customer', 'in_progress')],
  } as const
  assert.deepEqual(read(back, 510).resolution, { state: 'running', minutesLeft: 220, round: 0, due: 730, warn: 670 })
  assert.equal(read(back, 510).next_update?.due, 560)
})

test('a resolved ticket ends the clocks; opened again the resolution goes on where it ended', () => {
  const resolved = { status: 'resolved', answers: [20 * minute], statusChanges: [change(20, 'new', 'resolved')] } as const
  assert.deepEqual(
    Object.values(read(resolved, 9000)).map(({ state }) => state),
    ['met', 'met', 'met'],
  )
  const again = {
    ...resolved,
    status: 'in_progress',
    statusChanges: [...resolved.statusChanges, change(1000, 'resolved', 'in_progress')],
  } as const
  assert.deepEqual(read(again, 1010).resolution, { state: 'running', minutesLeft: 210, round: 0, due: 1220, warn: 1160 })
  assert.equal(read(again, 1010).first_response?.state, 'met')
})

test('resolved without a word counts as answered then; resolved too late is missed', () => {
  const silent = read({ status: 'resolved', statusChanges: [change(300, 'new', 'resolved')] }, 400)
  assert.deepEqual([silent.first_response?.state, silent.resolution?.state], ['missed', 'missed'])
  assert.equal(silent.resolution?.due, 240)
})

test('an update that was owed and came late is told in the end', () => {
  const past = { status: 'resolved', answers: [10 * minute, 200 * minute], statusChanges: [change(200, 'new', 'resolved')] } as const
  assert.equal(read(past, 210).next_update?.state, 'missed')
  assert.equal(read({ answers: past.answers }, 210).next_update?.state, 'running')
})

test('another priority judges the same past by other targets; what is not promised has no clock', () => {
  assert.equal(read({}, 100, { first_response: 480, next_update: null, resolution: null }).first_response?.minutesLeft, 380)
  assert.deepEqual(read({}, 100, { first_response: null, next_update: null, resolution: null }), {})
  const updatesOnly = read({ answers: [30 * minute] }, 40, { first_response: null, next_update: 60, resolution: null })
  assert.deepEqual(updatesOnly.next_update, { state: 'running', minutesLeft: 50, round: 1, due: 90, warn: 75 })
})

test('a ticket of Saturday night is due on Monday by office hours', () => {
  const past = { ...fresh, createdAt: Date.parse('2026-11-21T21:00:00Z') }
  const [first] = readServiceClocks(past, targets, { calendar: offices, now: Date.parse('2026-11-22T21:00:00Z'), warnAtPercent: 50 })
  assert.equal(new Date(first?.dueAt ?? 0).toISOString(), '2026-11-23T07:30:00.000Z')
  assert.equal(new Date(first?.warnAt ?? 0).toISOString(), '2026-11-23T07:15:00.000Z')
  assert.equal(first?.minutesLeft, 30)
})

test('the clock to look at is the one that is up first, and at the end what was missed', () => {
  const settings = { calendar: always, warnAtPercent: 75 }
  const next = (past: Partial<TicketPast>, now: number) =>
    nextClock(readServiceClocks({ ...fresh, ...past }, targets, { ...settings, now: now * minute }))
  assert.equal(next({}, 10)?.clock, 'first_response')
  assert.equal(next({ answers: [20 * minute] }, 25)?.clock, 'next_update')
  assert.equal(next({ answers: [20 * minute, 200 * minute] }, 205)?.clock, 'resolution')
  const done = next({ status: 'closed', answers: [50 * minute], statusChanges: [change(50, 'new', 'closed')] }, 60)
  assert.deepEqual([done?.clock, done?.state], ['first_response', 'missed'])
  assert.equal(nextClock([]), null)
})
