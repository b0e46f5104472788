/** What decides, as it is sent to the API. */
export type PlainRule = {
  thresholdComparison: '<' | '>' | '>=' | '<=' | '='
  threshold: number
  useCriticalThreshold: boolean
  criticalThreshold: number | null
  alertsBeforeAction: number
  missingData: 'ignored' | 'violates' | 'healthy'
  autoCloseDelayInSeconds: number
  severity: number
}

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function randomRule(random: () => number): PlainRule {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const thresholdComparison = pick(['<', '>', '>=', '<=', '='] as const)
  const threshold = pick([2, 4, 5, 6, 8])
  const useCriticalThreshold = random() < 0.5
  const beyond = thresholdComparison.startsWith('<') ? -2 : 2
  return {
    ...{ thresholdComparison, threshold, useCriticalThreshold },
    criticalThreshold: useCriticalThreshold ? threshold + beyond : null,
    alertsBeforeAction: pick([1, 1, 2, 3, 4]),
    missingData: pick(['ignored', 'violates', 'healthy'] as const),
    autoCloseDelayInSeconds: pick([0, 1, 300, 600, 900]),
    severity: pick([0, 1, 2, 3]),
  }
}

/** Values from 0 to 9 that stay for a while, gaps, and an infinity now and then; at least one of them is a value. */
export function randomValues(random: () => number, length: number): number[] {
  let level = Math.floor(random() * 10)
  const begins = Math.floor((random() * length) / 3)
  return Array.from({ length }, (_, at) => {
    if (random() < 0.35) level = Math.floor(random() * 10)
    if (at < begins || (at > begins && random() < 0.2)) return Number.NaN
    return random() < 0.03 ? Number.POSITIVE_INFINITY : level
  })
}

type Period = { from: number; to: number | null }

/**
 * What `docs/alert-rules.md` says, word by word and without sharing code with the product: the state after the last of the values, of which NaN is no
 * data, and when the rule fired.
 */
export function followPlainly(
  rule: PlainRule,
  values: readonly number[],
  edit: { at: number; threshold: number } | null,
  valid: { from: number; to: number } | null = null,
) {
  let violations = 0
  let criticals = 0
  let healthy = 0
  let firing: 'no' | 'yes' | 'critical' = 'no'
  const periods: Period[] = []
  const begins = values.findIndex((value) => !Number.isNaN(value))
  for (let at = begins === -1 ? values.length : begins; at < values.length; at++) {
    if (edit?.at === at) violations = criticals = healthy = 0
    // Only buckets that lie within its validity as a whole count, and counts begin again with them; what fires stays as it is.
    if (valid && (at < valid.from || at + 1 > valid.to)) {
      violations = criticals = healthy = 0
      continue
    }
    const value = values[at] as number
    const threshold = edit && at >= edit.at ? edit.threshold : rule.threshold
    const isSilent = Number.isNaN(value)
    if (isSilent && rule.missingData === 'ignored') continue
    const isCritical = !isSilent && rule.criticalThreshold !== null && isBeyond(rule.thresholdComparison, value, rule.criticalThreshold)
    const isViolation = isSilent ? rule.missingData === 'violates' : isCritical || isBeyond(rule.thresholdComparison, value, threshold)
    if (isViolation) {
      violations = Math.min(violations + 1, rule.alertsBeforeAction)
      criticals = isCritical ? Math.min(criticals + 1, rule.alertsBeforeAction) : 0
      healthy = 0
      if (firing === 'no' && violations === rule.alertsBeforeAction) {
        firing = 'yes'
        periods.push({ from: at, to: null })
      }
      if (criticals === rule.alertsBeforeAction) firing = 'critical'
      else if (firing === 'critical' && !isCritical && !isSilent) firing = 'yes'
      continue
    }
    violations = criticals = 0
    if (firing === 'no') continue
    healthy++
    if (firing === 'critical' && !isSilent) firing = 'yes'
    if (healthy * 300 < rule.autoCloseDelayInSeconds) continue
    firing = 'no'
    healthy = 0
    const open = periods.at(-1)
    if (open) open.to = at
  }
  return { violations, firing, healthy, periods }
}

function isBeyond(comparison: PlainRule['thresholdComparison'], value: number, threshold: number): boolean {
  if (comparison === '=') return value === threshold
  if (comparison === '<') return value < threshold
  if (comparison === '>') return value > threshold
  return comparison === '<=' ? value <= threshold : value >= threshold
}
