import type { Shift } from './shifts.ts'

/** The parts of a schedule in which a person is on call; parts beside each other are one. `isOverride` of one that begins with an override. */
export function ownShifts(shifts: readonly Shift[], person: string): { from: number; to: number; isOverride: boolean }[] {
  const own: { from: number; to: number; isOverride: boolean }[] = []
  for (const shift of shifts) {
    if (shift.person !== person) continue
    const last = own.at(-1)
    const isOverride = shift.overrideId !== null
    if (last && last.to === shift.from && last.isOverride === isOverride) last.to = shift.to
    else own.push({ from: shift.from, to: shift.to, isOverride })
  }
  return own
}

/** Whether the person is on call through the whole span. */
export function isOnCallThrough(shifts: readonly Shift[], person: string, { from, to }: { from: number; to: number }): boolean {
  const within = shifts.filter((shift) => shift.from < to && shift.to > from)
  const [first, last] = [within[0], within.at(-1)]
  return (
    first !== undefined && last !== undefined && first.from <= from && last.to >= to && within.every((shift) => shift.person === person)
  )
}

/** Hours that two spans have in common, added up. */
export const hoursWithin = (shifts: readonly { from: number; to: number }[], span: { from: number; to: number }): number =>
  shifts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0) / 3_600_000
