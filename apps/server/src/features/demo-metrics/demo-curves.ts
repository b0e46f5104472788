const hour = 3_600_000
const day = 24 * hour

/** Always the same number from -1 to 1 for the same two (mulberry32). */
export function noise(seed: number, at: number): number {
  let mixed = (Math.imul(seed, 0x9e3779b1) + Math.imul(at, 0x6d2b79f5)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), 1 | mixed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2_147_483_648 - 1
}

/** As `noise`, drifting from one value to the next over `period` milliseconds. */
export function drift(seed: number, at: number, period: number): number {
  const step = Math.floor(at / period)
  const part = at / period - step
  return noise(seed, step) * (1 - part) + noise(seed, step + 1) * part
}

/** How busy a retailer is, 0 to 1: two humps a day, less at weekends, little at night. Swedish winter time. */
export function activityAt(at: number): number {
  const local = at + hour
  const hourOfDay = (local % day) / hour
  const weekday = (Math.floor(local / day) + 4) % 7
  const hump = (centre: number, width: number) => Math.exp(-(((hourOfDay - centre) / width) ** 2))
  const humps = 0.85 * hump(10.5, 2.8) + 0.9 * hump(15.5, 3) + 0.35 * hump(20, 1.8)
  return Math.min(1, 0.06 + humps * (weekday === 0 || weekday === 6 ? 0.55 : 0.9))
}

/** How far a value has gone from usual to that of an incident, 0 to 1: it begins before a rule fires, which waits some minutes. */
export function incidentShare(at: number, { from, to }: { from: number; to: number | null }): number {
  const before = 12 * 60_000
  const after = 8 * 60_000
  if (at < from - before || (to !== null && at > to + after)) return 0
  if (at < from) return (at - from + before) / before
  return to === null || at <= to ? 1 : 1 - (at - to) / after
}
