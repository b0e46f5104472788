import { QueryClient } from '@tanstack/react-query'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Page } from '@vakt/contract/on-call/paging.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { LatestPages } from './latest-pages.tsx'
import { pagesQuery } from './paging-queries.ts'

const finding: RuleFinding = { metric: 'system.cpu.utilization', unit: '1', resource: 'vm-1', value: 0.97, comparison: '>', limit: 0.8 }
const paged: Page = {
  ...{ pageId: '1', customerId: '1001', customerName: 'Nordan', incidentId: '7', title: writeRuleFinding(finding, 'en'), finding },
  ...{ severity: 'critical', kind: 'paged', round: 0, step: 0, channel: 'sms', name: 'Karin', at: '2026-01-01T12:00:00.000Z' },
  ...{ acknowledgedAt: null, delivery: null },
}

test('an incident of an alert rule stands among the pages in the language of the reader, one of another source in its own words', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const other: Page = { ...paged, pageId: '2', incidentId: '8', title: 'Disk full', finding: null }
  client.setQueryData(pagesQuery.queryKey, { pages: [paged, other], load: [] })
  renderPart(<LatestPages />, { language: 'sv', client })
  await expect.element(page.getByRole('link', { name: writeRuleFinding(finding, 'sv') })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Disk full' })).toBeVisible()
})
