import assert from 'node:assert/strict'
import test from 'node:test'
import { forgetThisBrowser } from './forget-this-browser.ts'

function memory(...names: string[]): Storage {
  const kept = new Map(names.map((name) => [name, '1']))
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

test('keeps the language, the theme and what the sign-in library removes itself', () => {
  const storage = memory(
    'vakt.recent-customers',
    'vakt.language',
    'vakt.color-scheme',
    'vakt.user:https://a:b',
    'vakt.sign-in.1',
    'vakt.new',
    'other',
  )
  forgetThisBrowser([storage])
  const left = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  assert.deepEqual(left, ['vakt.language', 'vakt.color-scheme', 'vakt.user:https://a:b', 'vakt.sign-in.1', 'other'])
})
