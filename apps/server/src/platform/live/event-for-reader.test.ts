import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '@vakt/contract/live/live-events.ts'
import { eventForReader, kindOfReader } from './event-for-reader.ts'

const user = { isStaff: false, seesOwnTicketsOnly: false, isLimited: false, limitedTo: null }
const limited = { ...user, isLimited: true }

test('someone who is limited to resources hears that something changed, and not what', () => {
  const changed: LiveEvent = { type: 'ticket.changed', customerId: '1001', ticketIds: ['1', '2'] }
  assert.deepEqual(eventForReader(changed, user), changed)
  assert.deepEqual(eventForReader(changed, limited), { type: 'ticket.changed', customerId: '1001' })
  const entity: LiveEvent = { type: 'entity.changed', customerId: '1001', entityId: 'e' }
  assert.deepEqual(eventForReader(entity, limited), { type: 'entity.changed', customerId: '1001' })
  const content: LiveEvent = { type: 'content.changed', customerId: '1001', content: ['follows'] }
  assert.deepEqual(eventForReader(content, limited), content)
})

test('what is theirs alone they hear whole, and share no bytes with others', () => {
  const own: LiveEvent = { type: 'download.failed', customerId: '1001', userId: 'u', downloadId: 'd' }
  assert.deepEqual(eventForReader(own, limited), own)
  assert.notEqual(kindOfReader(user), kindOfReader(limited))
})
