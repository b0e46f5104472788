import type { ServiceLevel } from '@vakt/contract/tickets/service-levels.ts'

const minute = 60_000

/** The minutes left at a later moment: they count down in the open period only. */
export function minutesLeftAt({ minutesLeft, asOf, countsFrom, countsTo }: ServiceLevel, now: number): number {
  if (countsFrom === null) return minutesLeft
  const from = Math.max(Date.parse(asOf), Date.parse(countsFrom))
  const to = countsTo === null ? now : Math.min(now, Date.parse(countsTo))
  return minutesLeft - Math.max(0, Math.floor((to - from) / minute))
}

export type TimeLeftLook = 'calm' | 'short' | 'late' | 'paused' | 'met' | 'missed'

/** How it looks: short from a quarter of the time on. */
export function lookOf(level: ServiceLevel, now: number): TimeLeftLook {
  if (level.isEnded) return level.state === 'missed' ? 'missed' : 'met'
  const left = minutesLeftAt(level, now)
  if (level.state === 'missed' || left < 0 || (level.dueAt !== null && Date.parse(level.dueAt) <= now)) return 'late'
  if (level.state === 'paused') return 'paused'
  return left * 4 <= level.targetMinutes ? 'short' : 'calm'
}
