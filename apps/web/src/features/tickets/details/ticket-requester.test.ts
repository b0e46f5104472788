import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requesterOf } from './ticket-requester.ts'

test('a ticket of monitoring names its source and its rule, or the portal by the name that it has', () => {
  const requester = { name: 'Vakt', email: null }
  const nameOf = (name: string, alertRule: string | null) =>
    requesterOf({ source: 'monitoring', requester: { ...requester, name }, alertRule }, 'Nordic Cloud')
  assert.equal(nameOf('Azure Monitor', 'CPU'), 'Azure Monitor · CPU')
  assert.equal(nameOf('Vakt', 'CPU'), 'CPU')
  assert.equal(nameOf('Vakt', null), 'Nordic Cloud')
  assert.equal(requesterOf({ source: 'person', requester: { name: 'Ada', email: null }, alertRule: null }, 'Nordic Cloud'), 'Ada')
})
