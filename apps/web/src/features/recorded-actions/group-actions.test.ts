import assert from 'node:assert/strict'
import test from 'node:test'
import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import { groupActions } from './group-actions.ts'

const action = (actionId: string, requestId: string | null, customerId = '1001'): RecordedAction => ({
  actionId,
  at: '2026-11-20T10:00:00.000Z',
  customerId,
  customerName: 'Nordan',
  customerIsClosed: false,
  actor: { type: 'user', id: 'u', name: 'Karin' },
  action: 'ticket.change',
  target: `ticket ${actionId}`,
  details: {},
  entityName: null,
  requestId,
})

test('what one request did to many is one entry, at each customer', () => {
  const groups = groupActions([
    action('5', 'a'),
    action('4', 'a'),
    action('3', 'a', '1002'),
    action('2', 'b'),
    action('1', null),
    action('0', null),
  ])
  assert.deepEqual(
    groups.map(({ actionId, others }) => [actionId, ...others.map((other) => other.actionId)]),
    [['5', '4'], ['3'], ['2'], ['1'], ['0']],
  )
})
