import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'
import type { Span } from './span.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const quarter = 15 * minute

/** What a tick is labelled with: the time of day, the day, the month or the year. */
export type TickKind = 'time' | 'day' | 'month' | 'year'
export type TimeTicks = { kind: TickKind; ticks: number[] }

const timeSteps = [...[1, 2, 5, 10, 15, 30].map((count) => count * minute), ...[1, 2, 3, 6, 12].map((count) => count * hour)]
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120]

/** At these times of day. A time that the clocks skip is left out; one that they show twice has two ticks only where ticks are an hour apart or less. */
function timesOfDay({ from, to }: Span, step: number, timeZone: string): number[] {
  const ticks: number[] = []
  // Clocks change by whole quarters of an hour, so that no tick lies between these.
  const pace = Math.min(step, quarter)
  for (let at = Math.ceil(from / pace) * pace; at <= to; at += pace) {
    const wallTime = wallTimeOf(at, timeZone)
    const isRepeated = step > hour && wallTime === wallTimeOf(ticks.at(-1) ?? 0, timeZone)
    if (!isRepeated && (wallTime % day) % step === 0) ticks.push(at)
  }
  return ticks
}

function midnights({ from, to }: Span, days: number, timeZone: string): number[] {
  const ticks: number[] = []
  const lastDay = Math.floor(wallTimeOf(to, timeZone) / day)
  for (let date = Math.floor(wallTimeOf(from, timeZone) / day); date <= lastDay; date++) {
    // 1970 began on a Thursday: weeks begin on the Monday after.
    const isTick = days < 7 ? date % days === 0 : (date + 3) % days === 0
    const at = instantOf(date * day, timeZone)
    if (isTick && at >= from && at <= to) ticks.push(at)
  }
  return ticks
}

function firstsOfMonths({ from, to }: Span, months: number, timeZone: string): number[] {
  const ticks: number[] = []
  const start = new Date(wallTimeOf(from, timeZone))
  const firstMonth = start.getUTCFullYear() * 12 + start.getUTCMonth()
  for (let month = Math.ceil(firstMonth / months) * months; ; month += months) {
    const at = instantOf(Date.UTC(Math.floor(month / 12), month % 12), timeZone)
    if (at > to) return ticks
    if (at >= from) ticks.push(at)
  }
}

/** Ticks at sensible times of the zone, at most so many; the days on which the clocks change are an hour longer or shorter. */
export function timeTicks(span: Span, timeZone: string, maxCount: number): TimeTicks {
  const length = span.to - span.from
  const fits = (step: number) => length / step <= maxCount
  const time = timeSteps.find(fits)
  if (time) return { kind: 'time', ticks: timesOfDay(span, time, timeZone) }
  const days = daySteps.find((count) => fits(count * day))
  if (days) return { kind: 'day', ticks: midnights(span, days, timeZone) }
  const months = monthSteps.find((count) => fits(count * 30 * day)) ?? 240
  return { kind: months < 12 ? 'month' : 'year', ticks: firstsOfMonths(span, months, timeZone) }
}

/** The days of the span: each with the part of it that the span holds. */
export function daysOf({ from, to }: Span, timeZone: string): Span[] {
  const starts = midnights({ from: from + 1, to: to - 1 }, 1, timeZone)
  return [from, ...starts].map((start, index) => ({ from: start, to: starts[index] ?? to }))
}

/** Whether the clocks of the zone show this time of day a second time, an hour later or before. */
export const isShownTwice = (at: number, timeZone: string): boolean =>
  [-hour, hour].some((shift) => wallTimeOf(at + shift, timeZone) === wallTimeOf(at, timeZone))
