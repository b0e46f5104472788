import type { OpeningHours } from '@vakt/contract/tickets/service-levels.ts'

export const minutesOfDay = 1440

/** `08:00–17:00` as opening hours; nothing is closed, null; anything else undefined. */
export function parseHours(text: string): OpeningHours | null | undefined {
  const given = text.trim()
  if (given === '') return null
  const [whole, from = '', fromMinutes = '00', to = '', toMinutes = '00'] =
    /^(\d{1,2})(?:[:.](\d\d))?\s*[-–]\s*(\d{1,2})(?:[:.](\d\d))?$/.exec(given) ?? []
  const isTime = (hour: string, minute: string) => Number(minute) < 60 && Number(hour) * 60 + Number(minute) <= minutesOfDay
  if (!whole || !isTime(from, fromMinutes) || !isTime(to, toMinutes)) return undefined
  const [opens, closes] = [`${from.padStart(2, '0')}:${fromMinutes}`, `${to.padStart(2, '0')}:${toMinutes}`]
  return opens < closes ? { opens, closes } : undefined
}

export const writeHours = (hours: OpeningHours | null): string => (hours ? `${hours.opens}–${hours.closes}` : '')

/** `08:30` as minutes since midnight. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function timeAt(minute: number): string {
  const padded = (value: number) => String(value).padStart(2, '0')
  return `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`
}

const step = 15
const onStep = (minute: number) => Math.round(minute / step) * step
const within = (minute: number, min: number, max: number) => Math.min(Math.max(minute, min), max)

/** The opening hours between two points of the day in minutes, in either order, on whole quarters and at least one long. */
export function hoursBetween(one: number, other: number): OpeningHours {
  const from = within(onStep(Math.min(one, other)), 0, minutesOfDay - step)
  const to = within(onStep(Math.max(one, other)), from + step, minutesOfDay)
  return { opens: timeAt(from), closes: timeAt(to) }
}

/** Moves where the day opens, where it closes, or both, by so many minutes; it never gets shorter than a quarter nor leaves the day. */
export function moveHours(hours: OpeningHours, part: 'opens' | 'closes' | 'both', by: number): OpeningHours {
  const [from, to] = [minuteOf(hours.opens), minuteOf(hours.closes)]
  if (part === 'opens') return { ...hours, opens: timeAt(within(from + by, 0, to - step)) }
  if (part === 'closes') return { ...hours, closes: timeAt(within(to + by, from + step, minutesOfDay)) }
  const moved = within(by, -from, minutesOfDay - to)
  return { opens: timeAt(from + moved), closes: timeAt(to + moved) }
}

/** A day that there is, such as `2026-12-24`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
