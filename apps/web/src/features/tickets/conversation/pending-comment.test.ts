import assert from 'node:assert/strict'
import test from 'node:test'
import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { withComment, withoutComment } from './pending-comment.ts'

type Comment = TicketDetails['comments'][number]
const comment = (commentId: string) => ({ commentId }) as Comment
const ticket = (subject: string, ...ids: string[]) => ({ subject, comments: ids.map(comment) }) as TicketDetails

test('a comment that was refused goes away, and what came live meanwhile stays', () => {
  assert.deepEqual(withComment(ticket('The till', '1'), comment('pending')), ticket('The till', '1', 'pending'))
  const meanwhile = ticket('The till is slow', '1', 'pending', '2')
  assert.deepEqual(withoutComment(meanwhile, 'pending'), ticket('The till is slow', '1', '2'))
})

test('a ticket that is not loaded stays so', () => {
  assert.equal(withComment(undefined, comment('pending')), undefined)
  assert.equal(withoutComment(undefined, 'pending'), undefined)
})
