import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/platform/format.ts'
import { startOfDay } from './calendar-day.ts'
import type { Field } from './field-definition.ts'
import { findProblem, placeErrors, problemText } from './field-problem.ts'

const field = (more: Partial<Field>): Field => ({ type: 'text', name: 'it', label: 'It', ...more })
const keyOf = (more: Partial<Field>, value: unknown) => findProblem(field(more), value, {})?.key

const format = createFormat('en', 'UTC')

test('asks for what is required, blanks not counting', () => {
  for (const value of ['', '  \n', [], null, false]) assert.equal(keyOf({ required: true }, value), 'form.required')
  for (const value of ['x', ['x'], {}, true, 0]) assert.equal(keyOf({ required: true }, value), undefined)
})

test('knows an email address by its pattern, and leaves an empty one alone', () => {
  for (const value of ['a', 'a@b', 'a b@c.se', 'a@b .se', '@b.se']) assert.equal(keyOf({ type: 'email' }, value), 'form.email_invalid')
  for (const value of ['', 'a@b.se', 'first.last+tag@sub.example.org']) assert.equal(keyOf({ type: 'email' }, value), undefined)
})

test('holds a date to its first and last day', () => {
  const bounds: Partial<Field> = { type: 'datepicker', min: '2026-11-01', max: () => '2026-11-30' }
  assert.equal(keyOf(bounds, startOfDay('2026-10-31')), 'form.too_early')
  assert.equal(keyOf(bounds, startOfDay('2026-12-01')), 'form.too_late')
  assert.equal(keyOf(bounds, startOfDay('2026-11-01')), undefined)
  assert.equal(keyOf(bounds, ''), undefined)
})

test('a validator says its own message; without one everything passes', () => {
  const validator = { condition: (value: unknown) => value === 'yes', message: 'Say yes' }
  assert.deepEqual(findProblem(field({ validator }), 'no', {}), { message: 'Say yes' })
  assert.equal(findProblem(field({ validator }), 'yes', {}), null)
  assert.equal(findProblem(field({}), 'anything', {}), null)
})

test('shows the text of the key, else the message, else the fallback', () => {
  const texts = { 'form.error': 'Error', known: 'Translated', limited: (limit: string) => `At most ${limit}` }
  assert.equal(problemText({ message: 'Plain', key: 'known' }, texts, format), 'Translated')
  assert.equal(problemText({ message: 'Plain', key: 'unknown' }, texts, format), 'Plain')
  assert.equal(problemText({ message: 'Plain', key: null }, texts, format), 'Plain')
  assert.equal(problemText({ message: '', key: 'unknown' }, texts, format), 'Error')
  assert.equal(problemText({ message: '', key: 'limited', limit: 5 }, texts, format), 'At most 5')
})

test('a bound that the server names is told in the words of the form', () => {
  const error = { property: 'name', message: '"name" may be at most 5 characters long.', message_translation_key: 'limited', limit: 5 }
  const { fields } = placeErrors([error], (property) => property)
  assert.equal(problemText(fields.name ?? { message: '' }, { limited: (limit: string) => `Högst ${limit}` }, format), 'Högst 5')
})
