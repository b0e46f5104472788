import type { Cron } from 'croner'

export type Schedule = { everyHours: number | null; cron: string | null }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const minGapMs = 5 * minuteMs

async function readCron(cron: string): Promise<Cron> {
  const { Cron } = await import('croner')
  return new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' })
}

/** What is wrong with a schedule: not a cron expression or one that never comes, or one with runs too close together. */
export type ScheduleProblem = { kind: 'invalid'; detail: string } | { kind: 'too-often'; detail: string }

const dayOf = (run: Date) => run.toISOString().slice(0, 10)
const timeOf = (run: Date) => run.toISOString().slice(11, 16)

/** The first two runs of a day that are too close together, over midnight too; null without any. The times of day are the same on each day with runs. */
function findCloseRuns(pattern: Cron, someRun: Date): [Date, Date] | null {
  const day = dayOf(someRun)
  const first = pattern.nextRun(new Date(Date.parse(`${day}T00:00:00Z`) - 1)) ?? someRun
  const again = new Date(first.getTime() + dayMs)
  for (let run = first; dayOf(run) === day; ) {
    const next = pattern.nextRun(run)
    const following = next && dayOf(next) === day ? next : again
    if (following.getTime() - run.getTime() < minGapMs) return [run, following]
    run = following
  }
  return null
}

/** Checks a schedule for all times to come, whenever it is asked. */
export async function checkSchedule({ cron }: Schedule, now: Date): Promise<ScheduleProblem | null> {
  if (cron === null) return null
  try {
    const pattern = await readCron(cron)
    const someRun = pattern.nextRun(now)
    if (!someRun) return { kind: 'invalid', detail: 'It never comes.' }
    const close = findCloseRuns(pattern, someRun)
    return close && { kind: 'too-often', detail: `It runs at ${timeOf(close[0])} and again at ${timeOf(close[1])}.` }
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
