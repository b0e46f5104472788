import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayBeResolved, refuseAssignment, refuseState } from './incident-handling.ts'

const firing = { state: 'open', firing: 2, endless: 1 } as const
const endless = { state: 'acknowledged', firing: 2, endless: 2 } as const
const resolved = { state: 'resolved', firing: 0, endless: 0 } as const

test('no one resolves what still fires, whatever they write', () => {
  assert.equal(refuseState(firing, 'resolved', 'I say it is over.'), 'still_firing')
  assert.equal(mayBeResolved(firing), false)
})

test('what can never end by itself is resolved with a note', () => {
  assert.equal(refuseState(endless, 'resolved', ' \n'), 'note_required')
  assert.equal(refuseState(endless, 'resolved', 'It was planned.'), null)
  assert.equal(mayBeResolved(endless), true)
})

test('an incident is acknowledged and given back; to do it twice is no mistake', () => {
  assert.equal(refuseState(firing, 'acknowledged', ''), null)
  assert.equal(refuseState(endless, 'acknowledged', ''), null)
  assert.equal(refuseState(endless, 'open', ''), null)
})

test('what is resolved stays so', () => {
  for (const state of ['open', 'acknowledged', 'resolved'] as const)
    assert.equal(refuseState(resolved, state, 'Again.'), 'already_resolved')
  assert.equal(refuseAssignment(resolved), 'already_resolved')
  assert.equal(refuseAssignment(firing), null)
})
