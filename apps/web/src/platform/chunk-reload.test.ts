import assert from 'node:assert/strict'
import test from 'node:test'
import { isChunkError, noteChunkLoaded, reloadOnce, withoutReloadMark } from './chunk-reload.ts'

function createPlace(href: string) {
  const marks = new Map<string, string>()
  const visited: string[] = []
  return {
    visited,
    location: { href, replace: (url: string | URL) => void visited.push(String(url)) },
    sessionStorage: {
      getItem: (key: string) => marks.get(key) ?? null,
      setItem: (key: string, value: string) => void marks.set(key, value),
      removeItem: (key: string) => void marks.delete(key),
    },
  }
}

test('reloads once with a base-36 mark, then no more until a screen has loaded', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const place = createPlace('https://vakt.example/tickets/1?priority=1')
  assert.equal(reloadOnce(36 ** 3, place), true)
  context.mock.timers.tick(1)
  assert.deepEqual(place.visited, ['https://vakt.example/tickets/1?priority=1&_r=1000'])
  assert.equal(reloadOnce(36 ** 3 + 1, place), false)
  noteChunkLoaded(place)
  assert.equal(reloadOnce(36 ** 3 + 2, place), true)
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
