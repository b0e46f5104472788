import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceWindow, WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { subjectOf, timelineBars } from './timeline-bars.ts'

const words = {
  ...{ ongoing: 'ongoing', planned: 'planned', awaiting: 'awaiting', extension: 'extension', repeats: 'repeats', over: 'over' },
  everything: 'all',
}

const scope = { everything: false, entityIds: [], resourceGroups: [], tags: [], metrics: [] }
const windowOf = (id: string, more: Partial<ServiceWindow> = {}) =>
  [id, { serviceWindowId: id, repeats: 'never', scope, entities: [], ...more } as unknown as ServiceWindow] as const

const occurrence = (serviceWindowId: string, startsAt: string, state: WindowOccurrence['state'] = 'planned'): WindowOccurrence => ({
  occurrenceId: null,
  serviceWindowId,
  reason: `reason of ${serviceWindowId}`,
  state,
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
  plannedEndsAt: startsAt,
  askedUntil: null,
  held: 0,
  raised: 0,
  stillHeld: 0,
})

test('each window has one row, with all its occurrences, the first to start on top', () => {
  const { rows, bars } = timelineBars({
    occurrences: [
      occurrence('b', '2026-11-24T22:00:00Z'),
      occurrence('a', '2026-11-23T22:00:00Z'),
      occurrence('b', '2026-11-25T22:00:00Z'),
    ],
    windows: new Map([windowOf('a'), windowOf('b', { repeats: 'daily' })]),
    by: 'windows',
    words,
    mayChange: () => true,
  })
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['window:a', 'window:b'],
  )
  assert.deepEqual(
    bars.map(({ look, isFixed }) => [look, isFixed]),
    [
      ['outlined', false],
      ['striped', true],
      ['striped', true],
    ],
  )
})

test('by resource a window stands in the row of each thing that it covers', () => {
  const covers = { ...scope, entityIds: ['e1', 'e2'], resourceGroups: ['Webshop'], tags: ['app=pos'] }
  const entities = [
    { entityId: 'e1', name: 'vm-1' },
    { entityId: 'e2', name: 'vm-2' },
  ]
  const { rows } = timelineBars({
    occurrences: [occurrence('a', '2026-11-23T22:00:00Z')],
    windows: new Map([windowOf('a', { scope: covers, entities })]),
    by: 'resources',
    words,
    mayChange: () => true,
  })
  assert.deepEqual(
    rows.map(({ label }) => label),
    ['vm-1', 'vm-2', 'Webshop', 'app=pos'],
  )
  assert.deepEqual(subjectOf(rows[0]?.key ?? ''), { entity: 'e1' })
})

test('what is over, what this user may not change and what is not known cannot be moved; what was cancelled is not drawn', () => {
  const { bars } = timelineBars({
    occurrences: [
      occurrence('a', '2026-11-21T22:00:00Z', 'ended'),
      occurrence('a', '2026-11-22T22:00:00Z', 'cancelled'),
      occurrence('b', '2026-11-23T22:00:00Z', 'ongoing'),
      occurrence('unknown', '2026-11-24T22:00:00Z'),
      occurrence('c', '2026-11-25T22:00:00Z', 'awaiting-approval'),
    ],
    windows: new Map([windowOf('a'), windowOf('b', { repeats: 'daily' }), windowOf('c')]),
    by: 'windows',
    words,
    mayChange: ({ serviceWindowId }) => serviceWindowId !== 'c',
  })
  assert.deepEqual(
    bars.map(({ state, isFixed }) => [state, isFixed]),
    [
      ['over', true],
      ['ongoing', false],
      ['planned', true],
      ['awaiting', true],
    ],
  )
})

test('an extension that waits for approval is drawn after what was approved, and cannot be moved', () => {
  const extended = { ...occurrence('a', '2026-11-24T22:00:00Z', 'ongoing'), askedUntil: '2026-11-25T01:00:00.000Z' }
  const { bars } = timelineBars({ occurrences: [extended], windows: new Map([windowOf('a')]), by: 'windows', words, mayChange: () => true })
  assert.deepEqual(
    bars.map(({ state, look, to, isFixed }) => [state, look, new Date(to ?? 0).toISOString(), isFixed]),
    [
      ['ongoing', 'solid', '2026-11-24T23:00:00.000Z', false],
      ['extension', 'dashed', '2026-11-25T01:00:00.000Z', true],
    ],
  )
})
