/** A step of a process, as far as going on depends on it. */
export type RunStep =
  /** Does something outside the run: a mail, a change of the ticket. */
  | { kind: 'effect' }
  /** Sends a command to an agent, and waits for its outcome. */
  | { kind: 'command' }
  | { kind: 'delay'; minutes: number; completeIfResolved: boolean }
  | { kind: 'check_alerting' }

/** From 0; `step` is past the last one when all steps were taken. `since`: when this step became the current one. */
export type RunPosition = { step: number; since: number }

/** What a run depends on, read at the moment of the decision. Milliseconds since 1970. */
export type RunMoment = {
  isResolved: boolean
  /** Whether an alert of the incident fires. */
  isAlerting: boolean
  /** Null while no service window holds the resource. */
  heldUntil: number | null
  /** Of the command that this step sent: until when the run waits for its outcome; null: it has one. Absent while the step has sent none. */
  commandOpenUntil?: number | null
  /** The customer still has automation; without it no effect may begin. */
  isAllowed: boolean
  now: number
}

export type RunEnd = 'finished' | 'no_longer_alerting' | 'completed_early' | 'not_allowed'

export type RunDecision =
  /** `step` is the one that ended the run, none after the last one. */
  | { kind: 'end'; outcome: RunEnd; step: number | null }
  | { kind: 'wait'; reason: 'delay' | 'window' | 'command'; until: number }
  /** The step is carried out, and the next one becomes current. */
  | { kind: 'act'; step: number }
  /** A delay that is over, a check that holds, or a command whose outcome is known or waited for no longer: the next step becomes current. */
  | { kind: 'pass'; step: number }

const minuteMs = 60_000

function decideDelay(
  { minutes, completeIfResolved }: { minutes: number; completeIfResolved: boolean },
  { step, since }: RunPosition,
  { isResolved, now }: RunMoment,
): RunDecision {
  if (completeIfResolved && isResolved) return { kind: 'end', outcome: 'completed_early', step }
  const until = since + minutes * minuteMs
  return until > now ? { kind: 'wait', reason: 'delay', until } : { kind: 'pass', step }
}

/** What a run does now. Pure: the same position and moment always give the same decision. */
export function decideRun(steps: readonly RunStep[], position: RunPosition, moment: RunMoment): RunDecision {
  const step = steps[position.step]
  if (!step) return { kind: 'end', outcome: 'finished', step: null }
  if (step.kind === 'delay') return decideDelay(step, position, moment)
  if (step.kind === 'check_alerting')
    return moment.isAlerting ? { kind: 'pass', step: position.step } : { kind: 'end', outcome: 'no_longer_alerting', step: position.step }
  const { heldUntil, commandOpenUntil, now } = moment
  if (step.kind === 'command' && commandOpenUntil !== undefined)
    return commandOpenUntil !== null && commandOpenUntil > now
      ? { kind: 'wait', reason: 'command', until: commandOpenUntil }
      : { kind: 'pass', step: position.step }
  if (!moment.isAllowed) return { kind: 'end', outcome: 'not_allowed', step: position.step }
  if (heldUntil !== null && heldUntil > now) return { kind: 'wait', reason: 'window', until: heldUntil }
  return { kind: 'act', step: position.step }
}

/** Within which time runs of one process on one resource are counted, and how many there may be. */
export const loopLimit = { runs: 10, withinMs: 60 * minuteMs } as const

/** Whether one more run would be a loop: each run of a process that resolves what still fires opens an incident that starts it again. */
export const isLoop = (recentRuns: number): boolean => recentRuns >= loopLimit.runs
