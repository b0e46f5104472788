const shortestMilliseconds = 50
const busyPerSecond = 300
const restPerWork = 3

type Load = {
  workedMilliseconds: number
  arrivalsPerSecond: number
  longestMilliseconds: number
  /** How long something has been left behind already; none of `longestMilliseconds` is left for what waits longer. */
  behindMilliseconds?: number
}

/**
 * The duty cycle of a job that shares its process with the door: how long what wakes it is gathered before its next run. While much arrives
 * it gives way for three times as long as it worked, so that little of the process is taken from the door and more is worked through at once.
 * Nothing waits for it longer than `longestMilliseconds`, however much arrives; and a job that left something behind does not rest at all, unless it has a pause, too.
 */
export function debounceFor(load: Load): number {
  return Math.max(shortestMilliseconds, pauseFor(load))
}

/** As `debounceFor`, between two runs of a job that left something behind, where that may wait: none while little arrives. */
export function pauseFor({ workedMilliseconds, arrivalsPerSecond, longestMilliseconds, behindMilliseconds = 0 }: Load): number {
  if (arrivalsPerSecond < busyPerSecond) return 0
  return Math.max(0, Math.min(longestMilliseconds - behindMilliseconds, restPerWork * workedMilliseconds))
}
