import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { writeCalendar } from '@vakt/domain/icalendar.ts'
import { decideHold } from './decide-hold.ts'
import { describeSchedule } from './describe-schedule.ts'
import { scopeKeysOf } from './scope-key.ts'
import { checkWindowSchedule, cronExpressionOf, lastEnd, occurrencesAfter, repeatsOf } from './window-schedule.ts'

const nightly: Recurrence = {
  timeZone: 'UTC',
  startsAt: '2026-01-01T22:00',
  repeats: 'daily',
  weekdays: [],
  monthDay: null,
  cron: '',
  endsOn: null,
  endsAfter: null,
}
const cron = (expression: string): Recurrence => ({ ...nightly, repeats: 'cron', cron: expression })
const hour = 3_600_000
const now = new Date('2026-01-01T00:00:00Z')
const iso = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16)

/** Numbers that do not differ from run to run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Field = { text: string; values: Set<number> }

/** A field as text, with the values that it means: known from how it was made, so that nothing reads the text but the library. */
function makeField(below: (limit: number) => number, first: number, last: number): Field {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const some = () => all[below(all.length)] as number
  const kind = below(4)
  if (kind === 0) return { text: '*', values: new Set(all) }
  if (kind === 1) {
    const step = 1 + below(all.length)
    return { text: `*/${step}`, values: new Set(all.filter((_, index) => index % step === 0)) }
  }
  if (kind === 2) {
    const [from = first, to = last] = [some(), some()].sort((a, b) => a - b)
    return { text: `${from}-${to}`, values: new Set(all.filter((value) => from <= value && value <= to)) }
  }
  const values = new Set([some(), some(), some()])
  return { text: [...values].join(','), values }
}

test('occurrences are the minutes that the fields of generated expressions name, over years', () => {
  const below = numbers(20_261_123)
  for (let index = 0; index < 60; index++) {
    const minute = String(below(60))
    const hours = makeField(below, 0, 23)
    const months = makeField(below, 1, 12)
    const dates = makeField(below, 1, 31)
    const made = makeField(below, 0, 6)
    // What a step of a star means beside another limit differs between libraries.
    const isEither = !dates.text.startsWith('*') && !made.text.startsWith('*')
    const days = isEither || dates.text === '*' ? made : { text: '*', values: new Set([0, 1, 2, 3, 4, 5, 6]) }
    const expression = `${minute} ${hours.text} ${dates.text} ${months.text} ${days.text}`
    const found = occurrencesAfter({ schedule: cron(expression), durationInSeconds: 60 }, now, 200)
    const expected: number[] = []
    for (let at = Date.UTC(2026, 0, 1, 0, Number(minute)); expected.length < found.length && at < Date.UTC(2031, 0, 1); at += hour) {
      const moment = new Date(at)
      if (at < Date.UTC(2026, 0, 1, 22) || !hours.values.has(moment.getUTCHours()) || !months.values.has(moment.getUTCMonth() + 1)) continue
      const [byDate, byDay] = [dates.values.has(moment.getUTCDate()), days.values.has(moment.getUTCDay())]
      if (isEither ? byDate || byDay : byDate && byDay) expected.push(at)
    }
    const within = found.filter(({ startsAt }) => startsAt < Date.UTC(2031, 0, 1)).map(({ startsAt }) => startsAt)
    assert.deepEqual(within.map(iso), expected.map(iso), expression)
  }
})

test('an occurrence that lasts counts, and one that would reach into the next ends where that begins', () => {
  const times = (schedule: Recurrence, after: string, durationInSeconds = 3600, count = 2) =>
    occurrencesAfter({ schedule, durationInSeconds }, new Date(after), count).map(({ startsAt, endsAt }) => [iso(startsAt), iso(endsAt)])
  assert.deepEqual(times(nightly, '2026-01-05T22:30:00Z'), [
    ['2026-01-05T22:00', '2026-01-05T23:00'],
    ['2026-01-06T22:00', '2026-01-06T23:00'],
  ])
  // Around the clock in Stockholm: the day of the change has 23 hours.
  const local = { ...nightly, timeZone: 'Europe/Stockholm', startsAt: '2026-03-01T00:00' }
  assert.deepEqual(times(local, '2026-03-29T12:00:00Z', 86_400), [
    ['2026-03-28T23:00', '2026-03-29T22:00'],
    ['2026-03-29T22:00', '2026-03-30T22:00'],
  ])
})

