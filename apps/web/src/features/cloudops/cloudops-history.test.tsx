import type { CloudOpsService, CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { CloudOpsHistory } from './cloudops-history.tsx'

const service: CloudOpsService = {
  ...{ current: null, version: 3, listPrice: { kind: 'free' }, currency: 'EUR', currencySince: '2026-11-20T12:00:00Z', timeZone: 'UTC' },
}

const versionOf = (version: number, of: Partial<CloudOpsVersion>): CloudOpsVersion => ({
  ...{
    version,
    validFrom: `2026-11-0${version}T08:00:00Z`,
    state: 'off',
    description: '',
    changedBy: 'Vakt',
    reason: null,
    currency: 'SEK',
  },
  calendar: { timeZone: 'UTC', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] },
  pricing: { kind: 'hourly', hourlyMinor: 1250, isOwn: true },
  ...of,
})

const linesOf = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent ?? '')

test('the history says that a price that staff set ended with a change of the currency, and when', async () => {
  const listed = { kind: 'hourly', hourlyMinor: 110 } as const
  renderPart(
    <CloudOpsHistory
      service={service}
      versions={[versionOf(3, { pricing: listed, currency: 'EUR' }), versionOf(2, {}), versionOf(1, { pricing: listed })]}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible()
  const [now = '', own = '', first = ''] = linesOf()
  expect(own).toMatch(/Own price of 12\.50 SEK ended with the change to EUR on 20 Nov 2026/)
  for (const line of [now, first]) expect(line).not.toMatch(/ended with/)
})

test('the history says why a service ended and resumed by itself', async () => {
  const gone = { reason: 'resource_gone' } as const
  const versions = [
    versionOf(4, { state: 'active', reason: 'resource_back' }),
    versionOf(3, { ...gone, changedBy: 'Anna', description: 'Hours changed meanwhile' }),
    versionOf(2, gone),
  ]
  renderPart(<CloudOpsHistory service={{ ...service, currency: 'SEK' }} versions={versions} />)
  await expect.element(page.getByText(/It resumed by itself: the resource is back\./)).toBeVisible()
  // With the version that ended it alone: `getByText` takes one element.
  await expect.element(page.getByText(/It ended by itself: the inventory does not find the resource any more\./)).toBeVisible()
  expect(linesOf().join()).not.toMatch(/ended with/)
})
