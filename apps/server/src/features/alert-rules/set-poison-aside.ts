import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { announce, fewIds } from '#server/platform/live/announce.ts'
import { readRuleStates } from './rule-evaluation-table.ts'
import { type NewFault, readFaults, readRuleIdsToEvaluate, wholeRule, writeFaults } from './rule-fault-table.ts'
import { findWatchedNumbers } from './watched-series.ts'

export type RulePart = { ruleId: string; seriesNo: number }

/** Tries the evaluation of these alone, of all rules of the customer, and writes nothing; answers why it fails, or null. */
export type Trial = (only: readonly RulePart[], all: readonly string[]) => Promise<Error | null>

const maxTrials = 400
const maxTrialsOfRule = 60
/** Where more series of a rule fail, or all of them, the rule does. */
const maxSeriesOfRule = 20
/** Where so many fail one after the other and nothing has passed, it is not a rule that is at fault. */
const failuresOfAll = 8
const maxReason = 300

type Search = { trials: number; passed: number; isOver: boolean }
type Failing = { part: RulePart; error: Error }

/**
 * Finds which rules, or which single series of them, make the evaluation of a customer fail, and leaves them out of it until they are tried again.
 * Answers whether any was found.
 */
export async function setPoisonAside(
  context: Context,
  customerId: string,
  store: MetricStore,
  { error, tryAlone }: { error: Error; tryAlone: Trial },
): Promise<boolean> {
  const { all, due } = await inTransaction(context, customerId, async (transaction) => ({
    all: await readRuleIdsToEvaluate(transaction, customerId),
    due: (await readFaults(transaction, customerId, context.now)).filter(({ isDue }) => isDue),
  }))
  const tryOnly = (only: readonly RulePart[]) => tryAlone(only, all)
  if (await tryOnly([])) return false
  const suspects = await chooseSuspects(all, new Set(due.map(({ ruleId }) => ruleId)), tryOnly)
  const search: Search = { trials: maxTrials, passed: 0, isOver: false }
  const failing = await bisect(suspects, error, { search, tryOnly })
  const faults: NewFault[] = []
  for (const one of failing) faults.push(...(await findFailingSeries(context, customerId, store, { one, all, tryOnly })))
  if (faults.length === 0 || (search.passed === 0 && failing.length >= failuresOfAll)) return false
  for (const { ruleId, seriesNo, reason } of faults)
    context.log.error({ customerId, ruleId, seriesNo, reason }, 'an alert rule cannot be evaluated and is left out')
  return inTransaction(context, customerId, async (transaction) => {
    const ruleIds = await writeFaults(transaction, customerId, faults, context.now)
    if (ruleIds.length > 0) announce(transaction, { type: 'alert-rule.changed', customerId, ...fewIds('alertRuleIds', ruleIds) })
    return ruleIds.length > 0
  })
}

/** Those that are tried again, where the evaluation passes without them; else all. */
async function chooseSuspects(
  all: readonly string[],
  due: ReadonlySet<string>,
  tryOnly: (only: readonly RulePart[]) => Promise<Error | null>,
): Promise<RulePart[]> {
  const asParts = (ruleIds: readonly string[]) => ruleIds.map((ruleId) => ({ ruleId, seriesNo: wholeRule }))
  if (due.size === 0) return asParts(all)
  const failsWithout = await tryOnly(asParts(all.filter((ruleId) => !due.has(ruleId))))
  return asParts(failsWithout ? all : all.filter((ruleId) => due.has(ruleId)))
}

/** Of parts that fail together, those that fail alone. */
async function bisect(
  parts: readonly RulePart[],
  error: Error,
  { search, tryOnly }: { search: Search; tryOnly: (only: readonly RulePart[]) => Promise<Error | null> },
): Promise<Failing[]> {
  const [part] = parts
  if (!part) return []
  if (parts.length === 1) return [{ part, error }]
  const failing: Failing[] = []
  const middle = Math.ceil(parts.length / 2)
  for (const half of [parts.slice(0, middle), parts.slice(middle)]) {
    if (search.trials-- <= 0 || (search.passed === 0 && failing.length >= failuresOfAll)) search.isOver = true
    if (search.isOver) break
    const why = await tryOnly(half)
    if (why) failing.push(...(await bisect(half, why, { search, tryOnly })))
    else search.passed += 1
  }
  return failing
}

/** The series of a failing rule that fail alone; the rule as a whole where that is not a few of them. */
async function findFailingSeries(
  context: Context,
  customerId: string,
  store: MetricStore,
  { one, all, tryOnly }: { one: Failing; all: readonly string[]; tryOnly: (only: readonly RulePart[]) => Promise<Error | null> },
): Promise<NewFault[]> {
  const { ruleId } = one.part
  const reasonOf = ({ message }: Error) => message.slice(0, maxReason) || 'Unknown error'
  const whole = [{ ruleId, seriesNo: wholeRule, reason: reasonOf(one.error) }]
  const seriesNos = await listSeries(context, customerId, store, { ruleId, all }).catch(() => [])
  if (seriesNos.length < 2) return whole
  const search: Search = { trials: maxTrialsOfRule, passed: 0, isOver: false }
  const parts = seriesNos.map((seriesNo) => ({ ruleId, seriesNo }))
  const failing = await bisect(parts, one.error, { search, tryOnly })
  const isFew = failing.length > 0 && failing.length <= maxSeriesOfRule && failing.length < seriesNos.length
  if (search.isOver || !isFew) return whole
  return failing.map(({ part, error }) => ({ ...part, reason: reasonOf(error) }))
}

const listSeries = (
  context: Context,
  customerId: string,
  store: MetricStore,
  { ruleId, all }: { ruleId: string; all: readonly string[] },
): Promise<number[]> =>
  inTransaction(context, customerId, async (transaction) => {
    const stored = (await readRuleStates(transaction, customerId)).filter((state) => state.ruleId === ruleId)
    const exceptRuleIds = all.filter((other) => other !== ruleId)
    const watched = await findWatchedNumbers(transaction, store, customerId, { exceptRuleIds })
    return [...new Set([...stored.map(({ seriesNo }) => seriesNo), ...watched])].sort((a, b) => a - b)
  })
