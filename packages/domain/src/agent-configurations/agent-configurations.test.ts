import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOfContent } from './check-content.ts'
import { differencesBetween, emptyConfiguration, stateOfConfiguration } from './configuration.ts'
import { mergeConfiguration, namesOfTemplates } from './merge-configuration.ts'
import { problemOfPattern, sortServices } from './patterns.ts'

test('catastrophic patterns are used in linear time; broken, long and large ones are refused', () => {
  assert.equal(problemOfPattern('(a+)+$'), null)
  const startedAt = performance.now()
  sortServices([{ name: `${'a'.repeat(50_000)}!` }], { monitoredServices: ['(a+)+$'], ignoredServices: [] })
  assert.ok(performance.now() - startedAt < 1000)
  assert.equal(problemOfPattern('(unclosed'), 'invalid')
  assert.equal(problemOfPattern('(?<!lookbehind)x(?=y)'), 'invalid')
  assert.equal(problemOfPattern('a'.repeat(10_000)), 'too_long')
  assert.equal(problemOfPattern('(.{0,100}a){9}c'), 'too_large')
})

test('ignored patterns come before monitored ones, among 10,000 services', () => {
  const services = Array.from({ length: 10_000 }, (_, index) => ({ name: `Service${index}` }))
  const { monitored, ignored, others } = sortServices(services, { monitoredServices: ['^Service1', '(broken'], ignoredServices: ['9$'] })
  assert.deepEqual([monitored.length, ignored.length, others.length], [1000, 1000, 8000])
  assert.equal(monitored[0]?.name, 'Service1')
})

test('what no agent could apply is named by its field', () => {
  const url = { name: 'Shop', url: 'https://user:secret@shop.example', httpMethod: 'GET' as const, intervalInMinutes: 5 }
  const query = { queryName: 'Q', logName: 'Application', level: 'error' as const, eventID: null, sourceRegexString: '' }
  const problems = problemsOfContent({
    ...emptyConfiguration,
    monitoredServices: ['^W3SVC$', '('],
    urls: [
      { ...url, responseBodyShouldContainRegex: '[' },
      { ...url, name: 'shop ', url: 'https://', responseBodyShouldContainRegex: 'ok' },
    ],
    folders: [
      { folderPath: '/in', fileMask: '*.xml' },
      { folderPath: '/in', fileMask: '*.csv' },
    ],
    eventLogQueries: [{ ...query, regexString: '(.{0,100}a){9}c' }],
  })
  assert.deepEqual(
    problems.map(({ property, key }) => `${property} ${key.replace('agent_configuration.', '')}`),
    [
      'monitoredServices pattern_invalid',
      'urls.0.url url_password',
      'urls.0.responseBodyShouldContainRegex pattern_invalid',
      'urls.1.url url_wrong',
      'urls.1.name twice',
      'eventLogQueries.0.regexString pattern_large',
    ],
  )
})

test('a version waits for the agent, is late after 20 minutes, and then applied or failed', () => {
  const at = (minutes: number) => Date.UTC(2026, 10, 23, 12, minutes)
  const iso = (minutes: number) => new Date(at(minutes)).toISOString()
  const report = (minutes: number, appliedVersion = 6, failedVersion: number | null = null) => ({
    ...{ lastContactAt: iso(minutes), appliedVersion, failedVersion },
  })
  const desired = { version: 7, changedAt: iso(0), agentEndedAt: null }
  assert.equal(stateOfConfiguration({ ...desired, report: null }, at(0)), 'no_agent')
  assert.equal(stateOfConfiguration({ ...desired, report: report(1) }, at(2)), 'waiting')
  assert.equal(stateOfConfiguration({ ...desired, report: report(21) }, at(21)), 'late')
  assert.equal(stateOfConfiguration({ ...desired, report: report(1, 6, 7) }, at(2)), 'failed')
  assert.equal(stateOfConfiguration({ ...desired, report: report(1, 7) }, at(2)), 'applied')
  assert.equal(stateOfConfiguration({ ...desired, report: report(1, 7) }, at(7)), 'silent')
  assert.equal(stateOfConfiguration({ ...desired, version: 0, changedAt: null, report: report(1, 0) }, at(2)), 'applied')
  for (const minutes of [2, 7])
    assert.equal(stateOfConfiguration({ ...desired, report: report(1, 7), agentEndedAt: iso(2) }, at(minutes)), 'ended')
})

test('differences are entries that came and went', () => {
  const folder = { folderPath: '/in', fileMask: '*.xml' }
  const after = { ...emptyConfiguration, monitoredServices: ['b', 'c'], folders: [{ ...folder, fileMask: '*.csv' }] }
  assert.deepEqual(differencesBetween({ ...emptyConfiguration, monitoredServices: ['a', 'b'], folders: [folder] }, after), [
    { field: 'monitoredServices', added: ['c'], removed: ['a'] },
    { field: 'folders', added: ['/in · *.csv'], removed: ['/in · *.xml'] },
  ])
  assert.deepEqual(differencesBetween(after, after), [])
})

test('what templates monitor counts beside what is typed, except where the machine leaves it out', () => {
  const own = { ...emptyConfiguration, monitoredServices: ['^php'] }
  const part = {
    templateId: 't',
    name: 'Web',
    version: 1,
    content: { ...emptyConfiguration, monitoredServices: ['^nginx$', '^php', '^cron$'] },
  }
  const { sources } = mergeConfiguration(own, [{ field: 'monitoredServices', key: '^cron$' }], [part, { ...part, templateId: 'u' }])
  // The machine's own ^php may be removed while it is edited.
  assert.deepEqual(namesOfTemplates(sources, 'monitoredServices'), ['^nginx$', '^php'])
  assert.deepEqual(namesOfTemplates(sources, 'ignoredServices'), [])
})
