import { QuestionRefused, StoreUnavailable } from '#server/features/metrics/metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { isPoolFull } from '#server/platform/database/transact.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { evaluateOnce, type RuleEvaluation, TrialPassed } from './evaluate-once.ts'
import { setPoisonAside, type Trial } from './set-poison-aside.ts'

/** Whether a rule may be at fault: what passes by itself is tried again first, up to the third attempt. */
const mayBeOfRule = (error: unknown, attempts: number): error is Error =>
  error instanceof Error &&
  (error instanceof QuestionRefused || !(error instanceof StoreUnavailable)) &&
  !isPoolFull(error) &&
  (!isPassing(error) || attempts >= 3)

/**
 * Evaluates what has closed of one customer; answers whether there is more to do. Where that fails because of single rules or series, these are
 * left out until they are tried again, and there is more to do: the others.
 */
export async function evaluateCustomer(context: Context, customerId: string, evaluation: RuleEvaluation, attempts = 1): Promise<boolean> {
  try {
    return await evaluateOnce(context, customerId, evaluation, null)
  } catch (error) {
    if (!mayBeOfRule(error, attempts)) throw error
    const tryAlone: Trial = async (only, all) => {
      try {
        await evaluateOnce(context, customerId, { ...evaluation, cache: new Map() }, { only, all })
        return null
      } catch (problem) {
        if (problem instanceof TrialPassed) return null
        if (!mayBeOfRule(problem, attempts)) throw problem
        return problem
      }
    }
    if (!(await setPoisonAside(context, customerId, evaluation.store, { error, tryAlone }))) throw error
    return true
  }
}
