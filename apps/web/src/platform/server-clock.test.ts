import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { createFormat } from './format.ts'
import { noteServerTime, serverNow } from './server-clock.ts'

test('how long ago is said by the clock of the server, however wrong that of the browser is', () => {
  const date = (iso: string) => new Headers({ date: new Date(iso).toUTCString() })
  const far = 5000_000
  // An hour ahead of this machine, as a browser whose clock is an hour slow sees it.
  const hourAhead = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000).toISOString()
  noteServerTime(date(hourAhead), far)
  assert.equal(serverNow(far), Date.parse(hourAhead))
  assert.equal(serverNow(far + 60_000), Date.parse(hourAhead) + 60_000)
  noteServerTime(new Headers(), far + 60_000)
  // An answer from the browser's own store is old.
  noteServerTime(date('2020-01-01T00:00:00Z'), far + 60_000)
  assert.equal(serverNow(far + 60_000), Date.parse(hourAhead) + 60_000)
  assert.equal(createFormat('en', 'UTC').relative(new Date(serverNow() - 300_000).toISOString()), '5 min ago')
})

/** They measure what passes in this browser, or plan from its user's calendar; they compare nothing with a time of the server. */
const ownClock =
  /^(platform\/(server-clock|live-|idempotency-keys|page-views|sign-in-state)|features\/(arrivals|shell|dev-)|forms\/|ui\/hooks\/)|use-reply-files/

test('times of the server are compared with its own clock', () => {
  const source = join(import.meta.dirname, '..')
  const others = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => {
    if (file.includes('.test.') || ownClock.test(file)) return false
    return /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(source, file), 'utf8'))
  })
  assert.deepEqual(others, [])
})
