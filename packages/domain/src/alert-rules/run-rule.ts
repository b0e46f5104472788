import { bucketEnd } from '@vakt/domain/metrics/bucket.ts'
import { advanceRule, idleState, isIdle, type RuleCondition, type RuleState, withoutCounts } from './advance-rule.ts'

export type RuleRun = {
  state: RuleState
  /** The slot in which it last began to fire, and in which it last closed; null where neither happened. */
  firedIn: number | null
  closedIn: number | null
}

type Buckets = {
  firstSlot: number
  /** One value a bucket, NaN without data. */
  values: ArrayLike<number>
  /** The rule counts from this slot on, from zero. */
  activeFromSlot: number
  /** Called after each bucket with a state that is not idle. */
  onBucket?: (slot: number, state: RuleState) => void
}

/** Runs a rule over several closed buckets of one series, in their order. */
export function runRule(rule: RuleCondition, before: RuleState, { firstSlot, values, activeFromSlot, onBucket }: Buckets): RuleRun {
  const run: RuleRun = { state: before, firedIn: null, closedIn: null }
  for (let index = 0; index < values.length; index++) {
    const slot = firstSlot + index
    if (slot >= activeFromSlot) {
      const start = slot === activeFromSlot ? withoutCounts(run.state) : run.state
      const next = advanceRule(rule, start, slot, values[index] as number)
      if (next.firing !== 'no' && run.state.firing === 'no') run.firedIn = slot
      if (next.firing === 'no' && run.state.firing !== 'no') run.closedIn = slot
      run.state = next
    }
    if (onBucket && !isIdle(run.state)) onBucket(slot, run.state)
  }
  return run
}

/**
 * With what a rule starts that was changed after the point from which it is evaluated again: the version of before is not kept, so what fired when it was
 * changed, and has since, fires on.
 */
export function stateAtChange(now: RuleState, activeFromSlot: number): RuleState {
  const { firing, since } = now
  return firing !== 'no' && since !== null && since < activeFromSlot ? withoutCounts(now) : idleState
}

/** Whether the validity of a rule was over by the end of this slot. */
export const hasExpired = ({ validTo }: RuleCondition, slot: number): boolean => validTo !== null && bucketEnd(slot) > validTo
