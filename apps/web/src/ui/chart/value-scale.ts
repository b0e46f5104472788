import type { Unit } from './format-unit.ts'

export type ValueScale = { min: number; max: number; ticks: number[] }

const decimalSteps = [1, 2, 2.5, 5, 10]
const minute = 60_000
const timeSteps = [15_000, 30_000, ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((count) => count * minute)]

/** The smallest step of 1, 2, 2.5, 5, 10, 20 … that is not smaller than this. */
function decimalStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9)
  const factor = decimalSteps.find((step) => step * power >= least * (1 - 1e-9)) ?? 10
  return power < 1 ? factor / Math.round(1 / power) : factor * power
}

function binaryStep(least: number): number {
  const unit = 1024 ** Math.max(0, Math.floor(Math.log(least) / Math.log(1024)))
  const step = Math.max(1, decimalStep(least / unit))
  return step >= 1000 ? unit * 1024 : step * unit
}

/** In milliseconds: below ten seconds decimal, then as clocks count. */
const clockStep = (least: number): number =>
  least <= 10_000 ? decimalStep(least) : (timeSteps.find((step) => step >= least) ?? decimalStep(least / (60 * minute)) * 60 * minute)

function stepFor(least: number, unit: Unit): number {
  if (unit === 'bytes' || unit === 'bytesPerSecond') return binaryStep(least)
  if (unit === 'milliseconds') return clockStep(least)
  if (unit === 'seconds') return clockStep(least * 1000) / 1000
  return decimalStep(least)
}

/** What the axis is for values that do not exist, or are all zero. */
const emptyMaximum: Partial<Record<Unit, number>> = { percent: 100, bytes: 1024, bytesPerSecond: 1024 }

/** An axis that holds these values, has zero on it, and begins and ends on a tick. */
export function valueScale(values: Iterable<number>, unit: Unit, { maxSteps = 4, isWhole = false } = {}): ValueScale {
  let low = 0
  let high = 0
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (high === 0 && low === 0) high = isWhole ? maxSteps : (emptyMaximum[unit] ?? 1)
  let step = stepFor((high - low) / maxSteps, unit)
  // Both ends are rounded away from zero, which may take a step more than there is room for.
  const hasRoom = () => Math.ceil(high / step - 1e-9) - Math.floor(low / step + 1e-9) <= maxSteps
  while (!hasRoom() || (isWhole && !Number.isInteger(step))) {
    const larger = stepFor(step * 1.01, unit)
    step = larger > step ? larger : step * 2
  }
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step))
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks }
}

/** Without the error of binary fractions: 0.3, not 0.30000000000000004. */
const tidy = (value: number): number => (value === 0 ? 0 : Number(value.toPrecision(12)))
