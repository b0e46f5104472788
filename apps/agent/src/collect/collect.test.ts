import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import type { Machine } from '#agent/machine.ts'
import { collect, UrlSchedule } from './collect.ts'
import { EventWatcher } from './watch-events.ts'

const url = { name: 'Shop', url: 'https://shop.example', httpMethod: 'GET' as const, responseBodyShouldContainRegex: '' }
const start = Date.parse('2026-11-26T12:00:00Z')

test('an address is checked once in each span of its interval, although reports drift through the minutes', () => {
  const schedule = new UrlSchedule()
  const urls = [1, 5, 60].map((intervalInMinutes) => ({ ...url, intervalInMinutes }))
  const counts = new Map<number, number>()
  const spans = new Set<number>()
  // A report takes 63 s, so that every twentieth minute has none.
  for (let at = start; at < start + 6 * 3_600_000; at += 63_000)
    for (const { intervalInMinutes } of schedule.takeDue(urls, new Date(at))) {
      counts.set(intervalInMinutes, (counts.get(intervalInMinutes) ?? 0) + 1)
      if (intervalInMinutes === 5) spans.add(Math.floor(at / 300_000))
    }
  assert.deepEqual([counts.get(5), spans.size, counts.get(60)], [72, 72, 6])
  assert.equal(counts.get(1), 343)
})

test('an address is checked at once when the agent starts or its check is changed, and not again before its interval', () => {
  const schedule = new UrlSchedule()
  const at = (minutes: number, changed = {}) =>
    schedule.takeDue([{ ...url, intervalInMinutes: 1440, ...changed }], new Date(start + minutes * 60_000)).length
  assert.deepEqual([at(7), at(8), at(9, { httpMethod: 'HEAD' }), at(10, { httpMethod: 'HEAD' })], [1, 0, 1, 0])
})

test('a report of more points than it may hold says that some are left out', async () => {
  const services = Array.from({ length: 6000 }, (_, index) => ({ name: `s${index}`, state: 'running' as const }))
  const machine: Machine = {
    ...{ platform: 'linux', identifyingTexts: async () => [], measure: async () => [], listServices: async () => services },
    ...{ listSites: async () => null, readLog: async () => assert.fail(), problemOfQuery: () => null, actions: {} },
  }
  const events = new EventWatcher(mkdtempSync(join(tmpdir(), 'vakt-agent-')), machine.readLog)
  const content = { ...emptyConfiguration, monitoredServices: ['.'] }
  const { points } = await collect({ machine, events, urlSchedule: new UrlSchedule(), now: new Date(start) }, content)
  assert.equal(points.length, 5000)
  assert.deepEqual(points.at(-1)?.dimensions, { check: 'measurements' })
})