test('says what is wrong, and takes a day of 23 hours for no overlap', () => {
  const keys = (schedule: Recurrence, durationInSeconds: number) =>
    checkWindowSchedule({ schedule, durationInSeconds }, now).map(({ property, key }) => `${property} ${key}`)
  assert.deepEqual(keys({ ...nightly, timeZone: 'Europe/Stockholm' }, 86_400), [])
  const tooLong = ['durationInSeconds service_window.longer_than_period']
  assert.deepEqual(keys(nightly, 86_401), tooLong)
  assert.deepEqual(keys({ ...nightly, timeZone: 'Europe/Stockholm', startsAt: '2026-01-01T02:30' }, 86_400), [])
  assert.deepEqual(keys({ ...nightly, timeZone: 'Europe/Stockholm' }, 86_401), tooLong)
  assert.deepEqual(keys({ ...nightly, startsAt: '2027-02-30T10:00' }, 60), ['schedule.startsAt recurrence.start_unknown'])
  assert.deepEqual(keys({ ...nightly, repeats: 'weekly', weekdays: [0, 1] }, 30 * 3600), [
    'durationInSeconds service_window.longer_than_period',
  ])
  assert.deepEqual(keys({ ...nightly, endsAfter: 1 }, 30 * 86_400), [])
  assert.deepEqual(keys(cron('0 0 31 4 *'), 60), ['schedule.cron recurrence.never'])
  const began = performance.now()
  for (const bomb of ['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 29 2 1#5', `${'0-59,'.repeat(15)}1 * * * *`]) keys(cron(bomb), 60)
  assert.ok(performance.now() - began < 2000)
})

test('repetition, last end and text', () => {
  assert.deepEqual(
    [nightly, { ...nightly, endsAfter: 1 }, cron('5 * * * *'), cron('0 22 * * 5')].map((schedule) => [
      repeatsOf(schedule),
      cronExpressionOf(schedule),
    ]),
    [
      ['daily', '0 22 * * *'],
      ['never', null],
      ['hourly', '5 * * * *'],
      ['weekly', '0 22 * * 5'],
    ],
  )
  const repeats = (expression: string) => repeatsOf(cron(expression))
  assert.deepEqual(['0 2 * * *', ' 0  2 ? * ?', '0 2 * * MON-FRI', '0 2 1 * *', '0 2 L * *'].map(repeats), [
    ...['daily', 'daily', 'weekly', 'monthly', 'monthly'],
  ])
  assert.deepEqual(['0 2,3 * * *', '0 2 * 1 *', '0 2 * * 5L', '0 2 1,15 * *', '*/5 * * * *'].map(repeats), Array(5).fill('custom'))
  assert.equal(
    lastEnd({ schedule: { ...nightly, endsOn: '2026-01-31' }, durationInSeconds: 7200 })?.toISOString(),
    '2026-02-01T00:00:00.000Z',
  )
  assert.equal(lastEnd({ schedule: nightly, durationInSeconds: 7200 }), null)
})

