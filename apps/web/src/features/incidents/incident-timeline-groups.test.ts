import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentTimelineEntry } from '@vakt/contract/incidents/incident-details.ts'
import { groupTimeline } from './incident-timeline-groups.ts'

const entry = (step: string, at: string, author: string | null = null): IncidentTimelineEntry => ({
  at: `2026-11-20T10:${at}Z`,
  alert: null,
  author,
  byStaff: false,
  private: false,
  step,
  body: '',
  values: {},
})

test('the newest first; steps of alerts within a minute are one line, and people stand alone', () => {
  const timeline = [
    entry('received', '00:00'),
    entry('incident-opened', '00:00'),
    entry('acknowledged', '00:30', 'Karin'),
    entry('severity-changed', '00:40'),
    entry('resolved', '05:00'),
    entry('incident-resolved', '05:00'),
  ]
  const groups = groupTimeline(timeline).map(({ entries }) => entries.map(({ step }) => step))
  assert.deepEqual(groups, [['incident-resolved', 'resolved'], ['severity-changed'], ['acknowledged'], ['incident-opened', 'received']])
  assert.deepEqual(groupTimeline([]), [])
  const worse = [entry('incident-opened', '00:00'), entry('severity-changed', '00:20'), entry('received', '00:20')]
  assert.deepEqual(
    groupTimeline(worse).map(({ entries }) => entries.length),
    [1, 1, 1],
    'a change of severity stands alone',
  )
})
