import type { clockStates, ServiceClock } from '@vakt/contract/tickets/service-levels.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { BusinessClock, Period } from './business-calendar.ts'
import { isOpen } from './ticket-status.ts'

/** What has been promised for a priority, in minutes of open time; null: nothing. */
export type ServiceTargets = Readonly<Record<ServiceClock, number | null>>

/** What of a ticket's past counts. All instants in milliseconds, lists oldest first. */
export type TicketPast = {
  createdAt: number
  status: TicketStatus
  /** Every change of the status since. */
  statusChanges: readonly { at: number; before: TicketStatus; after: TicketStatus }[]
  /** When the provider's staff wrote a public comment. */
  answers: readonly number[]
}

export type ClockState = (typeof clockStates)[number]

/** A clock of a ticket. `missed` may still run: it is late, and later each minute. */
export type ClockResult = {
  clock: ServiceClock
  state: ClockState
  isEnded: boolean
  /** Its time passes; false while the ticket waits for the customer, and in the end. */
  isRunning: boolean
  /** Which time it runs: 0 for the first, and one more with each public answer for the next update. */
  round: number
  targetMinutes: number
  /** When the time is up, or was; null while paused with time left, and once met. */
  dueAt: number | null
  /** When the given share of the time has passed; null where `dueAt` is. */
  warnAt: number | null
  /** Open minutes, less than none when late; at the end what was left then. */
  minutesLeft: number
}

const minute = 60_000

/** The periods in which a ticket was open and did not wait for the customer; the last one may have no end. */
function workingPeriods({ createdAt, status, statusChanges }: TicketPast): Period[] {
  const steps = [
    { at: createdAt, status: statusChanges[0]?.before ?? status },
    ...statusChanges.map(({ at, after }) => ({ at: Math.max(at, createdAt), status: after })),
  ]
  const working = (at: TicketStatus) => isOpen(at) && at !== 'waiting_for_customer'
  return steps.flatMap((step, index) => {
    const to = steps[index + 1]?.at ?? Number.POSITIVE_INFINITY
    return working(step.status) && step.at < to ? [{ from: step.at, to }] : []
  })
}

const within = (periods: readonly Period[], from: number, to: number): Period[] =>
  periods.map((period) => ({ from: Math.max(period.from, from), to: Math.min(period.to, to) })).filter((period) => period.from < period.to)

/** When so much time has passed in these periods; null if it never does, as far as is known. */
function reach(periods: readonly Period[], openMilliseconds: number, clock: BusinessClock): number | null {
  let left = openMilliseconds
  for (const { from, to } of periods) {
    if (to === Number.POSITIVE_INFINITY) return clock.add(from, left)
    const passed = clock.between(from, to)
    if (left <= passed) return clock.add(from, left)
    left -= passed
  }
  return null
}

type Run = { clock: ServiceClock; round: number; targetMinutes: number; periods: readonly Period[]; isEnded: boolean }
type ClockSettings = { calendar: BusinessClock; now: number; warnAtPercent: number }

function judge({ periods, isEnded, ...run }: Run, { calendar, now, warnAtPercent }: ClockSettings): ClockResult {
  const target = run.targetMinutes * minute
  const passed = within(periods, Number.NEGATIVE_INFINITY, now).reduce((sum, { from, to }) => sum + calendar.between(from, to), 0)
  const dueAt = reach(periods, target, calendar)
  const isLate = passed > target || (!isEnded && dueAt !== null && dueAt <= now)
  const isRunning = !isEnded && periods.at(-1)?.to === Number.POSITIVE_INFINITY
  const state: ClockState = isLate ? 'missed' : isEnded ? 'met' : isRunning ? 'running' : 'paused'
  const isShown = state === 'missed' || state === 'running'
  return {
    ...run,
    isEnded,
    isRunning,
    state,
    dueAt: isShown ? dueAt : null,
    warnAt: isShown ? reach(periods, (target * warnAtPercent) / 100, calendar) : null,
    minutesLeft: Math.floor((target - passed) / minute),
  }
}

