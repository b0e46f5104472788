import type { Cron } from 'croner'

export type Schedule = { everyHours: number | null; cron: string | null }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const minGapMs = 5 * minuteMs
/** At five minutes apart; one more shows that there are too many. */
const maxRunsOfDay = dayMs / minGapMs + 1

async function readCron(cron: string): Promise<Cron> {
  const { Cron } = await import('croner')
  return new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' })
}

/** What is wrong with a schedule: not a cron expression or one that never comes, or one with runs too close together. */
export type ScheduleProblem = { kind: 'invalid'; detail: string } | { kind: 'too-often'; detail: string }

/** All runs of the first day that has any: the times of day are the same on each. */
function runsOfDay(pattern: Cron, now: Date): Date[] {
  const first = pattern.nextRun(now)
  if (!first) return []
  const day = first.toISOString().slice(0, 10)
  const midnight = new Date(`${day}T00:00:00Z`)
  return pattern.nextRuns(maxRunsOfDay, new Date(midnight.getTime() - 1)).filter((run) => run.toISOString().startsWith(day))
}

/** Checks a schedule for all times to come, whenever it is asked. */
export async function checkSchedule({ cron }: Schedule, now: Date): Promise<ScheduleProblem | null> {
  if (cron === null) return null
  try {
    const runs = runsOfDay(await readCron(cron), now)
    const [first] = runs
    if (!first) return { kind: 'invalid', detail: 'It never comes.' }
    const following = [...runs.slice(1), new Date(first.getTime() + dayMs)]
    const close = runs.findIndex((run, index) => (following[index]?.getTime() ?? 0) - run.getTime() < minGapMs)
    if (close < 0) return null
    const timeOf = (run: Date | undefined) => run?.toISOString().slice(11, 16)
    return { kind: 'too-often', detail: `It runs at ${timeOf(runs[close])} and again at ${timeOf(following[close])}.` }
  } catch (error) {
    return { kind: 'invalid', detail: (error as Error).message }
  }
}

/** When a connector runs next by its schedule, in UTC; null when it has none. Never throws: a cron expression that cannot be read runs daily. */
export async function findNextRun({ everyHours, cron }: Schedule, now: Date): Promise<Date | null> {
  if (everyHours !== null) return new Date(now.getTime() + everyHours * hourMs)
  if (cron === null) return null
  return readCron(cron).then(
    (pattern) => pattern.nextRun(now),
    () => new Date(now.getTime() + dayMs),
  )
}

/** Runs may take a while, and the worker may be restarted. */
const graceMs = 30 * minuteMs

/**
 * A connector that has completed no run since then is late: it missed two runs in a row. Null without a schedule, and where the schedule has
 * not come twice yet.
 */
export async function findLateSince({ everyHours, cron }: Schedule, now: Date): Promise<Date | null> {
  const due = new Date(now.getTime() - graceMs)
  if (everyHours !== null) return new Date(due.getTime() - 2 * everyHours * hourMs)
  if (cron === null) return null
  return readCron(cron).then(
    (pattern) => pattern.previousRuns(2, due)[1] ?? null,
    () => new Date(due.getTime() - 2 * dayMs),
  )
}
