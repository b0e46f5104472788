import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report } from '@vakt/contract/reports/reports.ts'
import { writeSummary } from './write-summary.ts'

type About = {
  period?: string
  isOver?: boolean
  opened?: number
  before?: number
  critical?: number
  levels?: [met: number | null, missed: number]
  availability?: Partial<Report['availability']>
}

function say({ period = '2026-10', isOver = true, opened = 42, before = 54, critical = 3, levels = [12, 2], availability }: About) {
  const figures = (count: number, of: number) => ({
    incidents: { opened: count, bySeverity: { critical: of, high: 0, medium: 0, low: 0 } },
    tickets: { met: levels[0], missed: levels[1] },
  })
  const about = { resources: 500, affected: 3, withWindows: 0.99971, withoutWindows: 0.99995, worst: [], ...availability }
  const report = { period, isOver, figures: figures(opened, critical), before: figures(before, 0), availability: about }
  return (['en', 'sv'] as const).map((language) => writeSummary(report as unknown as Report, language))
}

test('a report says first how available resources were, then how many incidents there were, and whether service levels were met', () => {
  assert.deepEqual(say({}), [
    'The 500 resources were available 99.97% of the time (99.99% outside service windows); 3 of them were unavailable at some time. 42 incidents were opened, 12 fewer than the month before; 3 were critical. 2 of 14 tickets with a service level missed it.',
    'De 500 resurserna var tillgängliga 99,97\u00a0% av tiden (99,99\u00a0% utanför servicefönster); 3 av dem var otillgängliga någon gång. 42 incidenter öppnades, 12 färre än månaden före; 3 var kritiska. 2 av 14 ärenden med servicenivå höll den inte.',
  ])
})

test('a good month, and one in which one of each happened', () => {
  const good = { affected: 0, withWindows: 1, withoutWindows: 1 }
  const [english, swedish] = say({ availability: good, opened: 0, before: 0, critical: 0, levels: [1, 0] })
  assert.equal(english, 'All 500 resources were available all the time. No incidents were opened. The ticket with a service level met it.')
  assert.equal(swedish, 'Alla 500 resurser var tillgängliga hela tiden. Inga incidenter öppnades. Ärendet med servicenivå höll den.')
  const one = { affected: 1, resources: 1, withWindows: 0.5, withoutWindows: 0.5 }
  const [single] = say({ availability: one, opened: 1, before: 1, critical: 1, levels: [0, 0] })
  assert.equal(single, 'The resource was available 50.00% of the time. 1 incident was opened, as many as the month before; 1 was critical.')
})

test('a period that goes on is compared with as much of the one before', () => {
  const [english, swedish] = say({ period: '2026-Q4', isOver: false, opened: 60, critical: 0, levels: [null, 0] })
  assert.match(english ?? '', /60 incidents were opened, 6 more than at this point in the quarter before; none was critical\.$/)
  assert.match(swedish ?? '', /60 incidenter öppnades, 6 fler än lika långt in i kvartalet före; ingen var kritisk\.$/)
})

test('without resources, and of a report that an earlier release kept, it says what is known', () => {
  assert.match(
    say({ availability: { resources: 0, affected: 0, withWindows: null, withoutWindows: null } })[0] ?? '',
    /^There were no resources/,
  )
  assert.match(
    say({ availability: { affected: 1, withWindows: null, withoutWindows: null } })[1] ?? '',
    /^1 av 500 resurser var otillgänglig någon gång\./,
  )
})
