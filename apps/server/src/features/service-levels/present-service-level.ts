import type { ServiceLevel } from '@vakt/contract/tickets/service-levels.ts'
import { type ClockResult, nextClock, readLater } from '@vakt/domain/service-level.ts'
import { clockOf, type KeyedCalendar, keyedCalendar } from './calendar-clock.ts'

/** The clocks of a ticket as they are read with it. */
export type StoredServiceLevel = { clocks: ClockResult[]; calendar: KeyedCalendar } | null

/** SQL over the ticket `t`: its clocks, for `presentServiceLevel`. */
export const storedServiceLevel = `(select json_build_object('clocks', l.clocks, 'calendar', ${keyedCalendar})
  from ticket_service_level l join business_calendar b using (calendar_id) where l.customer_id = t.customer_id and l.ticket_id = t.ticket_id)`

const moment = (instant: number) => new Date(instant).toISOString()

function present(result: ClockResult, calendar: KeyedCalendar, now: Date): ServiceLevel {
  const { clock, state, isEnded, dueAt, minutesLeft, targetMinutes, isRunning } = result
  const period = isRunning ? clockOf(calendar).openPeriod(now.getTime()) : null
  return {
    clock,
    state,
    isEnded,
    dueAt: dueAt === null ? null : moment(dueAt),
    minutesLeft,
    targetMinutes,
    calendar: calendar.name,
    asOf: now.toISOString(),
    countsFrom: isRunning ? moment(period?.from ?? now.getTime()) : null,
    countsTo: period ? moment(period.to) : null,
  }
}

const readClocks = ({ clocks, calendar }: NonNullable<StoredServiceLevel>, now: Date) =>
  clocks.map((clock) => readLater(clock, clockOf(calendar), now.getTime()))

/** The clock to look at now; null where nothing is promised. */
export function presentServiceLevel(stored: StoredServiceLevel, now: Date): ServiceLevel | null {
  const next = stored && nextClock(readClocks(stored, now))
  return next && present(next, stored.calendar, now)
}

/** All clocks of a ticket. */
export const presentServiceLevels = (stored: StoredServiceLevel, now: Date): ServiceLevel[] =>
  stored ? readClocks(stored, now).map((clock) => present(clock, stored.calendar, now)) : []
