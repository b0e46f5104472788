import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctWord, countTypos, searchWords, withOpenEnds } from './search-words.ts'

test('only words are left of what someone searches for', () => {
  assert.deepEqual(searchWords(`"VM-web-01" & !Nätverket | (server:*) ' \\ <-> ~hemligt %_`), [
    'vm',
    'web',
    '01',
    'nätverket',
    'server',
    'hemligt',
  ])
  assert.deepEqual(searchWords('a\u0308rende \u200Fab\u200Bc 😀 ärende'), ['ärende', 'abc'])
  assert.deepEqual(searchWords('&|!:*()<>\'"'), [])
  assert.equal(searchWords(Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ')).length, 12)
  assert.deepEqual(searchWords('x'.repeat(10_000)), [])
})

test('an identifier that begins like a number in scientific notation is split as PostgreSQL indexes it', () => {
  assert.deepEqual(searchWords('7e499fcc 12E5 abc7e499fcc 7e'), ['7e499', 'fcc', '12e5', 'abc7e499fcc', '7e'])
  assert.deepEqual(withOpenEnds(searchWords('7e499f')), ['7e499*', 'f*'])
})

test('words may go on from three letters, the last one from two', () => {
  assert.deepEqual(withOpenEnds(['vm', 'web', '01']), ['vm', 'web*', '01*'])
})

test('counts changed, added, missing and exchanged letters', () => {
  assert.equal(countTypos('server', 'server'), 0)
  assert.equal(countTypos('sevrer', 'server'), 1)
  assert.equal(countTypos('serrver', 'server'), 1)
  assert.equal(countTypos('sever', 'server'), 1)
  assert.equal(countTypos('natverk', 'nätverk'), 1)
  assert.equal(countTypos('', 'abc'), 3)
})

test('finds the word that was meant, and none for what is short, far away, or a number', () => {
  assert.deepEqual(correctWord('skrivere', ['skrivare', 'skriver', 'skriva', 'server']), ['skrivare', 'skriver'])
  assert.deepEqual(correctWord('sevrer', ['server', 'serverar', 'never']), ['server'])
  assert.deepEqual(correctWord('vpm', ['vpn']), [])
  assert.deepEqual(correctWord('web01', ['web02']), [])
})
