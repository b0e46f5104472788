import assert from 'node:assert/strict'
import test from 'node:test'
import { returnPathAfter, safeReturnPath } from './return-path.ts'

test('keeps path, query and hash, also of a page that there is not', () => {
  for (const path of ['/tickets/1001?priority=1&priority=2#row', '/dashboard', '/nonsense/x?y=1', '/tickets/a%2Fb'])
    assert.equal(safeReturnPath(path), path)
})

test('refuses every way to another origin', () => {
  const wanted = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/tickets/..//evil',
    '/%5Cevil.example',
    '/%2F/evil.example',
  ]
  for (const path of [...wanted, '/tickets/../\\evil', 'dashboard', '', null]) assert.equal(safeReturnPath(path), null, String(path))
})

test('refuses the pages of sign-in, which would lead in a circle', () => {
  for (const path of ['/auth/callback?code=1&state=2', '/login', '/login/?x=1', '/tickets/../login'])
    assert.equal(safeReturnPath(path), null, path)
})

test('the page that is opened counts, not the one that is left or whose request is refused late', () => {
  assert.equal(returnPathAfter('/tickets/1001?priority=2', null), '/tickets/1001?priority=2')
  assert.equal(returnPathAfter('/alert-overview', '/tickets/1001?priority=2'), '/alert-overview')
  assert.equal(returnPathAfter('/login', '/alert-overview'), '/alert-overview')
  assert.equal(returnPathAfter('/auth/callback?code=1', '/alert-overview'), '/alert-overview')
})
