import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { writeSignalNote } from '@vakt/domain/signal-note.ts'
import { type EvaluateExpression, type ExpressionOwner, evaluateExpression } from './expressions/evaluate-expression.ts'
import { unrecognised } from './formats/read-field.ts'
import { readSignal } from './read-large-signal.ts'
import type { SignalContent } from './read-signal.ts'

/** A body that is to be read again in so many milliseconds; `isOwnFault`: it took too much itself, and does not merely wait. */
export type PostponedContent = { kind: 'postponed'; retryInMs: number; reason: string; isOwnFault: boolean; problem: string }

/** Reads a body of the format `generic` by its mapping, reshaped by the expression of the mapping if it has one. */
export async function readGenericBody(
  body: Buffer,
  mapping: SignalMapping | null,
  owner: ExpressionOwner,
  evaluate: EvaluateExpression = evaluateExpression,
): Promise<SignalContent | PostponedContent> {
  const expression = mapping?.expression
  if (!expression) return readSignal('generic', body, mapping)
  const answer = await evaluate(owner, { expression, input: body.toString() })
  if ('retryInMs' in answer) {
    return { kind: 'postponed', ...answer, reason: writeSignalNote('expression-paused', { error: answer.problem }) }
  }
  if ('problem' in answer) return unrecognised('expression-failed', { error: answer.problem })
  return readSignal('generic', Buffer.from(answer.output), mapping)
}
