import assert from 'node:assert/strict'
import test from 'node:test'
import { safeReturnPath } from './return-path.ts'

const check = (path: string | null) => safeReturnPath(path, (pathname) => pathname.startsWith('/tickets/') || pathname === '/dashboard')

test('keeps path, query and hash of an own screen', () => {
  assert.equal(check('/tickets/1001?priority=1&priority=2#row'), '/tickets/1001?priority=1&priority=2#row')
  assert.equal(check('/dashboard'), '/dashboard')
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
  ]
  for (const path of [...wanted, '/tickets/../\\evil', 'dashboard', '', null]) assert.equal(check(path), null, String(path))
})

test('refuses paths that no screen answers, and the sign-in page', () => {
  assert.equal(check('/auth/callback?code=1&state=2'), null)
  assert.equal(
    safeReturnPath('/login', () => true),
    null,
  )
  assert.equal(check('/tickets/../nowhere'), null)
})