/** The rounds in which staff owe the customer word: from the first answer on, or from the beginning where nothing is promised for that. */
function updateRounds(past: TicketPast, targets: ServiceTargets): { from: number; to: number; round: number }[] {
  const { answers, createdAt } = past
  const starts = targets.first_response === null ? [createdAt, ...answers] : answers
  const firstRound = targets.first_response === null ? 0 : 1
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? Number.POSITIVE_INFINITY, round: firstRound + index }))
}

/**
 * The clocks of a ticket for what is promised. Time counts while the ticket is open and does not wait for the customer: waiting pauses the
 * clocks, a resolved ticket ends them, and one that is opened again goes on where it ended.
 */
export function readServiceClocks(past: TicketPast, targets: ServiceTargets, settings: ClockSettings): ClockResult[] {
  const periods = workingPeriods(past)
  const isDone = !isOpen(past.status)
  const doneAt = past.statusChanges.find(({ after }) => !isOpen(after))?.at ?? (isDone ? settings.now : Number.POSITIVE_INFINITY)
  const answeredAt = Math.min(past.answers[0] ?? Number.POSITIVE_INFINITY, doneAt)
  const results: ClockResult[] = []
  const add = (run: Run) => results.push(judge(run, settings))
  if (targets.first_response !== null) {
    const isEnded = answeredAt !== Number.POSITIVE_INFINITY
    const untilAnswer = within(periods, past.createdAt, answeredAt)
    add({ clock: 'first_response', round: 0, targetMinutes: targets.first_response, periods: untilAnswer, isEnded })
  }
  if (targets.next_update !== null) {
    const { next_update: targetMinutes } = targets
    const rounds = updateRounds(past, targets).map(({ round, from, to }) =>
      judge(
        {
          clock: 'next_update',
          round,
          targetMinutes,
          periods: within(periods, from, to),
          isEnded: isDone || to !== Number.POSITIVE_INFINITY,
        },
        settings,
      ),
    )
    const current = rounds.at(-1)
    const late = rounds.find(({ state }) => state === 'missed')
    if (current) results.push(isDone && late ? late : current)
  }
  if (targets.resolution !== null) add({ clock: 'resolution', round: 0, targetMinutes: targets.resolution, periods, isEnded: isDone })
  return results
}

/** The same clock at a later moment, nothing having happened meanwhile. */
export function readLater(result: ClockResult, calendar: BusinessClock, now: number): ClockResult {
  if (!result.isRunning || result.dueAt === null) return result
  const minutesLeft = Math.floor(calendar.between(now, result.dueAt) / minute)
  return { ...result, minutesLeft, state: result.dueAt <= now ? 'missed' : 'running' }
}

export type WarningLevel = 'soon' | 'missed'
export type ServiceWarning = { clock: ServiceClock; round: number; level: WarningLevel; at: number }

/** Of what may be warned, and when: once as its time runs short and once when it is up, for each round of a clock that goes on. */
export function warningsOf(clocks: readonly ClockResult[]): ServiceWarning[] {
  return clocks
    .filter(({ isEnded }) => !isEnded)
    .flatMap(({ clock, round, warnAt, dueAt }) => [
      ...(warnAt !== null && dueAt !== null && warnAt < dueAt ? [{ clock, round, level: 'soon' as const, at: warnAt }] : []),
      ...(dueAt !== null ? [{ clock, round, level: 'missed' as const, at: dueAt }] : []),
    ])
}

/** The clock to look at: of those that go on the one that is up first, else what was missed in the end, else the last that was met. */
export function nextClock(clocks: readonly ClockResult[]): ClockResult | null {
  const going = clocks.filter(({ isEnded }) => !isEnded)
  if (going.length > 0) {
    const rank = ({ dueAt }: ClockResult) => dueAt ?? Number.POSITIVE_INFINITY
    return going.toSorted((one, other) => rank(one) - rank(other) || one.minutesLeft - other.minutesLeft)[0] ?? null
  }
  return clocks.find(({ state }) => state === 'missed') ?? clocks.at(-1) ?? null
}
