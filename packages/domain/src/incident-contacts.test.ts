import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContactHours } from '@vakt/contract/incidents/incident-contacts.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import { createBusinessClock } from './business-calendar.ts'
import { nextNight, whoIsTold } from './incident-contacts.ts'

const open = { opens: '08:00', closes: '17:00' }
const clock = createBusinessClock({
  timeZone: 'Europe/Stockholm',
  alwaysOpen: false,
  week: [open, open, open, open, open, null, null],
  holidays: 'sweden',
  closedDays: [],
})
const alwaysOpen = createBusinessClock({ timeZone: 'UTC', alwaysOpen: true, week: [], holidays: 'none', closedDays: [] })
const contact = (contactId: string, fromSeverity: Severity = 'high', hours: ContactHours = 'always') => ({ contactId, fromSeverity, hours })
type Contact = ReturnType<typeof contact>

const at = (text: string) => Date.parse(text)
const thursdayNight = at('2026-11-26T02:00:00+01:00')
const thursdayNoon = at('2026-11-26T12:00:00+01:00')
const tell = (severity: Severity, moment: number, more: Partial<Parameters<typeof whoIsTold<Contact>>[0]> = {}) => {
  const told = whoIsTold<Contact>({ ofCustomer: [], ofProvider: [], clock, pagesFromSeverity: null, ...more }, { severity, at: moment })
  return { ...told, contacts: told.contacts.map(({ contactId }) => contactId) }
}

test('contacts are told by severity and by the opening hours of the customer', () => {
  const ofCustomer = [contact('anna'), contact('bo', 'critical'), contact('day', 'low', 'business'), contact('night', 'medium', 'outside')]
  const at = (severity: Severity, moment: number) => tell(severity, moment, { ofCustomer }).contacts
  assert.deepEqual(at('critical', thursdayNight), ['anna', 'bo', 'night'])
  assert.deepEqual(at('high', thursdayNight), ['anna', 'night'])
  assert.deepEqual(at('low', thursdayNight), [])
  assert.deepEqual(at('critical', thursdayNoon), ['anna', 'bo', 'day'])
  assert.deepEqual(at('low', thursdayNoon), ['day'])
})

test('opening hours go by the zone of the calendar, without holidays, to the minute', () => {
  const ofCustomer = [contact('day', 'low', 'business')]
  const isTold = (moment: string) => tell('high', at(moment), { ofCustomer }).contacts.length === 1
  assert.equal(isTold('2026-11-26T06:59:59Z'), false)
  assert.equal(isTold('2026-11-26T07:00:00Z'), true)
  assert.equal(isTold('2026-11-26T15:59:59Z'), true)
  assert.equal(isTold('2026-11-26T16:00:00Z'), false)
  // In summer an hour earlier by UTC; Christmas Day 2026 is a Friday.
  assert.equal(isTold('2026-07-02T06:00:00Z'), true)
  assert.equal(isTold('2026-12-25T11:00:00Z'), false)
  assert.equal(isTold('2026-11-28T11:00:00Z'), false)
  const outside = { ofCustomer: [contact('night', 'low', 'outside')], clock: alwaysOpen }
  assert.deepEqual(tell('critical', thursdayNight, outside).contacts, [])
})

test('until there are contacts the administrators are told of critical and high ones, each side for itself', () => {
  const flags = (severity: Severity, more = {}) => {
    const { administrators, staffAdministrators } = tell(severity, thursdayNight, more)
    return [administrators, staffAdministrators]
  }
  assert.deepEqual(flags('critical'), [true, true])
  assert.deepEqual(flags('high'), [true, true])
  assert.deepEqual(flags('medium'), [false, false])
  assert.deepEqual(flags('critical', { ofCustomer: [contact('day', 'low', 'business')] }), [false, true])
  assert.deepEqual(flags('critical', { ofProvider: [contact('desk', 'low')] }), [true, false])
  assert.deepEqual(flags('critical', { pagesFromSeverity: 'critical' }), [true, false])
  assert.deepEqual(flags('high', { pagesFromSeverity: 'critical' }), [true, true])
})

test('the next 02:00 is by the clocks of the zone, also where they change', () => {
  const next = (moment: string, zone = 'Europe/Stockholm') => new Date(nextNight(at(moment), zone)).toISOString()
  assert.equal(next('2026-11-26T22:00:00Z'), '2026-11-27T01:00:00.000Z')
  assert.equal(next('2026-11-27T00:30:00Z'), '2026-11-27T01:00:00.000Z')
  assert.equal(next('2026-11-27T01:00:00Z'), '2026-11-28T01:00:00.000Z')
  assert.equal(next('2026-03-28T22:00:00Z'), '2026-03-29T01:00:00.000Z')
  assert.equal(next('2026-11-26T22:00:00Z', 'America/New_York'), '2026-11-27T07:00:00.000Z')
})
