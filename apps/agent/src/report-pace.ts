const longestWaitSeconds = 240

/**
 * How long to wait until the next report; `random` is from 0 to 1. Each failure doubles the wait, to four minutes at most, and spreads it by half
 * of it to either side: the agents of a server that was away come back one after another, not at once.
 */
export function pauseBeforeReport(failures: number, cycleSeconds: number, random: number): number {
  const seconds = Math.min(longestWaitSeconds, cycleSeconds * 2 ** Math.min(failures, 4))
  return seconds * 1000 * (failures > 0 ? 0.5 + random : 0.95 + random * 0.1)
}
