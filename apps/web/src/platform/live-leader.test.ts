import assert from 'node:assert/strict'
import test from 'node:test'
import { createLiveLeader, type LeaderMessage, type StreamEars } from './live-leader.ts'

function lead() {
  const told: LeaderMessage[] = []
  const stream: { ears?: StreamEars; isHeld: boolean } = { isHeld: false }
  const leader = createLiveLeader({
    openStream(ears) {
      Object.assign(stream, { ears, isHeld: true })
      return () => {
        stream.isHeld = false
      }
    },
    isHidden: () => false,
    tell: (message) => told.push(message),
  })
  return { leader, told, stream }
}

test('passes on what comes, and says to anyone who asks whether the stream is open', () => {
  const { leader, told, stream } = lead()
  leader.answer()
  stream.ears?.hello()
  stream.ears?.event({ type: 'alert.changed', customerId: '1001' })
  leader.answer()
  assert.deepEqual(told, [
    { type: 'stream', isOpen: false, isHidden: false },
    { type: 'hello' },
    { type: 'event', event: { type: 'alert.changed', customerId: '1001' } },
    { type: 'stream', isOpen: true, isHidden: false },
  ])
})

test('says once that the stream is lost', () => {
  const { told, stream } = lead()
  stream.ears?.hello(500)
  stream.ears?.lost(900)
  stream.ears?.lost()
  assert.deepEqual(told, [
    { type: 'hello', repeatsSince: 500 },
    { type: 'stream', isOpen: false, isHidden: false, heardUntil: 900 },
  ])
})

test('lets the stream go when it ends', () => {
  const { leader, stream } = lead()
  assert.equal(stream.isHeld, true)
  leader.close()
  assert.equal(stream.isHeld, false)
})
