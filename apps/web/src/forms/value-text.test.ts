import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmount, writeAmount } from './amount.ts'
import { toE164 } from './phone-number.ts'

test('reads an amount with the decimal sign of the language, grouped or not', () => {
  for (const [locale, text, amount] of [
    ['sv-SE', '1 250,5', '1250.50'],
    ['sv-SE', '1250,50', '1250.50'],
    ['sv-SE', '12.50', '12.50'],
    ['sv-SE', '1.250,50', '1250.50'],
    ['en-GB', '1,250.50', '1250.50'],
    ['en-GB', '1,250', '1250'],
    ['en-GB', '007', '7'],
    ['en-GB', '12,5', '12.50'],
    ['en-GB', 'lots', undefined],
    ['en-GB', '1.255', undefined],
    ['en-GB', '', undefined],
  ] as const)
    assert.equal(parseAmount(text, locale), amount, text)
  assert.equal(writeAmount('1250.50', 'sv-SE').replace(/\s/g, ' '), '1 250,50')
  assert.equal(writeAmount('1250.50', 'en-GB'), '1,250.50')
})

test('writes a telephone number as E.164, and leaves what is none', () => {
  for (const [text, number] of [
    ['070-123 45 67', '+46701234567'],
    ['+46 (0)70 123 45 67', '+46701234567'],
    ['0046 8 123 456', '+468123456'],
    ['+1 (555) 123-4567', '+15551234567'],
    ['call me', 'call me'],
    ['123', '123'],
    ['', ''],
  ] as const)
    assert.equal(toE164(text), number, text)
  assert.equal(toE164('0151 2345678', '49'), '+491512345678')
})
