import type { IncidentOverview } from '@vakt/contract/incidents/incidents.ts'
import { noCounts } from '@vakt/domain/severity.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { buildDashboardPageData } from './dashboard-page-data.ts'
import { GroupOverview } from './group-overview.tsx'

const overview: IncidentOverview = {
  ...{ checkedAt: '2026-11-28T08:00:00Z', tagKeys: ['application', 'environment'], entities: 3, counts: noCounts, unmatched: noCounts },
  groups: [
    { value: 'shop', entities: 3, counts: noCounts, children: ['prod', 'test'].map((value) => ({ value, entities: 1, counts: noCounts })) },
  ],
}

const render = (silence: string | null) =>
  renderPart(
    <GroupOverview
      customerId="1"
      overview={overview}
      data={buildDashboardPageData(overview)}
      search={{}}
      silence={silence}
      onOpen={() => {}}
    />,
  )

test('groups of a customer from which nothing arrives are not called good', async () => {
  render('Nothing received since 3 Nov 2026, 10:00')
  await expect.element(page.getByRole('heading', { name: 'No open incidents' })).toBeVisible()
  await expect.element(page.getByText('1 group · Nothing received since 3 Nov 2026, 10:00')).toBeVisible()
  expect(document.body.textContent).not.toContain('All good')
  expect(document.body.innerHTML).not.toContain('All good')
})

test('groups of a customer that sends something are', async () => {
  render(null)
  await expect.element(page.getByRole('heading', { name: 'All good' })).toBeVisible()
  await expect.element(page.getByText('1 group', { exact: true })).toBeVisible()
})
