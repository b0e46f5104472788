import { type RuleFault, wholeRule } from './rule-fault-table.ts'
import type { RulePart } from './set-poison-aside.ts'

/** What is not evaluated: rules as a whole by their ids, and single series. */
export type LeftOut = { ruleIds: ReadonlySet<string>; hasSeries: boolean; has(part: RulePart): boolean }

/** Evaluates only these of all rules of a customer. */
export type OnlyParts = { only: readonly RulePart[]; all: readonly string[] }

/** Leaves out faults, and what is not among `only`. */
export function leaveOut(faults: readonly RuleFault[], trial: OnlyParts | null): LeftOut {
  const parts = new Set(faults.map(({ ruleId, seriesNo }) => `${ruleId}/${seriesNo}`))
  const ruleIds = new Set(faults.filter(({ seriesNo }) => seriesNo === wholeRule).map(({ ruleId }) => ruleId))
  const wanted = new Set(trial?.only.map(({ ruleId }) => ruleId))
  for (const ruleId of trial?.all ?? []) if (!wanted.has(ruleId)) ruleIds.add(ruleId)
  const series = new Set(trial?.only.map(({ seriesNo }) => seriesNo))
  const isOfSeries = series.size > 0 && !series.has(wholeRule)
  return {
    ruleIds,
    hasSeries: isOfSeries || faults.some(({ seriesNo }) => seriesNo !== wholeRule),
    has: ({ ruleId, seriesNo }) => ruleIds.has(ruleId) || parts.has(`${ruleId}/${seriesNo}`) || (isOfSeries && !series.has(seriesNo)),
  }
}
