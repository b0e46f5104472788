import { isTimeZone } from '@vakt/domain/time-zone.ts'
import { Invalid } from '#server/platform/errors.ts'

/** Throws Invalid for what is no time zone of the IANA database. */
export function checkTimeZone(property: string, name: string): void {
  if (!isTimeZone(name))
    throw Invalid.field(property, `There is no time zone "${name}". A name such as Europe/Stockholm would be right.`, 'error.time_zone')
}
