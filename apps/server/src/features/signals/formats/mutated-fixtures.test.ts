import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertWellFormed } from './fixtures/assert-well-formed.ts'
import { listFixtures, readFixture } from './fixtures/read-fixture.ts'
import { formats } from './formats.ts'

const mutations = 2_000
const seed = 20261121
const strange: (() => unknown)[] = [
  () => null,
  () => 0,
  () => -1e308,
  () => '',
  () => '\0\ud800',
  () => 'x'.repeat(20_000),
  () => true,
  () => [],
  () => ['x', null, { a: 1 }, ['y']],
  () => ({}),
  () => JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":"c","toString":"t","length":-1}'),
  () => '0001-01-01T00:00:00Z',
  () => '9999-99-99T99:99:99Z',
]

test('any part of any recorded body may be anything', () => {
  const random = randomFrom(seed)
  const names = listFixtures()
  for (let round = 0; round < mutations; round++) {
    const name = names[round % names.length] as string
    const body = { body: readFixture(name) }
    for (let times = 1 + pick(random, 4); times > 0; times--) mutate(body, random)
    try {
      for (const read of Object.values(formats)) assertWellFormed(read(body.body))
    } catch (cause) {
      throw new Error(`Seed ${seed}, round ${round}, ${name}: ${JSON.stringify(body.body).slice(0, 3_000)}`, { cause })
    }
  }
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
})

function mutate(root: object, random: () => number) {
  const places: [Record<string, unknown>, string][] = []
  const pending: unknown[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue
    for (const [key, value] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, key])
      if (typeof value === 'object' && value !== null) pending.push(value)
    }
  }
  const [holder, key] = places[pick(random, places.length)] as [Record<string, unknown>, string]
  if (random() < 0.2) delete holder[key]
  else holder[key] = strange[pick(random, strange.length)]?.()
  if (Object.keys(root).length === 0) Object.assign(root, { body: null })
}

function pick(random: () => number, below: number) {
  return Math.floor(random() * below)
}

/** Mulberry32: small, and the same everywhere. */
function randomFrom(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
