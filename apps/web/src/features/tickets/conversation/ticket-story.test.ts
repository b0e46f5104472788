import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildTicketStory } from './ticket-story.ts'

const comment = (commentId: string, created: string) => ({
  commentId,
  created,
  author: 'Eva',
  byStaff: false,
  bySystem: false,
  isOwn: false,
  body: 'Hej',
  systemText: null,
  systemTicketId: null,
  private: false,
  mentions: [],
  attachments: [],
  version: 1,
  edited: null,
})
const change = (at: string, author: string, field: string) => ({
  at,
  author,
  bySystem: false,
  field,
  before: 'a',
  after: 'b',
  private: false,
})

test('tells comments and changes in the order in which they happened', () => {
  const story = buildTicketStory({
    comments: [comment('1', '2026-11-21T10:00:00Z'), comment('2', '2026-11-21T12:00:00Z')],
    history: [change('2026-11-21T11:00:00Z', 'Eva', 'status')],
  })
  assert.deepEqual(
    story.map((item) => item.kind),
    ['comment', 'changes', 'comment'],
  )
})

test('keeps together what one author changed at once, apart from what another did', () => {
  const story = buildTicketStory({
    comments: [],
    history: [
      change('2026-11-21T11:00:00Z', 'Eva', 'status'),
      change('2026-11-21T11:00:20Z', 'Eva', 'priority'),
      change('2026-11-21T11:00:30Z', 'Per', 'assignee'),
      change('2026-11-21T12:00:00Z', 'Per', 'status'),
    ],
  })
  assert.deepEqual(
    story.map((item) => item.kind === 'changes' && item.changes.map(({ field }) => field)),
    [['status', 'priority'], ['assignee'], ['status']],
  )
})

test('puts the comment before the change that it explains', () => {
  const at = '2026-11-21T11:00:00Z'
  const story = buildTicketStory({ comments: [comment('1', at)], history: [change(at, 'Eva', 'status')] })
  assert.deepEqual(
    story.map((item) => item.kind),
    ['comment', 'changes'],
  )
})

test('keeps apart what one author changed before and after something was said', () => {
  const story = buildTicketStory({
    comments: [comment('1', '2026-11-21T11:00:10Z')],
    history: [change('2026-11-21T11:00:00Z', 'Per', 'status'), change('2026-11-21T11:00:20Z', 'Per', 'status')],
  })
  assert.deepEqual(
    story.map((item) => item.kind),
    ['changes', 'comment', 'changes'],
  )
})
