import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { reviveSchedules } from './schedule-table.ts'
import type { Queue } from './work-queue.ts'

/** Its jobs belong to no customer; their rows are the names of schedules. */
const scheduleQueueName = 'schedules'

/** `cron` has five fields, and is read in that time zone. */
export type ScheduleTimes = { everyMilliseconds: number } | { cron: string; timeZone: string }

export type Schedule = ScheduleTimes & {
  /** Answers whether there is more to do right away. */
  run(createContext: () => Context, signal: AbortSignal): Promise<boolean>
}

const maxAttempts = 5
/** What has more to do then goes on in its next attempt. */
const longestTurnMilliseconds = 5 * 60_000
/** A release that knows the schedule may run beside this one. */
const unknownPauseMilliseconds = 10 * 60_000

/** The first time after `now`, and the latest one before. */
export async function findTimes(times: ScheduleTimes, now: Date): Promise<{ next: Date; latest: Date }> {
  if ('everyMilliseconds' in times) {
    const { everyMilliseconds } = times
    return { next: new Date(now.getTime() + everyMilliseconds), latest: new Date(now.getTime() - everyMilliseconds) }
  }
  const { Cron } = await import('croner')
  const pattern = new Cron(times.cron, { timezone: times.timeZone, paused: true, mode: '5-part' })
  const [next, [latest]] = [pattern.nextRun(now), pattern.previousRuns(1, now)]
  if (!next || !latest) throw new Error(`The schedule ${times.cron} never comes.`)
  return { next, latest }
}

/**
 * Runs what is due, each schedule in one process at a time. One that was missed is made up for once, since its job waits with the time that
 * has passed. One that throws is tried again like any job.
 */
export const scheduleQueue = (schedules: Record<string, Schedule>): Record<string, Queue> => ({
  [scheduleQueueName]: {
    // Each has a slot, so that none waits for another.
    slots: Object.keys(schedules).length,
    maxPerCustomer: Object.keys(schedules).length,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxAttempts,
    maxSeconds: 60 * 60,
    async run({ rowId: name }, { createContext, signal, finish }) {
      const schedule = schedules[name]
      const contextOf = (): Context => ({ ...createContext(), actor: { type: 'system', job: name } })
      let hasMore = schedule !== undefined
      const until = performance.now() + longestTurnMilliseconds
      while (hasMore && schedule && !signal.aborted && performance.now() < until) hasMore = await schedule.run(contextOf, signal)
      const { now, ...context } = contextOf()
      const due = schedule ? (await findTimes(schedule, now)).next : new Date(now.getTime() + unknownPauseMilliseconds)
      await workForAllCustomers(context, (transaction) => finish(transaction, hasMore ? now : due))
    },
  },
})

/** Enqueues schedules that are new, follows changed times, and has those that failed tried again once their next time has come. */
export async function keepSchedules({ now, ...context }: Context, schedules: Record<string, ScheduleTimes>): Promise<boolean> {
  const rows = await Promise.all(Object.entries(schedules).map(async ([name, times]) => ({ name, ...(await findTimes(times, now)) })))
  await workForAllCustomers(context, (transaction) => reviveSchedules(transaction, scheduleQueueName, rows))
  return false
}
