import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import * as typebox from 'typebox'
import { Type } from './schema-builder.ts'

type Build = (type: typeof Type) => unknown

const samples: Record<string, Build> = {
  text: (type) => type.String({ pattern: '\\S', maxLength: 250, messages: { pattern: 'ticket.create.subject_empty' } }),
  number: (type) => type.Integer({ minimum: 1, maximum: 5, default: 4 }),
  'yes or no': (type) => type.Boolean({ default: false }),
  list: (type) => type.Array(type.Integer(), { maxItems: 50 }),
  'nullable text': (type) => type.Union([type.String(), type.Null()]),
  'own words': (type) => type.Unsafe({ type: 'string', enum: ['a', 'b'], default: 'a' }),
  record: (type) => type.Record(type.String(), type.String()),
  object: (type) =>
    type.Object({ a: type.String(), b: type.Optional(type.Boolean()), c: type.Object({}) }, { additionalProperties: false }),
  'some fields of an object': (type) =>
    type.Pick(type.Object({ a: type.String(), b: type.Integer(), c: type.Boolean() }, { additionalProperties: false }), ['a', 'b']),
  'object of optional fields': (type) => type.Object({ a: type.Optional(type.Array(type.String())) }),
  'object spread into another': (type) => {
    const inner = type.Object({ a: type.String(), b: type.Optional(type.Integer()) }) as {
      properties: Record<string, Record<string, unknown>>
    }
    return type.Object({ ...inner.properties, c: type.Null() })
  },
}

const asData = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

for (const [name, build] of Object.entries(samples)) {
  test(`builds the same ${name} as typebox`, () => {
    assert.deepEqual(asData(build(Type)), asData(build(typebox.Type as unknown as typeof Type)))
  })
}

test('knows every builder that the contract uses', () => {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('@vakt/contract/schema.ts')))
  const sources = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(folder + file, 'utf8'))
  const used = new Set(sources.flatMap((source) => [...source.matchAll(/\bType\.([A-Z]\w*)/g)].map(([, name]) => name)))
  assert.deepEqual(
    [...used].filter((name) => !(name! in Type)),
    [],
  )
  assert.ok(used.size > 5)
})
