import type { ContactRule, DailyHours } from '@vakt/contract/contact-rules.ts'
import type { ContactChannel } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import { instantOf, wallTimeOf } from './time-zone.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** A moment in milliseconds since 1970, and the zone whose clocks count. */
type At = { now: number; timeZone: string }

/** Hours that end before they begin go past midnight; those that end when they begin are the whole day. */
export function isWithinHours({ opens, closes }: DailyHours, { now, timeZone }: At): boolean {
  const wall = wallTimeOf(now, timeZone)
  const minute = Math.floor((((wall % dayMs) + dayMs) % dayMs) / minuteMs)
  const [from, to] = [minutesOf(opens), minutesOf(closes)]
  return from < to ? from <= minute && minute < to : minute >= from || minute < to
}

/** When the quiet hours that are now end; null outside them. */
export function quietUntil(quietHours: DailyHours | null, at: At): number | null {
  if (!quietHours || !isWithinHours(quietHours, at)) return null
  const wall = wallTimeOf(at.now, at.timeZone)
  const today = Math.floor(wall / dayMs) * dayMs + minutesOf(quietHours.closes) * minuteMs
  return instantOf(today > wall ? today : today + dayMs, at.timeZone)
}

/** On which channels a person is paged, each after so many minutes; null where none of their rules fits. */
export function contactSteps(
  rules: readonly ContactRule[],
  severity: Severity,
  at: At,
): { channel: ContactChannel; minutes: number }[] | null {
  const rule = rules.find(({ severities, hours }) => severities.includes(severity) && (hours === null || isWithinHours(hours, at)))
  if (!rule) return null
  const { first, second, minutes } = rule
  return [{ channel: first, minutes: 0 }, ...(second === null ? [] : [{ channel: second, minutes }])]
}
