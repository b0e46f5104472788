import assert from 'node:assert/strict'
import test from 'node:test'
import { isChunkError, reloadOnce, withoutReloadMark } from './chunk-reload.ts'

function createPlace(href: string, marks = new Map<string, string>()) {
  const visited: string[] = []
  return {
    visited,
    location: { href, replace: (url: string | URL) => void visited.push(String(url)) },
    sessionStorage: {
      getItem: (key: string) => marks.get(key) ?? null,
      setItem: (key: string, value: string) => void marks.set(key, value),
    },
    /** The page that a reload brings: the marks of the session stay. */
    reload: () => createPlace(href, marks),
  }
}

test('reloads once with a base-36 mark, then no more for five minutes', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const first = createPlace('https://vakt.example/tickets/1?priority=1')
  assert.equal(reloadOnce(36 ** 3, first), true)
  context.mock.timers.tick(1)
  assert.deepEqual(first.visited, ['https://vakt.example/tickets/1?priority=1&_r=1000'])
  const second = first.reload()
  assert.equal(reloadOnce(36 ** 3 + 299_999, second), false)
  assert.equal(reloadOnce(36 ** 3 + 300_000, second), true)
})

test('a page that is being reloaded does not report the failure again, and reloads only once', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const first = createPlace('https://vakt.example/tickets/1')
  assert.equal(reloadOnce(1, first), true)
  assert.equal(reloadOnce(2, first), true)
  context.mock.timers.tick(1)
  assert.equal(first.visited.length, 1)
  assert.equal(reloadOnce(3, first.reload()), false)
})

test('takes the mark out of the address', () => {
  assert.equal(withoutReloadMark('https://vakt.example/tickets/1?priority=1&_r=abc#x'), 'https://vakt.example/tickets/1?priority=1#x')
})

test('knows a failed chunk in the words of each browser', () => {
  assert.ok(isChunkError(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')))
  assert.ok(isChunkError(new TypeError('error loading dynamically imported module: /assets/x.js')))
  assert.ok(isChunkError(new TypeError('Importing a module script failed.')))
  assert.ok(!isChunkError(new TypeError('x is not a function')))
})
