import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertTitle, titleWithResource } from './alert-title.ts'

const titleOf = (description: string, name = 'Http5xxRate') => alertTitle({ name, description })

test('the summary names a condition, without its full stop', () => {
  assert.equal(titleOf('Checkout answers with 5xx, 19 % of requests.\n\nMore than 5 %.'), 'Checkout answers with 5xx, 19 % of requests')
  assert.equal(titleOf('  \n Disk full...  '), 'Disk full')
})

test('the name stands in where there is no summary, and where it is markup or an address', () => {
  assert.equal(titleOf(''), 'Http5xxRate')
  assert.equal(titleOf(' . '), 'Http5xxRate')
  assert.equal(titleOf('<p>We are investigating</p>'), 'Http5xxRate')
  assert.equal(titleOf('https://example.com/alert/1'), 'Http5xxRate')
})

test('of a long summary its first sentence is the title, and never more than 200 characters', () => {
  assert.equal(titleOf(`Queue evh-scanners holds 48,000 messages. ${'x'.repeat(300)}`), 'Queue evh-scanners holds 48,000 messages')
  const title = titleOf('x'.repeat(300))
  assert.equal(title.length, 200)
  assert.ok(title.endsWith('…'))
  assert.equal(titleOf('', 'n'.repeat(250)).length, 200)
})

test('a title names its resource once', () => {
  assert.equal(titleWithResource('The disk of vm-web-01 is 97 % full', 'VM-WEB-01'), 'The disk of vm-web-01 is 97 % full')
  assert.equal(titleWithResource('Replication is late', 'db-01'), 'db-01: Replication is late')
  assert.equal(titleWithResource('Replication is late', null), 'Replication is late')
})
