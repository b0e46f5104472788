import type { ServiceClock } from '@vakt/contract/tickets/service-levels.ts'
import { texts } from '#web/platform/texts.ts'

export const timeLeftTexts = texts(
  {
    clocks: { first_response: 'First response', next_update: 'Next update', resolution: 'Resolution' } satisfies Record<
      ServiceClock,
      string
    >,
    left: (time: string) => `${time} left`,
    late: (time: string) => `Overdue by ${time}`,
    lateNow: 'Overdue',
    paused: (time: string) => `${time}, paused`,
    met: 'Met',
    missed: 'Missed',
    due: (clock: string, at: string) => `${clock}: due ${at}`,
    wasDue: (clock: string, at: string) => `${clock}: was due ${at}`,
    waits: (clock: string) => `${clock}: paused while the ticket waits for the customer`,
    wasMet: (clock: string) => `${clock}: done in time`,
    target: (time: string, calendar: string) => `Target ${time}, counted in ${calendar}`,
    none: 'No target',
  },
  {
    clocks: { first_response: 'Första svar', next_update: 'Nästa besked', resolution: 'Lösning' },
    left: (time) => `${time} kvar`,
    late: (time) => `Försenat ${time}`,
    lateNow: 'Försenat',
    paused: (time) => `${time}, pausat`,
    met: 'Uppfyllt',
    missed: 'Missat',
    due: (clock, at) => `${clock}: senast ${at}`,
    wasDue: (clock, at) => `${clock}: skulle ha varit klart ${at}`,
    waits: (clock) => `${clock}: pausat medan ärendet väntar på kunden`,
    wasMet: (clock) => `${clock}: klart i tid`,
    target: (time, calendar) => `Mål ${time}, räknat i ${calendar}`,
    none: 'Inget mål',
  },
)
