import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSmsParts, fitSms, tidySms } from './sms-text.ts'

test('parts are counted as networks do: 160 then 153, or 70 then 67 outside the SMS alphabet', () => {
  const parts = (text: string) => `${countSmsParts(text).encoding} ${countSmsParts(text).parts} ${countSmsParts(text).left}`
  assert.equal(parts(''), 'gsm7 1 160')
  assert.equal(parts('å'.repeat(160)), 'gsm7 1 0')
  assert.equal(parts('a'.repeat(161)), 'gsm7 2 145')
  assert.equal(parts('a'.repeat(306)), 'gsm7 2 0')
  assert.equal(parts('a'.repeat(307)), 'gsm7 3 152')
  assert.equal(parts('€'.repeat(80)), 'gsm7 1 0')
  assert.equal(parts('á'.repeat(70)), 'ucs2 1 0')
  assert.equal(parts('á'.repeat(71)), 'ucs2 2 63')
  assert.equal(parts('😀'.repeat(35)), 'ucs2 1 0')
})

test('a sign of two places is not split between two parts', () => {
  assert.deepEqual(countSmsParts(`${'a'.repeat(152)}€${'a'.repeat(10)}`), { encoding: 'gsm7', parts: 2, left: 141 })
  assert.deepEqual(countSmsParts('😀'.repeat(40)), { encoding: 'ucs2', parts: 2, left: 67 - 14 })
})

test('typographic signs cost nothing extra, control characters are left out, Swedish letters stay', () => {
  assert.equal(tidySms('Disk – ”full”… på\u00a0web‑01’s\u0007\r\n{å}'), 'Disk - "full"... på web-01\'s\n{å}')
  assert.equal(countSmsParts(tidySms('Åäö – ”x”…')).encoding, 'gsm7')
})

test('what is longer than three parts is cut there, and says so', () => {
  for (const sign of ['a', '€', 'á', '😀']) {
    const fitted = fitSms(sign.repeat(1000))
    assert.ok(fitted.endsWith('...'), sign)
    assert.equal(countSmsParts(fitted).parts, 3, sign)
  }
  assert.equal(fitSms('  short '), 'short')
  assert.equal(fitSms('a'.repeat(459)).length, 459)
})
