import type { Language } from '@vakt/contract/users/session.ts'
import { isTimeZone } from './time-zone.ts'

/** A date and time as people read it, to the minute and with the zone: `21 Nov 2026, 14:05 CET`. A zone that is not known (any more) is UTC. */
export function formatMoment(iso: string, { language, timeZone }: { language: Language; timeZone: string }): string {
  return new Intl.DateTimeFormat(language === 'sv' ? 'sv-SE' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    timeZoneName: 'short',
  }).format(new Date(iso))
}
