/** The date and time of day in Stockholm, such as `2026-11-27T17:00`. */
export const localMoment = (at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Stockholm' }).format(at).replace(' ', 'T')