const described: [string, string, string][] = [
  ['30 22 * * 2,4', 'Every Tuesday and Thursday at 22:30', 'Varje tisdag och torsdag kl. 22:30'],
  ['0 3 1 1-3 *', 'On day 1 of the month at 03:00 in January to March', 'Den 1:a i månaden kl. 03:00 i januari till mars'],
  ['0 3 12,22 */3 *', 'On day 12 and 22 of the month at 03:00 in January, April, July and October', ''],
  ['*/15 * * * *', 'Every 15 minutes', 'Var 15:e minut'],
  ['0 * * * *', 'At minute 0 of every hour', 'Minut 0 varje timme'],
  ['0 */2 * * *', 'At minute 0 of every second hour', 'Minut 0 varannan timme'],
  // Begins again at midnight, so that it is not every five hours.
  ['0 */5 * * *', 'Every day at 00:00, 05:00, 10:00, 15:00 and 20:00', 'Varje dag kl. 00:00, 05:00, 10:00, 15:00 och 20:00'],
  ['0 0 ? * MON', 'Every Monday at 00:00', 'Varje måndag kl. 00:00'],
  ['0 0 * * 0,7,0', 'Every Sunday at 00:00', 'Varje söndag kl. 00:00'],
  ['0 0 * * 5-7', 'Every Friday to Sunday at 00:00', 'Varje fredag till söndag kl. 00:00'],
  ['0 0 L * 1', 'On the last day of the month or every Monday at 00:00', 'Sista dagen i månaden eller varje måndag kl. 00:00'],
]

test('a cron expression is described as it starts, or stands as it is written', () => {
  for (const [expression, en, sv] of described) {
    const words = describeSchedule(cron(expression), expression)
    assert.deepEqual([words.en, sv && words.sv], [`${en} (UTC)`, sv && `${sv} (UTC)`], expression)
  }
  for (const expression of [
    '0 0 * * 5#3',
    '0 0 15W * *',
    '0 0 LW * *',
    '0 0 * * 5L',
    '0 0 1 * +5',
    '1-9/2 * * * *',
    '0 0 */2 * *',
    '0 0 */3 * 1',
  ])
    assert.equal(describeSchedule(cron(expression), expression).en, `${expression} (UTC)`)
  const twice = { ...nightly, repeats: 'weekly' as const, weekdays: [1, 1] }
  assert.equal(describeSchedule(twice, cronExpressionOf(twice)).en, 'Every Tuesday at 22:00 (UTC)')
})

test('holds by time, approval and metric; the one that ends last comes first', () => {
  const window = {
    serviceWindowId: 'w',
    reason: 'r',
    isSettled: false,
    enabled: true,
    approval: null,
    approvedEndsAt: null,
    metrics: [] as string[],
  }
  const candidates = [
    { ...window, occurrenceId: 'short', startsAt: 0, endsAt: 10 },
    { ...window, occurrenceId: 'long', startsAt: 0, endsAt: 20 },
    { ...window, occurrenceId: 'cpu', startsAt: 0, endsAt: 30, metrics: ['cpu'] },
    { ...window, occurrenceId: 'waiting', startsAt: 0, endsAt: 40, approval: 'waiting' as const },
    { ...window, occurrenceId: 'settled', startsAt: 0, endsAt: 40, isSettled: true },
    { ...window, occurrenceId: 'extended', startsAt: 0, endsAt: 50, approval: 'waiting' as const, approvedEndsAt: 15 },
  ]
  const held = (metric: string | null, at: number) => decideHold(metric, candidates, at).map(({ occurrenceId }) => occurrenceId)
  assert.deepEqual(held(null, 5), ['long', 'extended', 'short'])
  assert.deepEqual(held('cpu', 5), ['cpu', 'long', 'extended', 'short'])
  assert.deepEqual([held('disk', 10), held(null, 15), held(null, 20), held(null, -1)], [['long', 'extended'], ['long'], [], []])
})

test('the keys of a scope, and a calendar that is folded and escaped', () => {
  const scope = { everything: true, entityIds: ['A1'], resourceGroups: ['RG-Web'], tags: ['a%3Db=C=d'], metrics: [] }
  assert.deepEqual(scopeKeysOf(scope), ['all', 'entity a1', 'group rg-web', 'tag a=b=c=d'])
  const summary = `Å, ${'ä'.repeat(60)};\n\u0007BEGIN:VEVENT`
  const calendar = writeCalendar('Fönster', [{ uid: 'u', startsAt: 0, endsAt: hour, summary, description: '', isTentative: true }], 0)
  const lines = calendar.split('\r\n')
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75))
  assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 1)
  assert.ok(calendar.replaceAll('\r\n ', '').includes(`SUMMARY:Å\\, ${'ä'.repeat(60)}\\;\\n BEGIN:VEVENT`))
})
