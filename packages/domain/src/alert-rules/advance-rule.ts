import { bucketEnd, bucketMilliseconds, bucketStart } from '@vakt/domain/metrics/bucket.ts'

export const thresholdComparisons = ['<', '>', '>=', '<=', '='] as const
export type ThresholdComparison = (typeof thresholdComparisons)[number]

/** What a rule does with a bucket without data: it neither counts nor resets, counts as a violation, or counts as healthy. */
export const missingDataPolicies = ['ignored', 'violates', 'healthy'] as const
export type MissingDataPolicy = (typeof missingDataPolicies)[number]

/** The part of a rule that decides. Times are milliseconds since the epoch; `validTo` is the first moment at which it is no longer valid. */
export type RuleCondition = {
  thresholdComparison: ThresholdComparison
  threshold: number
  /** Null: the rule has one threshold only. */
  criticalThreshold: number | null
  alertsBeforeAction: number
  missingData: MissingDataPolicy
  autoCloseDelayInSeconds: number
  validFrom: number | null
  validTo: number | null
}

/** What a rule remembers of one series from bucket to bucket. */
export type RuleState = {
  /** Consecutive buckets in violation, counted up to `alertsBeforeAction`: "2 of 3" on screen. */
  readonly violations: number
  /** Consecutive buckets beyond the critical threshold, counted up to `alertsBeforeAction`. */
  readonly criticals: number
  readonly firing: 'no' | 'yes' | 'critical'
  /** The first bucket of the violation that fires, or counts. */
  readonly since: number | null
  /** Healthy buckets since the last violation, counted while it fires. */
  readonly healthy: number
}

export const idleState: RuleState = { violations: 0, criticals: 0, firing: 'no', since: null, healthy: 0 }

export const isIdle = ({ firing, violations }: RuleState): boolean => firing === 'no' && violations === 0

export type BucketOutcome = 'healthy' | 'violating' | 'critical' | 'missing'

/** Sums and averages carry rounding errors: 0.1 + 0.2 equals 0.3. An infinity equals nothing, since its tolerance would be infinite. */
const isEqual = (a: number, b: number) =>
  Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

const violates: Record<ThresholdComparison, (value: number, threshold: number) => boolean> = {
  '<': (value, threshold) => value < threshold,
  '>': (value, threshold) => value > threshold,
  '<=': (value, threshold) => value <= threshold,
  '>=': (value, threshold) => value >= threshold,
  '=': isEqual,
}

const missingOutcomes = { ignored: 'missing', violates: 'violating', healthy: 'healthy' } as const

/** `value` is the aggregate of one bucket, NaN without data. */
export function judgeBucket(rule: RuleCondition, value: number): BucketOutcome {
  if (Number.isNaN(value)) return missingOutcomes[rule.missingData]
  const compare = violates[rule.thresholdComparison]
  if (rule.criticalThreshold !== null && compare(value, rule.criticalThreshold)) return 'critical'
  return compare(value, rule.threshold) ? 'violating' : 'healthy'
}

/** Whether the whole bucket lies in the time in which the rule is valid. */
export const isValidIn = ({ validFrom, validTo }: RuleCondition, slot: number): boolean =>
  (validFrom === null || bucketStart(slot) >= validFrom) && (validTo === null || bucketEnd(slot) <= validTo)

/** How many healthy buckets close the alert. */
export const healthyBucketsToClose = (autoCloseDelayInSeconds: number): number =>
  Math.max(1, Math.ceil((autoCloseDelayInSeconds * 1000) / bucketMilliseconds))

/**
 * The state after one more closed bucket. Buckets come in order, each once. Returns the same object when nothing changed, so that nothing has
 * to be written. Outside its validity a rule counts nothing, and what fires stays as it is.
 */
export function advanceRule(rule: RuleCondition, state: RuleState, slot: number, value: number): RuleState {
  if (!isValidIn(rule, slot)) return withoutCounts(state)
  const outcome = judgeBucket(rule, value)
  if (outcome === 'missing') return state
  const isSilent = Number.isNaN(value)
  const next = outcome === 'healthy' ? afterHealthy(rule, state) : afterViolation(rule, state, slot, outcome === 'critical')
  return isSilent ? withSeverityOf(state, next) : next
}

/** A bucket without data never lowers the severity, whatever it counts as. */
const withSeverityOf = (before: RuleState, after: RuleState): RuleState =>
  before.firing === 'critical' && after.firing === 'yes' ? keepIfSame(before, { ...after, firing: 'critical' }) : after

/** Counts start from zero; what fires goes on firing. */
export function withoutCounts(state: RuleState): RuleState {
  if (state.firing === 'no') return isIdle(state) ? state : idleState
  if (state.violations === 0 && state.criticals === 0 && state.healthy === 0) return state
  return { ...state, violations: 0, criticals: 0, healthy: 0 }
}

function afterViolation(rule: RuleCondition, state: RuleState, slot: number, isCritical: boolean): RuleState {
  const needed = rule.alertsBeforeAction
  const violations = Math.min(needed, state.violations + 1)
  const criticals = isCritical ? Math.min(needed, state.criticals + 1) : 0
  const isFiring = state.firing !== 'no' || violations === needed
  const isFiringCritical = criticals === needed || (state.firing === 'critical' && isCritical)
  const firing = isFiringCritical ? 'critical' : isFiring ? 'yes' : 'no'
  return keepIfSame(state, { violations, criticals, firing, since: state.since ?? slot, healthy: 0 })
}

function afterHealthy(rule: RuleCondition, state: RuleState): RuleState {
  if (state.firing === 'no') return isIdle(state) ? state : idleState
  const healthy = state.healthy + 1
  if (healthy >= healthyBucketsToClose(rule.autoCloseDelayInSeconds)) return idleState
  return { violations: 0, criticals: 0, firing: 'yes', since: state.since, healthy }
}

export function keepIfSame(before: RuleState, after: RuleState): RuleState {
  const keys = Object.keys(after) as (keyof RuleState)[]
  return keys.every((key) => before[key] === after[key]) ? before : after
}

export type RuleChange = 'fired' | 'fired-critical' | 'became-critical' | 'fell-back' | 'closed'

/** Null where no alert has to change. */
export function changeBetween(before: RuleState, after: RuleState): RuleChange | null {
  if (before.firing === after.firing) return null
  if (after.firing === 'no') return 'closed'
  if (before.firing === 'no') return after.firing === 'critical' ? 'fired-critical' : 'fired'
  return after.firing === 'critical' ? 'became-critical' : 'fell-back'
}
