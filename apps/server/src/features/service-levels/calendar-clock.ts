import { type BusinessCalendar, type BusinessClock, createBusinessClock } from '@vakt/domain/business-calendar.ts'

/** A calendar as it is stored, by a key that changes with it. */
export type KeyedCalendar = BusinessCalendar & { key: string; name: string }

const mostKept = 500
const clocks = new Map<string, BusinessClock>()

/** The clock of a calendar; kept, since it remembers the days it has met. */
export function clockOf(calendar: KeyedCalendar): BusinessClock {
  let clock = clocks.get(calendar.key)
  if (!clock) {
    if (clocks.size >= mostKept) clocks.clear()
    clock = createBusinessClock(calendar)
    clocks.set(calendar.key, clock)
  }
  return clock
}

/** SQL over the calendar `b`. */
export const keyedCalendar = `json_build_object('key', b.calendar_id || ' ' || b.version, 'name', b.name, 'timeZone', b.time_zone,
  'alwaysOpen', b.always_open, 'week', b.week, 'holidays', b.holidays, 'closedDays', b.closed_days)`
