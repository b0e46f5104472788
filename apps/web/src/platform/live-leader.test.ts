import assert from 'node:assert/strict'
import test from 'node:test'
import { createLiveLeader, type LeaderMessage, type StreamEars } from './live-leader.ts'

function lead(mostStreams?: number) {
  const open = new Map<string, StreamEars>()
  const told: LeaderMessage[] = []
  const opened: string[] = []
  const leader = createLiveLeader({
    openStream(customerId, ears) {
      assert.ok(!open.has(customerId), `a second stream of ${customerId}`)
      open.set(customerId, ears)
      opened.push(customerId)
      return () => open.delete(customerId)
    },
    isHidden: () => false,
    tell: (message) => told.push(message),
    ...(mostStreams ? { mostStreams } : {}),
  })
  const show = (tab: string, customerId: string) => leader.hear({ type: 'show', tab, customerId })
  return { leader, open, opened, told, show, streams: () => [...open.keys()].sort() }
}

test('holds one stream for each customer that any tab shows', () => {
  const { leader, show, streams, opened } = lead()
  show('a', '1001')
  show('b', '1001')
  show('c', '1002')
  show('a', '1001')
  assert.deepEqual(opened, ['1001', '1002'])
  leader.hear({ type: 'leave', tab: 'a' })
  assert.deepEqual(streams(), ['1001', '1002'])
  leader.hear({ type: 'leave', tab: 'b' })
  assert.deepEqual(streams(), ['1002'])
})

test('follows a tab to another customer', () => {
  const { show, streams } = lead()
  show('a', '1001')
  show('a', '1002')
  assert.deepEqual(streams(), ['1002'])
})

test('passes on what comes, and says what is open to whoever asks', () => {
  const { show, open, told } = lead()
  show('a', '1001')
  assert.deepEqual(told, [{ type: 'streams', open: [], opening: ['1001'], isHidden: false }])
  open.get('1001')?.hello()
  open.get('1001')?.event({ type: 'alert.changed', customerId: '1001' })
  assert.deepEqual(told.slice(1), [
    { type: 'hello', customerId: '1001' },
    { type: 'event', event: { type: 'alert.changed', customerId: '1001' } },
  ])
  show('b', '1001')
  assert.deepEqual(told.at(-1), { type: 'streams', open: ['1001'], opening: [], isHidden: false })
})

test('says once that a stream is lost', () => {
  const { show, open, told } = lead()
  show('a', '1001')
  open.get('1001')?.hello()
  open.get('1001')?.lost()
  open.get('1001')?.lost()
  assert.deepEqual(told.slice(2), [{ type: 'streams', open: [], opening: ['1001'], isHidden: false }])
})

test('leaves connections for the screens: the customers that were shown last have a stream, the others none', () => {
  const { leader, show, streams } = lead(2)
  show('a', '1')
  show('b', '2')
  show('c', '3')
  assert.deepEqual(streams(), ['2', '3'])
  show('a', '1')
  assert.deepEqual(streams(), ['2', '3'])
  leader.hear({ type: 'leave', tab: 'c' })
  assert.deepEqual(streams(), ['1', '2'])
})

test('closes everything when it ends', () => {
  const { leader, show, streams } = lead()
  show('a', '1001')
  show('b', '1002')
  leader.close()
  assert.deepEqual(streams(), [])
})
