import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContactRule } from '@vakt/contract/contact-rules.ts'
import { contactSteps, isWithinHours, quietUntil } from './contact-rules.ts'

const timeZone = 'Europe/Stockholm'
const at = (iso: string) => ({ now: Date.parse(iso), timeZone })
const night = { opens: '22:00', closes: '06:30' }

test('hours past midnight hold from the evening until the morning, by the clocks of the person', () => {
  assert.equal(isWithinHours(night, at('2026-11-25T20:59:00Z')), false)
  assert.equal(isWithinHours(night, at('2026-11-25T21:00:00Z')), true)
  assert.equal(isWithinHours(night, at('2026-11-26T05:29:59Z')), true)
  assert.equal(isWithinHours(night, at('2026-11-26T05:30:00Z')), false)
  assert.equal(isWithinHours({ opens: '08:00', closes: '08:00' }, at('2026-11-26T12:00:00Z')), true)
})

test('quiet hours end on the next morning, also in the nights in which the clocks change', () => {
  const end = (iso: string) => {
    const until = quietUntil(night, at(iso))
    return until === null ? null : new Date(until).toISOString()
  }
  assert.equal(end('2026-11-25T22:00:00Z'), '2026-11-26T05:30:00.000Z')
  assert.equal(end('2026-11-26T03:00:00Z'), '2026-11-26T05:30:00.000Z')
  assert.equal(end('2026-11-26T12:00:00Z'), null)
  assert.equal(end('2027-03-27T22:00:00Z'), '2027-03-28T04:30:00.000Z')
  assert.equal(end('2026-10-24T21:00:00Z'), '2026-10-25T05:30:00.000Z')
  // Until a time that the night skips: as far into the next hour.
  assert.equal(quietUntil({ opens: '22:00', closes: '02:30' }, at('2027-03-28T00:30:00Z')), Date.parse('2027-03-28T01:30:00Z'))
  assert.equal(quietUntil(null, at('2026-11-26T03:00:00Z')), null)
})

test('the first rule that fits severity and hour counts; where none does there are no steps', () => {
  const rule = (change: Partial<ContactRule>): ContactRule => ({
    severities: ['critical'],
    hours: null,
    first: 'mail',
    second: null,
    minutes: 5,
    ...change,
  })
  const rules = [rule({ hours: night, first: 'voice' }), rule({ first: 'push', second: 'sms', minutes: 3 }), rule({ severities: ['high'] })]
  const steps = (severity: 'critical' | 'high' | 'low', iso: string) => contactSteps(rules, severity, at(iso))
  assert.deepEqual(steps('critical', '2026-11-26T01:00:00Z'), [{ channel: 'voice', minutes: 0 }])
  assert.deepEqual(steps('critical', '2026-11-26T12:00:00Z'), [
    { channel: 'push', minutes: 0 },
    { channel: 'sms', minutes: 3 },
  ])
  assert.deepEqual(steps('high', '2026-11-26T12:00:00Z'), [{ channel: 'mail', minutes: 0 }])
  assert.equal(steps('low', '2026-11-26T12:00:00Z'), null)
})
