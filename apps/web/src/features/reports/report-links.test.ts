import assert from 'node:assert/strict'
import test from 'node:test'
import type { Report } from '@vakt/contract/reports.ts'
import { linksOf } from './report-links.ts'

const links = (report: Partial<Report> = {}, can = true) =>
  linksOf({ period: '2026-10', group: [], tagKeys: ['application', 'environment'], ...report } as Report, {
    customerId: '10/01',
    can: () => can,
  })
const of = (href: string | undefined) => {
  const { pathname, searchParams } = new URL(href ?? '', 'http://vakt')
  return [pathname, Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name).join()]))]
}
const days = { from: '2026-10-01', to: '2026-10-31' }

test('each figure leads to the list behind it, filtered by the days of the report', () => {
  const { incident, rule, ticket, hours, inventory, agent, agentVersion } = links()
  const anyState = { state: 'open,acknowledged,resolved' }
  assert.deepEqual(of(incident('critical')), ['/incidents/10%2F01', { ...anyState, ...days, severity: 'critical' }])
  assert.deepEqual(of(incident('minutesToResolve')), [
    '/incidents/10%2F01',
    { ...anyState, resolvedFrom: '2026-10-01', resolvedTo: '2026-10-31' },
  ])
  assert.deepEqual(of(rule('cpu & disk')), ['/incidents/10%2F01', { ...anyState, ...days, rule: 'cpu & disk' }])
  assert.deepEqual(of(ticket('met')), ['/tickets/10%2F01', { onlyOpen: 'false', ...days, missed: 'false' }])
  assert.deepEqual(of(hours('notBillable')), [
    '/tickets/10%2F01',
    { onlyOpen: 'false', workedFrom: '2026-10-01', workedTo: '2026-10-31', billable: 'false' },
  ])
  assert.deepEqual(of(inventory('gone')), ['/my-environment/10%2F01/changes', { ...days, kind: 'gone' }])
  assert.deepEqual(of(agent('silent')), ['/my-environment/10%2F01/agents', { silentFrom: '2026-10-01', silentTo: '2026-10-31' }])
  assert.deepEqual(of(agentVersion('1.4.0')), ['/my-environment/10%2F01/agents', { q: '1.4.0' }])
})

test('of a group the list is that of the group, and there is no link to a list that knows no groups', () => {
  const { incident, ticket, hours, agent, inventory } = links({ group: ['shop', ''] })
  assert.deepEqual((of(incident('opened'))[1] as { group: string }).group, 'shop,')
  assert.deepEqual([ticket('created'), hours('billable'), agent('machines')], [undefined, undefined, undefined])
  assert.deepEqual(of(inventory('resources')), ['/my-environment/10%2F01', { tag: 'application=shop', without: 'environment' }])
  assert.deepEqual(of(inventory('added'))[1], { ...days, group: 'shop,', kind: 'added' })
})

test('the incidents of a group are those of it, also in the report of another', () => {
  const { incidentsOfGroup } = links({ group: ['shop'] })
  assert.deepEqual(of(incidentsOfGroup(['shop', null], { severity: 'critical' }))[1], {
    ...{ state: 'open,acknowledged,resolved', ...days },
    ...{ group: 'shop,', severity: 'critical' },
  })
})

test('who may not see a list gets no link to it', () => {
  const { incident, ticket, hours, windows, agent, entity, cloudOps } = links({}, false)
  const hrefs = [incident('opened'), ticket('created'), hours('billable'), windows(), agent('machines'), entity('a'), cloudOps()]
  assert.ok(hrefs.every((href) => href === undefined))
})
