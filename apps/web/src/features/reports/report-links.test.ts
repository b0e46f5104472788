import assert from 'node:assert/strict'
import test from 'node:test'
import type { Report } from '@vakt/contract/reports/reports.ts'
import { momentOf } from '#web/platform/list-search.ts'
import { linksOf } from './report-links.ts'

/** Of October 2026 by the clock of the machine, unless something else is said. */
const links = (report: Partial<Report> = {}, can = true) =>
  linksOf(
    {
      ...{ period: '2026-10', group: [], tagKeys: ['application', 'environment'], isOver: true },
      ...{ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, from: momentOf('2026-10-01'), to: momentOf('2026-11-01') },
      ...report,
    } as Report,
    { customerId: '10/01', can: () => can },
  )
const of = (href: string | undefined) => {
  const { pathname, searchParams } = new URL(href ?? '', 'http://vakt')
  return [pathname, Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name).join()]))]
}
const days = { from: '2026-10-01', to: '2026-10-31' }
const former = { from: '2026-09-01', to: '2026-09-30' }
const anyState = { state: 'open,acknowledged,resolved' }
const at = momentOf('2026-11-01')
const lastMoment = new Date(Date.parse(at) - 1).toISOString()

test('each figure leads to the list behind it, filtered by the days of the report', () => {
  const { incident, rule, ticket, hours, inventory, agent, agentVersion, outagesOf, incidentsOfApplication, resourcesOfGroup } = links()
  assert.deepEqual(of(incident('critical')), ['/incidents/10%2F01', { ...anyState, ...days, severity: 'critical' }])
  assert.deepEqual(of(incident('minutesToResolve')), [
    '/incidents/10%2F01',
    { ...anyState, resolvedFrom: '2026-10-01', resolvedTo: '2026-10-31' },
  ])
  assert.deepEqual(of(rule('cpu & disk')), ['/incidents/10%2F01', { ...anyState, ...days, rule: 'cpu & disk' }])
  assert.deepEqual(of(rule('cpu', { within: '10' }))[1], { ...anyState, ...days, rule: 'cpu', within: '10' })
  assert.deepEqual(of(incidentsOfApplication(['a=b'], { severity: 'critical' }))[1], {
    ...{ ...anyState, ...days },
    ...{ tag: 'application=a=b', severity: 'critical' },
  })
  assert.deepEqual(of(outagesOf('e1'))[1], {
    ...{ ...anyState, entity: 'e1', severity: 'critical' },
    ...{ ongoingFrom: '2026-10-01', ongoingTo: '2026-10-31' },
  })
  assert.deepEqual(of(ticket('met')), ['/tickets/10%2F01', { onlyOpen: 'false', ...days, missed: 'false' }])
  assert.deepEqual(of(hours('notBillable')), [
    '/tickets/10%2F01',
    { onlyOpen: 'false', workedFrom: '2026-10-01', workedTo: '2026-10-31', billable: 'false' },
  ])
  assert.deepEqual(of(inventory('gone')), ['/my-environment/10%2F01/changes', { ...days, kind: 'gone', latest: 'true' }])
  assert.deepEqual(of(inventory('resources'))[1], { knownFrom: lastMoment, knownTo: '2026-10-31' })
  assert.deepEqual(of(resourcesOfGroup(['shop', null]))[1], {
    ...{ tag: 'application=shop', without: 'environment' },
    ...{ knownFrom: '2026-10-01', knownTo: '2026-10-31' },
  })
  assert.deepEqual(of(agent('silent')), ['/my-environment/10%2F01/agents', { silentFrom: '2026-10-01', silentTo: '2026-10-31' }])
  assert.deepEqual(of(agent('machines'))[1], { at })
  assert.deepEqual(of(agentVersion('1.4.0')), ['/my-environment/10%2F01/agents', { at, version: '1.4.0' }])
})

test('the figures of the period before lead to the lists of that', () => {
  const { incident, ticket, hours, agent } = links().before
  assert.deepEqual(of(incident('critical'))[1], { ...anyState, ...former, severity: 'critical' })
  assert.deepEqual(of(ticket('closed'))[1], { onlyOpen: 'false', ...former, status: 'closed' })
  assert.deepEqual(of(hours('normal'))[1], { onlyOpen: 'false', workedFrom: '2026-09-01', workedTo: '2026-09-30', hourType: 'normal' })
  assert.deepEqual(of(agent('machines'))[1], { at: momentOf('2026-10-01') })
})

