import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Invalid } from '#server/platform/errors.ts'
import { createInputCheck } from './check-input.ts'

const nested = (levels: number): unknown => JSON.parse(`${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`)

test('the free text of a list is taken by both of its names', () => {
  const free = { q: Type.Optional(Type.String()), limit: Type.Optional(Type.Integer()) }
  const [byQ, bySearch] = [Type.Object(free), Type.Object({ search: Type.Optional(Type.String()) })].map((schema) =>
    createInputCheck(schema, 'query'),
  )
  assert.deepEqual(byQ?.({ search: 'disk', limit: '5' }), { q: 'disk', limit: 5 })
  assert.deepEqual(byQ?.({ q: 'disk' }), { q: 'disk' })
  assert.deepEqual(bySearch?.({ q: 'disk' }), { search: 'disk' })
})

test('input is taken up to 200 levels, and refused beyond, also where a schema allows anything', () => {
  const check = createInputCheck(Type.Object({ properties: Type.Unknown() }), 'body')
  assert.ok(check({ properties: nested(198) }))
  for (const levels of [200, 200_000])
    assert.throws(
      () => check({ properties: nested(levels) }),
      (error) => error instanceof Invalid && error.errors[0]?.message_translation_key === 'error.json_too_deep',
    )
})

test('a schema that names itself is no way to calls without end', () => {
  const Tree = Type.Cyclic({ Tree: Type.Object({ a: Type.Array(Type.Ref('Tree')) }) }, 'Tree')
  const check = createInputCheck(Tree, 'body')
  assert.throws(() => check(nested(200_000)), Invalid)
})

test('input that holds nothing is none that is too deep', () => {
  const check = createInputCheck(Type.Unknown(), 'body')
  for (const value of [null, 1, 'text', true, [], {}]) assert.deepEqual(check(value), value)
})
