import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field, OptionItem } from './field-definition.ts'
import { clamp, isEmail, parseInteger, settleChoices, startValues } from './field-value.ts'

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

test('a choice that another field takes away falls to the first that is offered, or to none where there is a placeholder', () => {
  const regions: Record<string, string[]> = { azure: ['Sweden Central', 'West Europe'], aws: ['eu-north-1', 'eu-west-1'], none: [] }
  const offered = ({ cloud }: { cloud: string }) => (regions[cloud] ?? []).map((value) => ({ value, label: value }))
  const region = (more: Partial<Field>): Field[] => [
    { type: 'filterselect', name: 'region', label: 'Region', options: offered as never, ...more },
  ]
  const azure = { cloud: 'azure', region: 'West Europe' }
  const settle = (fields: Field[], cloud: string) => settleChoices(fields, { ...azure, cloud }, azure).region
  assert.equal(settle(region({}), 'aws'), 'eu-north-1')
  assert.equal(settle(region({}), 'none'), '')
  assert.equal(settle(region({ placeholder: 'Choose' }), 'aws'), '')
  assert.equal(settle(region({ type: 'select' }), 'aws'), 'eu-north-1')
  assert.equal(settleChoices(region({}), { ...azure, region: 'typed elsewhere' }, azure).region, 'typed elsewhere')
})

test('an address needs a name and a domain, without empty parts', () => {
  for (const address of ['a@b.se', "o'neil+vakt@mail.nordan.example"]) assert.ok(isEmail(address), address)
  for (const address of ['a@b..se', 'a@b', '.a@b.se', 'a..b@c.se', 'a@-b.se', 'a b@c.se', 'a@b.se.']) assert.ok(!isEmail(address), address)
})
