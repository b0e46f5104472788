import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideEscalation, type EscalationPosition, nextStepAt, pagesFor } from './escalation.ts'

const policy = { steps: [{ minutes: 5 }, { minutes: 10 }], repeats: 1 }
const now = Date.parse('2026-11-23T02:00:00Z')
const open = { incidentState: 'open', hold: null, now } as const

test('steps are taken in order, then again as often as the policy repeats, then it ends unanswered', () => {
  const taken: EscalationPosition[] = []
  let position: EscalationPosition = { round: 0, step: 0 }
  for (;;) {
    const decision = decideEscalation(policy, position, open)
    if (decision.kind !== 'page') {
      assert.deepEqual(decision, { kind: 'end', outcome: 'unanswered' })
      break
    }
    taken.push({ round: decision.round, step: decision.step })
    position = { round: decision.round, step: decision.step + 1 }
  }
  assert.deepEqual(
    taken.map(({ round, step }) => [round, step]),
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  )
})

test('an acknowledged or resolved incident ends it, also while a window holds the resource', () => {
  for (const incidentState of ['acknowledged', 'resolved'] as const)
    assert.deepEqual(decideEscalation(policy, { round: 0, step: 1 }, { incidentState, hold: { by: 'window', until: now + 1 }, now }), {
      kind: 'end',
      outcome: incidentState,
    })
})

test('it waits for the end of a window and for the beginning of hours, and goes on then', () => {
  const position = { round: 0, step: 1 }
  for (const by of ['window', 'hours'] as const) {
    const hold = { by, until: now + 60_000 }
    assert.deepEqual(decideEscalation(policy, position, { ...open, hold }), { kind: 'wait', for: hold })
    assert.deepEqual(decideEscalation(policy, position, { ...open, hold: { by, until: now } }), { kind: 'page', round: 0, step: 1 })
  }
})

test('the next step is due after the minutes of the step, or at once where no one was reached', () => {
  assert.equal(nextStepAt(policy, 1, { reached: true, now }), now + 600_000)
  assert.equal(nextStepAt(policy, 1, { reached: false, now }), now)
})

test('a policy without steps ends at once and says so', () => {
  assert.deepEqual(decideEscalation({ steps: [], repeats: 5 }, { round: 0, step: 0 }, open), { kind: 'end', outcome: 'no_policy' })
})

test('incidents page from the chosen severity on, and none while nothing is chosen', () => {
  assert.deepEqual(
    [pagesFor('critical', 'high'), pagesFor('high', 'high'), pagesFor('medium', 'high'), pagesFor('critical', null)],
    [true, true, false, false],
  )
})
