import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report, ReportFigures } from '@vakt/contract/reports/reports.ts'
import { documentOf } from './report-document.ts'
import { rowsOf } from './report-rows.ts'

const figures = (amountMinor: number | null): ReportFigures => ({
  incidents: { opened: 0, bySeverity: { critical: 0, high: 0, medium: 0, low: 0 }, minutesToAcknowledge: null, minutesToResolve: null },
  tickets: { created: 0, byType: { request: 0, change: 0, incident: 0 }, byStatus: null, met: 0, missed: 0 },
  windows: { occurrences: 0, held: 0 },
  cloudOps: amountMinor === null ? null : { amountMinor, currency: 'SEK' },
  ...{ hours: null, inventory: null, agents: null },
})

const report = ({ isOver, now, before }: { isOver: boolean; now: number | null; before: number | null }): Report => ({
  ...{ period: '2026-11', previous: '2026-10', group: [], timeZone: 'Europe/Stockholm', frozenAt: null, isOver },
  ...{ from: '2026-10-31T23:00:00.000Z', to: isOver ? '2026-11-30T23:00:00.000Z' : '2026-11-10T11:00:00.000Z' },
  ...{ figures: figures(now), before: figures(before), days: [], rules: [], changes: [], agentVersions: [], prepaid: null },
  availability: { resources: 0, affected: 0, withWindows: null, withoutWindows: null, worst: [] },
  ...{ tagKeys: [], groups: [], groupCount: 0, applications: [], applicationCount: 0 },
})

const costOf = (about: Report) => rowsOf(about, 'en').cloudOps.map(({ now, before }) => [now, before])
const saidOf = (about: Report) =>
  documentOf(about, { language: 'en', customer: 'Nordan', provider: '' }).sections.find(({ title }) => title === 'CloudOps')?.paragraphs

test('the cost of a month that is over is beside that of the month before', () => {
  const over = report({ isOver: true, now: 4_369_200, before: 4_100_000 })
  assert.deepEqual(costOf(over), [['43,692.00 SEK', '41,000.00 SEK']])
  assert.deepEqual(saidOf(over), [])
})

test('a month that goes on is not compared with what the whole month before cost, and says why', () => {
  const ongoing = report({ isOver: false, now: null, before: 4_100_000 })
  assert.deepEqual(costOf(ongoing), [['–', '–']])
  assert.deepEqual(saidOf(ongoing), ['The cost of a month is known when the month is over, so it is not compared yet.'])
})

test('without CloudOps there is no section of it', () => {
  assert.deepEqual(costOf(report({ isOver: false, now: null, before: null })), [])
})
