import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  day,
  dayOrMoment,
  flag,
  listSearch,
  oneOf,
  periodOf,
  someOf,
  tagGroup,
  text,
  textLike,
  texts,
  uuid,
  yesOrNo,
} from './list-search.ts'

const id = '0b0e7a52-1111-4222-8333-444455556666'

const search = listSearch({
  filters: { q: text(5), level: someOf(['low', 'high']), number: someOf([1, 2]), tag: texts({ withEmpty: true }), from: day, is: yesOrNo },
  scope: { state: oneOf(['all']), entity: uuid },
  panel: { open: textLike(/^\d+$/), create: flag },
})

test('reads what is valid in an address and leaves out the rest', () => {
  assert.deepEqual(search({ q: '  disks full ', level: ['high', 'urgent', 'low'], number: '2', tag: ['', 'a', 'a'], from: '2026-11-21' }), {
    q: 'disks',
    level: ['low', 'high'],
    number: [2],
    tag: ['', 'a'],
    from: '2026-11-21',
  })
  assert.deepEqual(search({ is: 'false', state: 'all', entity: id, open: 7, create: 'true', customer: '1001' }), {
    is: false,
    state: 'all',
    entity: id,
    open: '7',
    create: true,
  })
  assert.deepEqual(
    search({
      q: ['a'],
      level: 'urgent',
      number: '3',
      tag: [{}],
      from: '2026-13-01',
      is: 'no',
      state: 'open',
      entity: '1',
      open: 'x',
      create: 1,
    }),
    {},
  )
})

test('only filters are cleared, and what is open is no part of what is asked for', () => {
  const shown = search({ q: 'a', state: 'all', open: '7' })
  assert.deepEqual(search.rowsOf(shown), { q: 'a', state: 'all' })
  assert.deepEqual(search.withoutFilters(shown), { state: 'all' })
  assert.equal(search.isFiltered(shown), true)
  assert.equal(search.isFiltered(search({ state: 'all', open: '7' })), false)
  assert.equal(search.rowName, 'open')
})

test('a period lasts from the first moment of its first day to the end of its last', () => {
  const { from = '', to = '' } = periodOf({ from: '2026-11-30', to: '2026-11-30' })
  assert.equal(Date.parse(to) - Date.parse(from), 24 * 3_600_000)
  assert.deepEqual(periodOf({}), {})
})

test('a period of moments is asked for as it is', () => {
  const read = listSearch({ filters: { from: dayOrMoment, to: dayOrMoment } })
  const period = { from: '2026-10-01T04:30:00.000Z', to: '2026-10-20T09:00:00.000Z' }
  assert.deepEqual(read(period), period)
  assert.deepEqual(periodOf(period), period)
  assert.deepEqual(read({ from: '2026-10-01T25:00:00Z', to: '2026-10-01T10:00+02:00' }), {})
})

test('a tag group keeps two equal values, and an empty one', () => {
  assert.deepEqual(listSearch({ filters: { group: tagGroup } })({ group: ['prod', 'prod'] }), { group: ['prod', 'prod'] })
  assert.deepEqual(tagGroup(['', 'x', 'y']), ['', 'x'])
})
