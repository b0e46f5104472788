const longestWaitSeconds = 240

/**
 * How long to wait until the next report; `random` is from 0 to 1. Each failure doubles the wait, to four minutes at most, and spreads it by half
 * of it to either side: the agents of a server that was away come back one after another, not at once.
 */
export function pauseBeforeReport(failures: number, cycleSeconds: number, random: number): number {
  const seconds = Math.min(longestWaitSeconds, cycleSeconds * 2 ** Math.min(failures, 4))
  return seconds * 1000 * (failures > 0 ? 0.5 + random : 0.95 + random * 0.1)
}

/** Vakt holds a request for a command for longer, unless one comes or it stops. */
const shortestHoldMs = 20_000
const comeBackMs = 30_000
const longestPauseMs = 120_000

/**
 * How long to wait, on average, after an answer without a command. One that came early is of a server that stops, or gives this agent no commands: the
 * agents of a server that was restarted come back over half a minute, not at once.
 */
export const pauseAfterNothing = (heldMs: number): number => (heldMs < shortestHoldMs ? comeBackMs : 0)

/**
 * How long to wait, on average, after a request for a command that failed, given the pause before it. The requests of all agents break in the same
 * moment when a server is killed, so already the first pause spreads them.
 */
export const pauseAfterFailure = (pauseMs: number, cycleSeconds: number): number =>
  Math.min(longestPauseMs, Math.max(Math.min(comeBackMs, cycleSeconds * 500), pauseMs * 2))
