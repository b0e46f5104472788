import type { Format } from '#web/platform/format.ts'

/** A moment in the zone of the service, which is named where the reader's clock shows another time: `27 Nov 2026, 18:00 (Europe/Stockholm)`. */
export function writeInZone(moment: number, timeZone: string, { locale, exact }: Pick<Format, 'locale' | 'exact'>): string {
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(moment)
  return written === exact(new Date(moment).toISOString()) ? written : `${written} (${timeZone})`
}