test('a period that begins at no midnight of the reader, and one that goes on, are asked for by their moments', () => {
  const of12 = { timeZone: 'UTC', from: '2026-10-01T00:00:00.000Z', to: '2026-10-10T12:00:00.000Z', isOver: false }
  const { incident, hours, agent, inventory, before } = links(of12)
  assert.equal((of(incident('opened'))[1] as { to: string }).to, '2026-10-10T12:00:00.000Z')
  assert.equal((of(before.incident('opened'))[1] as { to: string }).to, '2026-09-10T12:00:00.000Z')
  assert.equal((of(hours('normal'))[1] as { workedTo: string }).workedTo, '2026-10-10')
  assert.equal((of(before.hours('normal'))[1] as { workedTo: string }).workedTo, '2026-09-10')
  assert.deepEqual([of(agent('machines'))[1], of(inventory('resources'))[1]], [{}, { stale: 'false' }])
  const elsewhere = links({ from: '2026-09-30T17:17:00.000Z', to: '2026-10-31T17:17:00.000Z', timeZone: 'UTC' })
  assert.deepEqual(of(elsewhere.incident('opened'))[1], { ...anyState, from: '2026-09-30T17:17:00.000Z', to: '2026-10-31T17:17:00.000Z' })
})

test('of a group each list is that of the group', () => {
  const { incident, ticket, hours, agent, inventory, resourcesOfApplication } = links({ group: ['shop', ''] })
  assert.deepEqual((of(incident('opened'))[1] as { group: string }).group, 'shop,')
  assert.deepEqual((of(ticket('created'))[1] as { tagGroup: string }).tagGroup, 'shop,')
  assert.deepEqual((of(hours('billable'))[1] as { tagGroup: string }).tagGroup, 'shop,')
  assert.deepEqual((of(agent('machines'))[1] as { group: string }).group, 'shop,')
  const known = { knownFrom: lastMoment, knownTo: '2026-10-31' }
  assert.deepEqual(of(inventory('resources')), ['/my-environment/10%2F01', { tag: 'application=shop', without: 'environment', ...known }])
  assert.deepEqual(of(inventory('added'))[1], { ...days, group: 'shop,', kind: 'added', latest: 'true' })
  assert.deepEqual(of(resourcesOfApplication(['shop']))[1], {
    ...{ tag: 'application=shop', without: 'environment' },
    ...{ knownFrom: '2026-10-01', knownTo: '2026-10-31' },
  })
})

test('windows, held alerts and cost lead to lists of the whole period, also of a quarter, of some days and of the period before', () => {
  const quarter = links({ period: '2026-Q3', from: momentOf('2026-07-01'), to: momentOf('2026-10-01'), group: ['shop'] })
  const whole = { from: '2026-07-01', to: '2026-09-30', group: 'shop' }
  assert.deepEqual(of(quarter.windows('occurrences')), ['/service-window/10%2F01/started', whole])
  assert.deepEqual(of(quarter.windows('held')), ['/service-window/10%2F01/held', whole])
  assert.deepEqual(of(quarter.before.windows('held'))[1], { from: '2026-04-01', to: '2026-06-30', group: 'shop' })
  assert.deepEqual(of(quarter.cloudOps()), ['/my-environment/10%2F01/cloudops-costs', { from: '2026-07', to: '2026-09', group: 'shop' }])
  assert.deepEqual(of(quarter.before.cloudOps())[1], { from: '2026-04', to: '2026-06', group: 'shop' })
  const range = links({ period: '2026-10-05--2026-11-04', from: momentOf('2026-10-05'), to: momentOf('2026-11-05') })
  assert.deepEqual(of(range.windows('held'))[1], { from: '2026-10-05', to: '2026-11-04' })
})

test('the incidents of a group are those of it, also in the report of another', () => {
  const { incidentsOfGroup } = links({ group: ['shop'] })
  assert.deepEqual(of(incidentsOfGroup(['shop', null], { severity: 'critical' }))[1], {
    ...{ ...anyState, ...days },
    ...{ group: 'shop,', severity: 'critical' },
  })
})

test('who may not see a list gets no link to it', () => {
  const { incident, ticket, hours, windows, agent, entity, cloudOps } = links({}, false)
  const hrefs = [incident('opened'), ticket('created'), hours('billable'), windows('held'), agent('machines'), entity('a'), cloudOps()]
  assert.ok(hrefs.every((href) => href === undefined))
})
