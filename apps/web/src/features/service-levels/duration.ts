/** `15`, `15 min`, `4 h`, `1 h 30 min`, `1,5 h` as minutes; nothing as null, and what is no duration as undefined. */
export function parseDuration(text: string): number | null | undefined {
  const given = text.trim().toLowerCase().replaceAll(',', '.')
  if (given === '') return null
  const [whole, hours, minutes] = /^(?:(\d+(?:\.\d+)?)\s*h\w*)?\s*(?:(\d+)\s*(?:m\w*)?)?$/.exec(given) ?? []
  if (!whole) return undefined
  const total = Math.round(Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  return total >= 1 && total <= 525_600 ? total : undefined
}

export function writeDuration(minutes: number | null): string {
  if (minutes === null) return ''
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** `08:00–17:00` as opening hours; nothing is closed, null; anything else undefined. */
export function parseHours(text: string): { opens: string; closes: string } | null | undefined {
  const given = text.trim()
  if (given === '') return null
  const [whole, from = '', fromMinutes = '00', to = '', toMinutes = '00'] =
    /^(\d{1,2})(?:[:.](\d\d))?\s*[-–]\s*(\d{1,2})(?:[:.](\d\d))?$/.exec(given) ?? []
  const isTime = (hour: string, minute: string) => Number(minute) < 60 && Number(hour) * 60 + Number(minute) <= 1440
  if (!whole || !isTime(from, fromMinutes) || !isTime(to, toMinutes)) return undefined
  const [opens, closes] = [`${from.padStart(2, '0')}:${fromMinutes}`, `${to.padStart(2, '0')}:${toMinutes}`]
  return opens < closes ? { opens, closes } : undefined
}

export const writeHours = (hours: { opens: string; closes: string } | null): string => (hours ? `${hours.opens}–${hours.closes}` : '')

/** A day that there is, such as `2026-12-24`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
