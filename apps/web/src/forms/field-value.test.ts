import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field, OptionItem } from './field-definition.ts'
import { clamp, parseInteger, startValues } from './field-value.ts'

const options: OptionItem[] = [
  { value: 'a', label: 'A', disabled: true },
  { value: 'b', label: 'B' },
  { value: 'c', label: 'C', default: true },
]
const select = (more: Partial<Field>): Field => ({ type: 'select', name: 'it', label: 'It', options, ...more })
const first = (more: Partial<Field>, start = {}) => startValues([select(more)], start).it

test('reads the whole number that a text begins with', () => {
  const read: [string, number | ''][] = [
    ['12', 12],
    [' -3 ', -3],
    ['12.9', 12],
    ['7 days', 7],
    ['', ''],
    ['-', ''],
    ['abc', ''],
  ]
  for (const [text, number] of read) assert.equal(parseInteger(text), number)
})

test('keeps a number within its bounds; empty becomes the minimum if there is one', () => {
  assert.equal(clamp(3, 5, 9), 5)
  assert.equal(clamp(12, 5, 9), 9)
  assert.equal(clamp(7, 5, 9), 7)
  assert.equal(clamp('', 5, 9), 5)
  assert.equal(clamp('', undefined, 9), '')
  assert.equal(clamp(0, undefined, undefined), 0)
})

test('a single select without placeholder chooses its default, otherwise the first that is not disabled', () => {
  assert.equal(first({}), 'c')
  assert.equal(first({ options: options.slice(0, 2) }), 'b')
  assert.equal(first({ placeholder: 'Choose' }), '')
  assert.equal(first({}, { it: 'b' }), 'b')
  assert.equal(first({}, { it: 'gone' }), 'c')
  assert.deepEqual(first({ multiple: true }), [])
})

test('a single filter select without placeholder chooses the first when it is empty', () => {
  assert.equal(first({ type: 'filterselect' }), 'a')
  assert.equal(first({ type: 'filterselect', placeholder: 'Choose' }), '')
  assert.equal(first({ type: 'filterselect' }, { it: 'gone' }), 'gone')
})

test('an option marked as selected is chosen from the beginning', () => {
  const marked = options.map((option) => ({ ...option, selected: option.value !== 'c' }))
  assert.equal(first({ options: marked, placeholder: 'Choose' }), 'a')
  assert.deepEqual(first({ options: marked, multiple: true }), ['a', 'b'])
  assert.equal(first({ options: marked }, { it: 'c' }), 'c')
})
