export type Schedule = { everyHours: number | null; cron: string | null }

const hourMilliseconds = 3_600_000
const leastMilliseconds = 5 * 60_000

/** When a connector runs next by its schedule, in UTC; null when it has none. Throws what is wrong with the cron expression. */
export async function findNextRun({ everyHours, cron }: Schedule, now: Date): Promise<Date | null> {
  if (everyHours !== null) return new Date(now.getTime() + everyHours * hourMilliseconds)
  if (cron === null) return null
  const { Cron } = await import('croner')
  const [first, second] = new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' }).nextRuns(2, now)
  if (!first) throw new Error('It never comes.')
  if (second && second.getTime() - first.getTime() < leastMilliseconds) throw new Error('More often than every five minutes.')
  return first
}
