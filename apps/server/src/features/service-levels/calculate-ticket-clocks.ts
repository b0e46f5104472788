import { type ClockResult, nextClock, readServiceClocks, type ServiceWarning, warningsOf } from '@vakt/domain/service-level.ts'
import { clockOf } from './calendar-clock.ts'
import type { FollowedTicket, ServiceRule, TicketLevel } from './ticket-level-table.ts'

export type TicketWithClocks = { ticket: FollowedTicket; rule: ServiceRule; clocks: ClockResult[]; toCome: ServiceWarning[] }

const keyOf = ({ clock, round, level }: Pick<ServiceWarning, 'clock' | 'round' | 'level'>) => `${clock} ${round} ${level}`

/** The clocks of a ticket, and the warnings of them that have not been given. */
export function calculateClocks(ticket: FollowedTicket, rule: ServiceRule, now: Date): TicketWithClocks {
  const calendar = clockOf(rule.calendar)
  const clocks = readServiceClocks(ticket, rule.targets, { calendar, now: now.getTime(), warnAtPercent: rule.warnAtPercent })
  const toCome = warningsOf(clocks).filter((warning) => !ticket.warned.includes(keyOf(warning)))
  return { ticket, rule, clocks, toCome }
}

export function levelOf({ ticket, rule, clocks, toCome }: TicketWithClocks): TicketLevel {
  const next = nextClock(clocks)
  return {
    ticketId: ticket.ticketId,
    calendarId: rule.calendarId,
    clocks,
    dueAt: next && !next.isEnded ? next.dueAt : null,
    nextWarningAt: toCome.length > 0 ? Math.min(...toCome.map(({ at }) => at)) : null,
  }
}
