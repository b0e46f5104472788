const dayMs = 86_400_000
/** Before, what is written in one night counts too much. */
const minSpanMs = dayMs * 0.8
const maxDaysAhead = 3653

type Measured = { at: Date; bytes: number }

/** Bytes a day, negative where it shrinks; null while the two are less than a day apart. */
export function growthPerDay(from: Measured | null, to: Measured): number | null {
  const spanMs = from ? to.at.getTime() - from.at.getTime() : 0
  return from && spanMs >= minSpanMs ? ((to.bytes - from.bytes) * dayMs) / spanMs : null
}

/** When so much room is taken at this pace; null where it is not, or not within ten years. */
export function fullAt(now: Date, freeBytes: number, perDay: number | null): Date | null {
  if (perDay === null || perDay <= 0) return null
  const days = freeBytes / perDay
  return days > maxDaysAhead ? null : new Date(now.getTime() + days * dayMs)
}
