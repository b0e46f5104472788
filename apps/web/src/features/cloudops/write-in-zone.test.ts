import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/platform/format.ts'
import { writeInZone } from './write-in-zone.ts'

test('the hours of a service are written in its own zone, which is named where the clock of the reader differs', () => {
  const moment = Date.parse('2026-11-27T17:00:00Z')
  assert.equal(writeInZone(moment, 'Europe/Stockholm', createFormat('en', 'Europe/Stockholm')), '27 Nov 2026, 18:00')
  assert.equal(writeInZone(moment, 'Europe/Stockholm', createFormat('en', 'America/New_York')), '27 Nov 2026, 18:00 (Europe/Stockholm)')
  assert.equal(writeInZone(moment, 'Europe/Stockholm', createFormat('sv', 'Europe/Berlin')), '27 nov. 2026 18:00')
})
