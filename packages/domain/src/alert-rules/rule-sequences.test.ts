import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketEnd, bucketStart } from '@vakt/domain/metrics/bucket.ts'
import { createRandom, followPlainly, type PlainRule, randomRule, randomValues } from '@vakt/domain/testing/rule-sequences.ts'
import { idleState, type RuleCondition, type RuleState } from './advance-rule.ts'
import { backTestRule } from './back-test.ts'
import { followHold, type RuleCourse } from './find-inhibited.ts'
import { runRule } from './run-rule.ts'

const sequences = Number(process.env.RULE_SEQUENCES ?? 10_000)
const length = 36
const first = 5_900_000
/** A state is kept at the end of each of so many buckets, from which late points are evaluated again. */
const checkpointEvery = 12

type Edit = { at: number; threshold: number }
type Valid = { from: number; to: number }
type Sequence = { rule: PlainRule; values: number[]; edit: Edit | null; valid: Valid | null; seed: number }

function createSequence(seed: number): Sequence & { random: () => number } {
  const random = createRandom(seed)
  const kind = Math.floor(random() * 4)
  const made = randomRule(random)
  const rule = kind === 1 ? { ...made, useCriticalThreshold: false, criticalThreshold: null } : made
  const at = (most: number) => Math.floor(random() * most)
  return {
    ...{ rule, seed, random, values: randomValues(random, length) },
    edit: kind === 1 ? { at: 3 + at(length - 6), threshold: at(10) } : null,
    valid: kind === 2 ? { from: at(length / 2), to: length / 2 + at(length) } : null,
  }
}

const conditionOf = ({ rule, valid }: Sequence, threshold = rule.threshold): RuleCondition => ({
  ...{ ...rule, threshold },
  validFrom: valid && bucketStart(first + valid.from),
  validTo: valid && bucketStart(first + valid.to),
})

/** Before any point is known, no bucket counts. */
function firstSlotOf(values: readonly number[]): number {
  const at = values.findIndex((value) => !Number.isNaN(value))
  return at === -1 ? Number.POSITIVE_INFINITY : first + at
}

/** Evaluates the values of buckets `from` to before `to`, as a worker does that knows this state; an edited rule counts from its edit on. */
function advance(
  one: Sequence,
  known: readonly number[],
  before: RuleState,
  { from, to }: { from: number; to: number },
  keep?: RuleState[],
) {
  const parts = one.edit && one.edit.at > from && one.edit.at < to ? [from, one.edit.at, to] : [from, to]
  let state = before
  for (const [index, start] of parts.slice(0, -1).entries()) {
    const isEdited = one.edit !== null && start >= one.edit.at
    const condition = conditionOf(one, isEdited ? one.edit?.threshold : undefined)
    const values = known.slice(start, parts[index + 1])
    const activeFromSlot = Math.max(isEdited ? first + (one.edit?.at ?? 0) : first, firstSlotOf(known))
    const onBucket = (slot: number, now: RuleState) => {
      if (keep) keep[slot - first] = now
    }
    state = runRule(condition, state, { firstSlot: first + start, values, activeFromSlot, onBucket }).state
  }
  return state
}

function compare(one: Sequence, known: readonly number[], state: RuleState): void {
  const { violations, firing, healthy } = followPlainly(one.rule, known, one.edit, one.valid)
  assertSame([state.violations, state.firing, state.healthy], [violations, firing, healthy], one, known)
}

/** Says which sequence it was only where they differ: to write each of them down would take longer than all the rest. */
function assertSame(found: readonly unknown[], wanted: readonly unknown[], ...sequence: Parameters<typeof describe>): void {
  if (found.length !== wanted.length || found.some((one, index) => one !== wanted[index]))
    assert.deepEqual(found, wanted, describe(...sequence))
}

const describe = ({ rule, edit, valid, seed }: Sequence, known: readonly number[]) =>
  JSON.stringify({ seed, rule, edit, valid, known: known.map(String) })

