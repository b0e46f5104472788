import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fieldMessages } from '@vakt/contract/field-messages.ts'
import { operations } from '@vakt/contract/operations.ts'

/** The translation keys that the rules of a schema name, at any depth. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === 'messages' ? Object.values(inner as object).map(String) : keysOf(inner),
  )
}

/** Every text of a language by its key, wherever it stands in a feature's texts. */
function collectTexts(value: unknown, found = new Map<string, string[]>()): Map<string, string[]> {
  for (const [key, inner] of typeof value === 'object' && value !== null ? Object.entries(value) : []) {
    if (typeof inner === 'string') found.set(key, [...(found.get(key) ?? []), inner])
    else collectTexts(inner, found)
  }
  return found
}

const files = globSync('**/*.texts.ts', { cwd: import.meta.dirname })
const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))
const textsIn = (language: 'en' | 'sv') =>
  collectTexts(modules.map((module) => Object.values(module).map((texts) => (texts as Record<string, unknown>)[language])))

test('what the API says of a field is what the portal says, and the portal says it in Swedish too', () => {
  const used = new Set(Object.values(operations).flatMap(({ body, query }) => [...keysOf(body), ...keysOf(query)]))
  assert.ok(used.size > 30)
  assert.deepEqual(Object.keys(fieldMessages).toSorted(), [...used].toSorted())
  const english = textsIn('en')
  const swedish = textsIn('sv')
  for (const [key, message] of Object.entries(fieldMessages)) {
    assert.ok(english.get(key)?.includes(message), `${key}: ${message} / ${english.get(key)}`)
    assert.ok(swedish.has(key), key)
  }
})
