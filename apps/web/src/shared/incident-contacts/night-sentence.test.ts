import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToldOf } from '@vakt/contract/incidents/incident-contacts.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import { nightTexts } from './night-sentence.texts.ts'
import { isSilentAtNight, nightSentence } from './night-sentence.ts'

const of = (severity: Severity, more: Partial<ToldOf> = {}): ToldOf => ({
  ...{ severity, people: [], staff: [], staffCount: 0, paging: 'none', paged: null, unmanned: [] },
  ...more,
})
const english = (told: ToldOf[]) => nightSentence(told, nightTexts.en, 'en-GB')
const swedish = (told: ToldOf[]) => nightSentence(told, nightTexts.sv, 'sv-SE')

test('the sentence names who is mailed and paged, the same people once, and of what no one is told', () => {
  const told = [
    of('critical', { people: ['Anna', 'Bo'], paging: 'paged', paged: 'Team North' }),
    of('high', { people: ['Anna'] }),
    of('medium'),
    of('low'),
  ]
  assert.equal(
    english(told),
    'At 02:00 a critical incident mails Anna and Bo, and pages Team North; a high one mails Anna; no one is told of medium and low ones.',
  )
  assert.equal(
    swedish(told),
    'Kl. 02:00: en kritisk incident mejlas till Anna och Bo och larmar Team North; en hög mejlas till Anna; ingen får veta om medelhöga och låga.',
  )
  const same = [of('critical', { people: ['Anna'] }), of('high', { people: ['Anna'] })]
  assert.equal(english(same), 'At 02:00 a critical or high incident mails Anna.')
})

test('people of the provider are counted where they are not named, and a long list is cut', () => {
  assert.equal(
    english([of('critical', { people: ['Anna'], staffCount: 2, paging: 'paged' })]),
    'At 02:00 a critical incident mails Anna and 2 people of the provider, and pages the on-call of the provider.',
  )
  const people = Array.from({ length: 7 }, (_, index) => `P${index}`)
  assert.equal(english([of('critical', { people })]), 'At 02:00 a critical incident mails P0, P1, P2, P3, P4 and 2 more.')
})

test('where no one is told, it says so', () => {
  const silent = [of('critical'), of('high')]
  assert.equal(english(silent), 'At 02:00 no one is told of any incident.')
  assert.equal(swedish(silent), 'Kl. 02:00 får ingen veta om någon incident.')
  assert.deepEqual([isSilentAtNight(silent), isSilentAtNight([of('critical', { paging: 'paged' })])], [true, false])
})

test('a schedule in which no one is on call is named, with whom the escalation reaches next', () => {
  const next = [of('critical', { people: ['Anna'], paging: 'paged', paged: 'Days', unmanned: ['Nights'] })]
  assert.equal(english(next), 'At 02:00 a critical incident mails Anna, and pages Days, since no one is on call in Nights.')
  assert.equal(swedish(next), 'Kl. 02:00: en kritisk incident mejlas till Anna och larmar Days, eftersom ingen har jour i Nights.')
  const none = [of('critical', { paging: 'unmanned', unmanned: ['Nights', 'Days'] })]
  assert.equal(
    english(none),
    'At 02:00 a critical incident pages no one, since no one is on call in Nights and Days: all staff are mailed.',
  )
  assert.equal(
    swedish(none),
    'Kl. 02:00: en kritisk incident larmar ingen, eftersom ingen har jour i Nights och Days: all personal får mejl.',
  )
  assert.equal(isSilentAtNight(none), true)
  assert.equal(
    english([of('critical', { paging: 'unmanned' })]),
    'At 02:00 a critical incident pages no one: all staff of the provider are mailed.',
  )
})
