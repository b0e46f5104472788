import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoment } from './format-moment.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test("a moment is written in the reader's zone and names it, in summer and winter", () => {
  const write = (iso: string, language: 'sv' | 'en', timeZone: string) => plain(formatMoment(iso, { language, timeZone }))
  assert.equal(write('2026-11-21T13:05:00Z', 'en', 'Europe/Stockholm'), '21 Nov 2026, 14:05 CET')
  assert.equal(write('2026-07-21T13:05:00Z', 'en', 'Europe/Stockholm'), '21 Jul 2026, 15:05 CEST')
  assert.equal(write('2026-11-21T13:05:00Z', 'sv', 'Europe/Stockholm'), '21 nov. 2026 14:05 CET')
  assert.equal(write('2026-11-21T13:05:00Z', 'en', 'America/New_York'), '21 Nov 2026, 08:05 GMT-5')
  assert.equal(write('2026-11-21T13:05:00Z', 'sv', 'Mars/Olympus'), '21 nov. 2026 13:05 UTC')
})
