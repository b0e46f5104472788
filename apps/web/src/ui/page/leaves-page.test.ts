import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leavesPage } from './leaves-page.ts'

const at = (pathname: string, search: object = {}) => ({ pathname, search })

test('another step is no other page; another panel, customer or path is', () => {
  assert.equal(leavesPage(at('/rules', { step: 'about' }), at('/rules', { step: 'summary' })), false)
  assert.equal(leavesPage(at('/rules'), at('/rules', { step: 'about' })), false)
  assert.equal(leavesPage(at('/rules', { a: '1', b: '2' }), at('/rules', { b: '2', a: '1' })), false)
  assert.equal(leavesPage(at('/rules', { open: '1' }), at('/rules', {})), true)
  assert.equal(leavesPage(at('/rules'), at('/tickets')), true)
})
