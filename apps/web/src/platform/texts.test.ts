import assert from 'node:assert/strict'
import test from 'node:test'
import { texts } from './texts.ts'

const catalogue = texts(
  { title: 'Tickets', open: (count: number) => `${count} open`, group: { 'x.y': 'Query' } },
  { title: 'Ärenden', open: (count) => `${count} öppna`, group: { 'x.y': 'Fråga' } },
)

test('keeps both languages, groups and values', () => {
  assert.equal(catalogue.en.open(3), '3 open')
  assert.equal(catalogue.sv.open(3), '3 öppna')
  assert.equal(catalogue.sv.group['x.y'], 'Fråga')
})

test('refuses at compile time what is missing, unknown or takes other values', () => {
  // @ts-expect-error a missing text
  texts({ a: 'A', b: 'B' }, { a: 'A' })
  // @ts-expect-error a missing text in a group
  texts({ a: { b: 'B', c: 'C' } }, { a: { b: 'B' } })
  // @ts-expect-error an unknown text
  texts({ a: 'A' }, { a: 'A', b: 'B' })
  // @ts-expect-error a value that is not used
  texts({ a: (count: number) => `${count}` }, { a: () => 'x' })
  // @ts-expect-error a value of another type
  texts({ a: (count: number) => `${count}` }, { a: (count: string) => count })
  // @ts-expect-error a value that is not given
  texts({ a: 'A' }, { a: (count: number) => `${count}` })
  // @ts-expect-error a call with a value of another type
  assert.equal(catalogue.en.open('x'), 'x open')
})
