import assert from 'node:assert/strict'
import test from 'node:test'
import { writeMoney } from './write-money.ts'

test('money has the number of the language and the code of its currency', () => {
  assert.equal(writeMoney(4_369_200, 'SEK', 'en-GB'), '43,692.00 SEK')
  assert.equal(writeMoney(4_369_250, 'SEK', 'sv-SE').replace(/\s/g, ' '), '43 692,50 SEK')
})

test('an amount is in hundredths, also in a currency that has none', () => {
  assert.equal(writeMoney(125_000, 'JPY', 'en-GB'), '1,250.00 JPY')
})
