import type { SignalMapping } from '@vakt/contract/source-mapping.ts'
import { evaluateExpression } from './expressions/evaluate-expression.ts'
import { unrecognised } from './formats/read-field.ts'
import { readSignal } from './read-large-signal.ts'
import type { SignalContent } from './read-signal.ts'

/** Reads a body of the format `generic` by its mapping, reshaped by the expression of the mapping if it has one. */
export async function readGenericBody(body: Buffer, mapping: SignalMapping | null): Promise<SignalContent> {
  const expression = mapping?.expression
  if (!expression) return readSignal('generic', body, mapping)
  const answer = await evaluateExpression(expression, body.toString())
  if ('problem' in answer) return unrecognised('expression-failed', { error: answer.problem })
  return readSignal('generic', Buffer.from(answer.output), mapping)
}
