import { QueryClient } from '@tanstack/react-query'
import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import type { EntityMetric } from '@vakt/contract/metrics.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectCount } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { metricsOfMachineQuery } from './agent-queries.ts'
import { FoundSites } from './found-sites.tsx'
import { MeasuredNow } from './measured-now.tsx'
import { PatternTrial } from './pattern-trial.tsx'
import { ServiceMatches } from './service-matches.tsx'

const of = { customerId: '1001', entityId: 'e' }
const at = new Date().toISOString()
const series = (metric: string, dimensions: Record<string, string>, value: number, moment = at): EntityMetric => ({
  ...{ seriesId: `${metric} ${JSON.stringify(dimensions)}`, metric, dimensions, kind: 'gauge', unit: null, latest: { value, at: moment } },
})
const url = { url: 'https://shop.example', httpMethod: 'GET', responseBodyShouldContainRegex: '', intervalInMinutes: 5 } as const

/** The metrics are there; nothing asks the server, which is not. */
function withMetrics(...metrics: EntityMetric[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(metricsOfMachineQuery(of).queryKey, { metrics, total: metrics.length })
  return { client }
}

test('beside each address and folder stands what was last measured there', async () => {
  const folder = { folder: '/in', mask: '*.xml' }
  const metrics = [
    series('vakt.url.up', { url: 'Shop' }, 1),
    series('vakt.url.duration', { url: 'Shop' }, 12.4),
    series('vakt.url.up', { url: 'Down' }, 0),
    series('vakt.folder.files', folder, 2),
    series('vakt.folder.size', folder, 2048),
    series('vakt.folder.files', { folder: '/gone', mask: '*' }, 7, '2026-01-01T00:00:00Z'),
    series('vakt.check.failed', { check: '/gone' }, 1),
  ]
  const folders = ['/in', '/gone', '/new'].map((folderPath) => ({ folderPath, fileMask: folderPath === '/in' ? '*.xml' : '*' }))
  renderPart(
    <ul>
      {[{ ...url, name: 'Shop' }, { ...url, name: 'Down' }, ...folders].map((entry) => (
        <li key={'url' in entry ? entry.name : entry.folderPath}>
          <MeasuredNow {...of} entry={entry} />
        </li>
      ))}
    </ul>,
    withMetrics(...metrics),
  )
  const items = page.getByRole('listitem')
  const said = [/^answers as it should, 12\sms$/, /^does not answer as it should$/, /^2 files, 2\sKiB$/, /^cannot be read$/]
  for (const [index, text] of said.entries()) await expect.element(items.nth(index).getByText(text)).toBeVisible()
  expect(items.nth(4).element().textContent).toBe('')
})

test('what the machine has of IIS stands beside the names to ignore, and follows them', async () => {
  const found = {
    services: [],
    websites: [{ name: 'Intranet', state: 'stopped' as const }],
    appPools: [{ name: 'Shop', state: 'running' as const }],
  }
  renderPart(<FoundSites found={found} ignored={{ ignoredWebsites: [], ignoredAppPools: ['Shop'] }} isOnForm />)
  await expect.element(page.getByText('Websites')).toBeVisible()
  await expect.element(page.getByRole('listitem').nth(0)).toHaveTextContent('Intranet stopped')
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('Shop running, ignored')
})

test('queries are tried on the entries that the agent reported, and patterns that cannot be used are named', async () => {
  const event = (source: string, text: string): FoundEvent => ({ query: 'Disk', at, level: 'error', source, eventId: 7, text })
  const events = [event('disk', 'bad block'), event('ntfs', 'bad block'), event('disk', 'fine')]
  const query = { queryName: 'Disk', logName: 'System', level: 'warning', eventID: '', sourceRegexString: '', regexString: '' } as const
  renderPart(
    <PatternTrial
      urls={[{ ...url, name: 'Shop', responseBodyShouldContainRegex: '(' }]}
      queries={[
        { ...query, sourceRegexString: '^disk$', regexString: 'bad' },
        { ...query, queryName: 'Critical', level: 'critical' },
        { ...query, queryName: 'Other', eventID: 8 },
      ]}
      events={events}
    />,
  )
  await expect.element(page.getByText('( is not a pattern that can be used.')).toBeVisible()
  await expect.element(page.getByText('Disk matches 1 of the 3 entries that the agent last reported.')).toBeVisible()
  await expect.element(page.getByText('Critical matches 0 of the 3 entries that the agent last reported.')).toBeVisible()
  await expect.element(page.getByText('Other matches 0 of the 3')).toBeVisible()
  await expectCount(page.getByText('bad block'), 2)
})

test('what an agent that was ended found is not said to be there now', async () => {
  const services = [{ name: 'nginx', state: 'running' as const }]
  const found = { services, websites: [{ name: 'Intranet', state: 'running' as const }], appPools: [] }
  renderPart(
    <>
      <ServiceMatches services={services} monitoredServices={['nginx']} ignoredServices={[]} reportedAt="2026-11-20T12:00:00Z" />
      <FoundSites found={found} ignored={{ ignoredWebsites: [], ignoredAppPools: [] }} reportedAt="2026-11-20T12:00:00Z" />
    </>,
  )
  await expectCount(page.getByRole('heading', { name: /^Found on the machine, as last reported on 20 Nov 2026/ }), 2)
  await expectCount(page.getByRole('heading', { name: 'Found on the machine now' }), 0)
})
