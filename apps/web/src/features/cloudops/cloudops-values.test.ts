import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CloudOpsPricing, CloudOpsService } from '@vakt/contract/cloudops.ts'
import { hasPrice, pricingOf, valuesOf } from './cloudops-fields.ts'

const calendar = { timeZone: 'UTC', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none' as const, closedDays: [] }

function serviceOf(pricing: CloudOpsPricing, currency = 'SEK'): CloudOpsService {
  const version = {
    version: 1,
    validFrom: '2026-11-01T00:00:00Z',
    state: 'off' as const,
    description: '',
    changedBy: 'Karin',
    reason: null,
  }
  return {
    current: { ...version, calendar, pricing, currency },
    ...{ version: 1, listPrice: { kind: 'hourly', hourlyMinor: 1250 }, currency: 'SEK', currencySince: null, timeZone: 'UTC' },
  }
}

test('an hourly price that staff set is shown as their own, and stays when they save', () => {
  const own = valuesOf(serviceOf({ kind: 'hourly', hourlyMinor: 900, isOwn: true }))
  assert.equal(own.pricingKind, 'hourly')
  assert.deepEqual(pricingOf(own), { kind: 'hourly', hourlyMinor: 900, isOwn: true })
  const listed = valuesOf(serviceOf({ kind: 'hourly', hourlyMinor: 900 }))
  assert.deepEqual([listed.pricingKind, pricingOf(listed)], ['list', null])
})

test('an amount of another currency is not offered as one of this one: staff are asked for it again', () => {
  const { pricingKind, hourly } = valuesOf(serviceOf({ kind: 'hourly', hourlyMinor: 900, isOwn: true }, 'EUR'))
  assert.deepEqual([pricingKind, hourly], ['hourly', null])
  const agreed = valuesOf(serviceOf({ kind: 'custom', monthlyMinor: 500 }, 'EUR'))
  assert.deepEqual([agreed.pricingKind, agreed.monthly], ['custom', null])
  assert.equal(valuesOf(serviceOf({ kind: 'hourly', hourlyMinor: 900 }, 'EUR')).pricingKind, 'list')
  assert.equal(valuesOf(serviceOf({ kind: 'free' }, 'EUR')).pricingKind, 'free')
})

test('while the price is to be written again, none is shown, not even zero', () => {
  const shown = (pricing: CloudOpsPricing, currency?: string) => hasPrice(valuesOf(serviceOf(pricing, currency)), currency !== undefined)
  assert.deepEqual([shown({ kind: 'hourly', hourlyMinor: 900, isOwn: true }), shown({ kind: 'custom', monthlyMinor: null })], [true, true])
  assert.equal(shown({ kind: 'hourly', hourlyMinor: 900, isOwn: true }, 'EUR'), false)
  assert.equal(shown({ kind: 'custom', monthlyMinor: 500 }, 'EUR'), false)
})
