import type { RuleState } from './advance-rule.ts'

/** A rule that fires on one entity. */
export type FiringRule = {
  ruleId: string
  metricName: string
  dependsOnMetrics: readonly string[]
  /** The bucket at which the violation began. */
  since: number
}

/** A rule on one series of an entity: its state after each bucket of a span. */
export type RuleCourse = Omit<FiringRule, 'since'> & { states: readonly RuleState[] }

/**
 * Whether a rule that was not raised before the span is raised at its end, and by which rule it was held last. It is raised at the first bucket
 * at which nothing inhibits it while it is itself in violation: what is healthy already and only waits to be closed is not raised any more.
 * `all` are the courses of the entity, this one among them.
 */
export function followHold(course: RuleCourse, all: readonly RuleCourse[]): { isRaised: boolean; heldBy: string | null } {
  let isRaised = false
  let heldBy: string | null = null
  for (const [index, { firing, healthy }] of course.states.entries()) {
    if (firing === 'no') {
      isRaised = false
      heldBy = null
    } else if (!isRaised) {
      const cause = findInhibited(listFiring(all, index)).get(course.ruleId)
      if (cause) heldBy = cause
      else isRaised = healthy === 0
    }
  }
  return { isRaised, heldBy }
}

/** The rules that fire in this bucket, one of them each. */
function listFiring(all: readonly RuleCourse[], index: number): FiringRule[] {
  const firing = new Map<string, FiringRule>()
  for (const { states, ...rule } of all) {
    const state = states[index]
    if (state && state.firing !== 'no') firing.set(rule.ruleId, { ...rule, since: state.since ?? 0 })
  }
  return [...firing.values()]
}

/**
 * Which of the rules that fire on one entity are held, and by which other one: a rule is inhibited while a rule on one of the metrics that it
 * depends on fires, whether that one is itself inhibited or not. Of rules that only inhibit each other in a circle the one that fired first
 * is raised, so that something always is.
 */
export function findInhibited(firing: readonly FiringRule[]): Map<string, string> {
  const inhibitors = new Map(
    firing.map((rule) => [
      rule.ruleId,
      firing.filter(({ ruleId, metricName }) => ruleId !== rule.ruleId && rule.dependsOnMetrics.includes(metricName)),
    ]),
  )
  const inhibited = new Map<string, string>()
  const settled = new Set<string>()
  let waiting = [...firing].sort((a, b) => a.since - b.since || (a.ruleId < b.ruleId ? -1 : 1))
  while (waiting.length > 0) {
    const rest = waiting.filter((rule) => !settle(rule))
    if (rest.length === waiting.length) settled.add(waiting.shift()?.ruleId ?? '')
    else waiting = rest
  }
  return inhibited

  function settle({ ruleId }: FiringRule): boolean {
    const causes = inhibitors.get(ruleId) ?? []
    const cause = causes.find((other) => settled.has(other.ruleId))
    if (causes.length > 0 && !cause) return false
    if (cause) inhibited.set(ruleId, cause.ruleId)
    settled.add(ruleId)
    return true
  }
}

type Dependency = { metricName: string; dependsOnMetrics: readonly string[] }

/** The metrics of a circle that `rule` would close among the dependencies of the others, beginning and ending with its own; null if it closes none. */
export function findCircle(rule: Dependency, others: readonly Dependency[]): string[] | null {
  const edges = new Map<string, Set<string>>()
  for (const { metricName, dependsOnMetrics } of others) {
    const known = edges.get(metricName) ?? new Set()
    for (const metric of dependsOnMetrics) known.add(metric)
    edges.set(metricName, known)
  }
  const cameFrom = new Map<string, string>()
  const queue = [...rule.dependsOnMetrics]
  for (const metric of queue) cameFrom.set(metric, rule.metricName)
  for (const metric of queue) {
    if (metric === rule.metricName) return pathTo(metric, rule.metricName, cameFrom)
    for (const next of edges.get(metric) ?? [])
      if (!cameFrom.has(next)) {
        cameFrom.set(next, metric)
        queue.push(next)
      }
  }
  return null
}

function pathTo(end: string, start: string, cameFrom: Map<string, string>): string[] {
  const path = [end]
  for (let at = cameFrom.get(end); at !== undefined; at = cameFrom.get(at)) {
    path.unshift(at)
    if (at === start) break
  }
  return path
}
