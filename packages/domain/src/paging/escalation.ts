import type { Severity } from '@vakt/contract/severity.ts'
import { isAtLeast } from '@vakt/domain/severity.ts'

/** A step waits so many minutes for an answer before the next one is taken. */
export type EscalationTimes = { steps: readonly { minutes: number }[]; repeats: number }

/** From 0; `step` is past the last one when all steps were taken and the last one waits for an answer. */
export type EscalationPosition = { round: number; step: number }

/** What holds the pages about a resource, and until when: a service window, or the time until the hours of its CloudOps service begin. */
export type EscalationHold = { by: 'window' | 'hours'; until: number }

export type EscalationDecision =
  | { kind: 'end'; outcome: 'acknowledged' | 'resolved' | 'unanswered' | 'no_policy' }
  | { kind: 'wait'; for: EscalationHold }
  | { kind: 'page'; round: number; step: number }

/** What an escalation does at its due time. Milliseconds since 1970; `hold` is null while nothing holds its pages. */
export function decideEscalation(
  { steps, repeats }: EscalationTimes,
  { round, step }: EscalationPosition,
  { incidentState, hold, now }: { incidentState: 'open' | 'acknowledged' | 'resolved'; hold: EscalationHold | null; now: number },
): EscalationDecision {
  if (incidentState !== 'open') return { kind: 'end', outcome: incidentState }
  if (hold !== null && hold.until > now) return { kind: 'wait', for: hold }
  if (steps.length === 0) return { kind: 'end', outcome: 'no_policy' }
  if (step < steps.length) return { kind: 'page', round, step }
  return round < repeats ? { kind: 'page', round: round + 1, step: 0 } : { kind: 'end', outcome: 'unanswered' }
}

/** When the step after this one is due: at once where it reached no one. */
export const nextStepAt = ({ steps }: EscalationTimes, step: number, { reached, now }: { reached: boolean; now: number }): number =>
  reached ? now + (steps[step]?.minutes ?? 0) * 60_000 : now

/** Whether an incident pages at a customer that is paged for from this severity on; null: for none. */
export const pagesFor = (severity: Severity, fromSeverity: Severity | null): boolean =>
  fromSeverity !== null && isAtLeast(severity, fromSeverity)
