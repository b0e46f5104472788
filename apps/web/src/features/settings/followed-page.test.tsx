import { QueryClient } from '@tanstack/react-query'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Followed } from '@vakt/contract/notifications/follows.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { followedQuery } from '#web/shared/follow/follow-queries.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { followedTexts } from './followed.texts.ts'
import { FollowedPage } from './followed-page.tsx'

const finding: RuleFinding = { metric: 'system.cpu.utilization', unit: '1', resource: 'vm-1', value: 0.97, comparison: '>', limit: 0.8 }
const incident: Followed = {
  ...{ customerId: '1001', customerName: 'Nordan', kind: 'incident', id: '7', group: null, name: writeRuleFinding(finding, 'en') },
  ...{ incident: { severity: 'critical', state: 'open', finding }, ticketStatus: null, followedAt: '2026-01-01T12:00:00.000Z' },
}
const ticket: Followed = { ...incident, kind: 'ticket', id: '12', name: 'Slow till', incident: null, ticketStatus: 'new' }

test('a followed incident of an alert rule is named in the language of the reader, also where one stops to follow it', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(followedQuery.queryKey, { followed: [incident, ticket] })
  renderPart(<FollowedPage />, { language: 'sv', client })
  const swedish = writeRuleFinding(finding, 'sv')
  await expect.element(page.getByRole('link', { name: swedish })).toBeVisible()
  await expect.element(page.getByRole('button', { name: followedTexts.sv.stopOne(swedish) })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Slow till' })).toBeVisible()
})
