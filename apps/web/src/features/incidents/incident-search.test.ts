import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentQueryOf, incidentSearch } from './incident-search.ts'

test('keeps what it knows and forgets the rest', () => {
  assert.deepEqual(
    incidentSearch({ state: ['resolved', 'gone'], severity: 'high', from: '2026-11-21', to: 'soon', sort: 'severity', assignee: 'me' }),
    {
      state: ['resolved'],
      severity: ['high'],
      from: '2026-11-21',
      sort: 'severity',
      assignee: 'me',
    },
  )
  assert.deepEqual(incidentSearch({ sort: 'newest', q: '  ', group: 'till', entity: 'vm-dc-02' }), { group: ['till'] })
  const entity = '01890a5d-ac96-774b-bcce-b302099a8057'
  assert.deepEqual(incidentSearch({ group: ['', 'production', 'x'], entity }), { group: ['', 'production'], entity })
})

test('a state and an order hide nothing that the list should tell of', () => {
  assert.equal(incidentSearch.isFiltered({ state: ['resolved'], sort: 'opened' }), false)
  assert.equal(incidentSearch.isFiltered({ severity: ['low'] }), true)
})

test('what is open is sorted worst first, the past by its last change', () => {
  assert.equal(incidentQueryOf({}).sort, 'severity')
  assert.equal(incidentQueryOf({ state: ['open', 'resolved'] }).sort, 'severity')
  assert.equal(incidentQueryOf({ state: ['resolved'] }).sort, 'changed')
  assert.equal(incidentQueryOf({ state: ['resolved'], sort: 'opened' }).sort, 'opened')
})

test('a day is included to its end', () => {
  const { openedFrom = '', openedTo = '' } = incidentQueryOf({ from: '2026-11-21', to: '2026-11-21' })
  assert.equal(Date.parse(openedTo) - Date.parse(openedFrom), 24 * 3_600_000)
})

test('each period of days becomes the moments of the call, and a moment stays what it is', () => {
  const query = incidentQueryOf({
    ongoingFrom: '2026-11-20T10:00:00Z',
    ongoingTo: '2026-11-21',
    resolvedFrom: '2026-11-20',
    within: [10],
    tag: ['a=b'],
  })
  assert.equal(query.ongoingFrom, '2026-11-20T10:00:00Z')
  assert.equal(Date.parse(query.ongoingTo ?? '') - Date.parse(query.resolvedFrom ?? ''), 48 * 3_600_000)
  assert.deepEqual([query.withinMinutes, query.tag, query.state, 'from' in query], [10, ['a=b'], ['open', 'acknowledged'], false])
})
