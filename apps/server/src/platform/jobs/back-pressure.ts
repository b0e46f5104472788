const shortestMilliseconds = 100
const busyPerSecond = 300
const restPerWork = 3

/**
 * The duty cycle of a job that shares its process with the door: how long what wakes it is gathered before its next run. While much arrives
 * it gives way for three times as long as it worked, so that little of the process is taken from the door and more is worked through at once.
 * Nothing waits for it longer than `longestMilliseconds`, however much arrives; and a job that left something behind does not rest at all.
 */
export function gatherFor({
  workedMilliseconds,
  arrivalsPerSecond,
  longestMilliseconds,
}: {
  workedMilliseconds: number
  arrivalsPerSecond: number
  longestMilliseconds: number
}): number {
  if (arrivalsPerSecond < busyPerSecond) return shortestMilliseconds
  return Math.min(longestMilliseconds, Math.max(shortestMilliseconds, restPerWork * workedMilliseconds))
}
