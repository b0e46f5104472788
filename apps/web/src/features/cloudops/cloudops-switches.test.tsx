import type { CloudOpsService, CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { CloudOpsSwitches } from './cloudops-switches.tsx'

const off: CloudOpsVersion = {
  ...{ version: 2, validFrom: '2026-11-02T08:00:00Z', state: 'off', description: '', changedBy: 'Anna', reason: null, currency: 'SEK' },
  calendar: { timeZone: 'UTC', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] },
  pricing: { kind: 'hourly', hourlyMinor: 1250, isOwn: true },
}

function show(change: Partial<CloudOpsVersion>) {
  const service: CloudOpsService = {
    ...{ current: { ...off, ...change }, version: 2, listPrice: { kind: 'free' } },
    ...{ currency: 'SEK', currencySince: null, timeZone: 'UTC' },
  }
  renderPart(<CloudOpsSwitches customerId="c" entityId="e" service={service} onEdit={() => {}} />)
  return expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible()
}

const activate = page.getByRole('button', { name: 'Activate' })

test('a service that is off can be activated, also after its resource moved here again', async () => {
  await show({ reason: 'resource_moved' })
  await expect.element(activate).toBeVisible()
})

for (const [what, change] of [
  ['whose resource is gone resumes by itself, and', { reason: 'connector_removed' }],
  ['whose price is in another currency', { reason: 'other_currency', currency: 'EUR' }],
] as const)
  test(`a service ${what} is not offered to be activated`, async () => {
    await show(change)
    expect(activate.elements()).toEqual([])
  })
