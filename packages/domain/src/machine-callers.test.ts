import assert from 'node:assert/strict'
import test from 'node:test'
import { mayMachine } from './machine-callers.ts'

const all = { enabledFeatures: null }

test('a process may change tickets and the environment, and nothing else', () => {
  assert.equal(mayMachine('automation', all, ['@feature.tickets.write']), true)
  assert.equal(mayMachine('automation', all, ['@feature.myenvironment.write']), true)
  assert.equal(mayMachine('automation', all, ['@feature.servicewindow.write']), false)
  assert.equal(mayMachine('automation', all, 'global-admin'), false)
  assert.equal(mayMachine('automation', all, 'administrators'), false)
  assert.equal(mayMachine('automation', all, 'signed-in'), false)
})

test('no machine may do what its customer has switched off', () => {
  const onlyTickets = { enabledFeatures: ['@feature.tickets.write' as const] }
  assert.equal(mayMachine('automation', onlyTickets, ['@feature.tickets.write']), true)
  assert.equal(mayMachine('automation', onlyTickets, ['@feature.myenvironment.write']), false)
  assert.equal(mayMachine('agent', { enabledFeatures: [] }, ['@feature.myenvironment.read']), false)
})

test('an agent sends metrics and reads its configuration; it changes neither tickets nor the environment', () => {
  assert.equal(mayMachine('agent', all, ['@feature.appmonitor.write']), true)
  assert.equal(mayMachine('agent', all, ['@feature.myenvironment.read']), true)
  assert.equal(mayMachine('agent', all, ['@feature.myenvironment.write']), false)
  assert.equal(mayMachine('agent', all, ['@feature.tickets.write']), false)
})
