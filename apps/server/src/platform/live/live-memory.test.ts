import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnouncedEvent } from '#server/platform/live/announce.ts'
import { createLiveMemory } from '#server/platform/live/live-memory.ts'

const all = () => true
const event = (customerId: string): AnnouncedEvent => ({ type: 'alert.changed', customerId })

function start() {
  const clock = { at: 1_000_000 }
  const memory = createLiveMemory(() => clock.at)
  const wait = (milliseconds: number) => {
    clock.at += milliseconds
  }
  return { memory, wait }
}

test('what was announced since the time that is asked for is told in its order, and what does not match is not', () => {
  const { memory, wait } = start()
  memory.begin()
  wait(20_000)
  memory.keep(event('old'))
  wait(30_000)
  memory.keep(event('one'))
  memory.keep(event('other'))
  memory.keep(event('two'))
  wait(1_000)
  assert.deepEqual(
    memory.since(2_000, ({ customerId }) => customerId !== 'other'),
    [event('one'), event('two')],
  )
})

test('nothing is promised of a time at which it did not hear', () => {
  const { memory, wait } = start()
  assert.equal(memory.since(0, all), null)
  memory.begin()
  wait(1_000)
  assert.equal(memory.since(2_000, all), null)
  assert.deepEqual(memory.since(500, all), [])
  memory.lose()
  wait(1_000)
  assert.equal(memory.since(0, all), null)
  memory.begin()
  wait(10_000)
  memory.keep(event('one'))
  assert.deepEqual(memory.since(5_000, all), [event('one')])
  assert.equal(memory.since(11_000, all), null)
})

test('it remembers a minute at most, and of very much only what is latest', () => {
  const { memory, wait } = start()
  memory.begin()
  wait(100_000)
  assert.equal(memory.since(60_001, all), null)
  for (let number = 0; number < 25_000; number += 1) {
    wait(2)
    memory.keep(event(String(number)))
  }
  assert.equal(memory.since(45_000, all), null)
  // Too many to tell one by one.
  assert.equal(memory.since(1_000, all), null)
  assert.deepEqual(
    memory.since(1_000, ({ customerId }) => customerId === '24999'),
    [event('24999')],
  )
})
