import assert from 'node:assert/strict'
import test from 'node:test'
import { keepSeenList, placeIn, readSeenList, withNextPage } from './seen-list.ts'

function createStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as Storage
}

const tickets = ['12', '7', '9'].map((ticketId) => ({ customerId: '1001', ticketId }))
const list = { customerId: '1001', href: '/tickets/1001?q=till', tickets, hasMore: false, continuation: null }

test('a ticket knows its neighbours in the list that was seen last, in the order of the list', () => {
  const storage = createStorage()
  keepSeenList(list, storage)
  const seen = readSeenList(storage)
  assert.deepEqual(seen, list)
  assert.deepEqual(seen && placeIn(seen, '7'), { position: 2, of: 3, hasMore: false, previous: tickets[0], next: tickets[2] })
  assert.deepEqual([seen && placeIn(seen, '12')?.previous, seen && placeIn(seen, '9')?.next], [null, null])
  assert.equal(placeIn(list, '10350'), null)
})

test('a list that is too long is cut and says so; what is no list is none', () => {
  const storage = createStorage()
  const many = Array.from({ length: 1200 }, (_, index) => ({ customerId: '1001', ticketId: String(index) }))
  keepSeenList({ ...list, tickets: many, continuation: { filter: {}, token: 'a' } }, storage)
  const seen = readSeenList(storage)
  assert.deepEqual([seen?.tickets.length, seen?.hasMore, seen?.continuation], [1000, true, null])
  storage.setItem('vakt.ticket-list', '{"tickets": 3')
  assert.equal(readSeenList(storage), null)
})

test('the last ticket that was loaded leads on to the next page, until the list ends', () => {
  const first = { ...list, hasMore: true, continuation: { filter: { q: 'till' }, token: 'a' } }
  const more = withNextPage(first, {
    tickets: [
      { customerId: '1001', ticketId: '9' },
      { customerId: '1001', ticketId: '3' },
    ],
    token: 'b',
  })
  assert.equal(placeIn(more, '9')?.next?.ticketId, '3')
  assert.deepEqual([more.tickets.length, more.hasMore, more.continuation], [4, true, { filter: { q: 'till' }, token: 'b' }])
  const last = withNextPage(more, { tickets: [], token: null })
  assert.deepEqual([placeIn(last, '3')?.hasMore, last.continuation], [false, null])
})