test(`${sequences} random rules and series, evaluated in pieces of any size, are in the state of a plain model, and the back-test agrees`, () => {
  for (let seed = 1; seed <= sequences; seed++) {
    const one = createSequence(seed)
    let state = idleState
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + 1 + Math.floor(one.random() * 9))
      state = advance(one, one.values, state, { from, to })
      compare(one, one.values.slice(0, to), state)
      from = to
    }
    if (one.edit) continue
    const { periods } = backTestRule(conditionOf(one), { firstSlot: first, values: one.values, countsFrom: firstSlotOf(one.values) })
    const wanted = followPlainly(one.rule, one.values, null, one.valid).periods
    const end = (at: number | null) => (at === null ? null : bucketEnd(first + at))
    assertSame(
      periods.flatMap(({ from, to }) => [from, to]),
      wanted.flatMap(({ from, to }) => [end(from), end(to)]),
      one,
      one.values,
    )
  }
})

test(`${sequences} random series whose points come late, evaluated again from what was kept, are in the state of a plain model`, () => {
  for (let seed = 1; seed <= sequences; seed++) {
    const one = createSequence(seed + 1_000_000)
    const arrives = one.values.map((_, at) => (one.random() < 0.15 ? at + 1 + Math.floor(one.random() * 8) : at))
    const kept: RuleState[] = []
    const stateAfter = (at: number) => (at < 0 ? idleState : (kept[at] ?? idleState))
    for (let step = 0; step < length; step++) {
      const known = one.values.slice(0, step + 1).map((value, at) => ((arrives[at] as number) <= step ? value : Number.NaN))
      const late = arrives.findIndex((arrival, at) => arrival === step && at < step)
      const from = late === -1 ? step : late - (late % checkpointEvery)
      const before = stateAfter(from - 1)
      kept.length = from
      const state = advance(one, known, before, { from, to: step + 1 }, kept)
      compare(one, known, state)
    }
  }
})

test(`${sequences} random pairs of rules, one of which inhibits the other, raise what a plain model raises, and the back-test agrees`, () => {
  for (let seed = 1; seed <= sequences; seed++) {
    const [cause, held] = [createSequence(seed + 2_000_000), createSequence(seed + 3_000_000)].map((one) => ({ ...one, edit: null }))
    if (!cause || !held) assert.fail()
    const [ofCause, ofHeld] = [cause, held].map((one): RuleState[] => {
      const states: RuleState[] = []
      advance(one, one.values, idleState, { from: 0, to: length }, states)
      return Array.from({ length }, (_, at) => states[at] ?? idleState)
    }) as [RuleState[], RuleState[]]
    const courses: [RuleCourse, RuleCourse] = [
      { ruleId: 'a', metricName: 'a', dependsOnMetrics: [], states: ofCause },
      { ruleId: 'b', metricName: 'b', dependsOnMetrics: ['a'], states: ofHeld },
    ]
    const plain = raisePlainly(held, cause)
    assertSame([followHold(courses[1], courses).isRaised], [plain.isRaised], held, held.values)
    const tested = (one: Sequence) => ({ firstSlot: first, values: one.values, countsFrom: firstSlotOf(one.values) })
    const inhibitors = backTestRule(conditionOf(cause), tested(cause)).periods.map(({ from, to }) => ({
      ...{ from, to: to ?? Number.POSITIVE_INFINITY, reason: 'a' },
    }))
    const { periods } = backTestRule(conditionOf(held), tested(held), { inhibitors })
    const raisedAt = plain.raisedAt.map((at) => (at === null ? null : bucketEnd(first + at)))
    assertSame(
      periods.map((period) => period.raisedAt),
      raisedAt,
      held,
      held.values,
    )
  }
})

/** Held while the other one fires, and raised at the first bucket in violation after that; bucket by bucket, from the plain model alone. */
function raisePlainly(held: Sequence, cause: Sequence): { isRaised: boolean; raisedAt: (number | null)[] } {
  const raisedAt: (number | null)[] = []
  let isFiring = false
  for (let at = 0; at < length; at++) {
    const stateOf = ({ rule, values, valid }: Sequence) => followPlainly(rule, values.slice(0, at + 1), null, valid)
    const now = stateOf(held)
    if (now.firing === 'no') {
      isFiring = false
      continue
    }
    if (!isFiring) raisedAt.push(null)
    isFiring = true
    if (raisedAt.at(-1) === null && stateOf(cause).firing === 'no' && now.healthy === 0) raisedAt[raisedAt.length - 1] = at
  }
  return { isRaised: isFiring && raisedAt.at(-1) !== null, raisedAt }
}
