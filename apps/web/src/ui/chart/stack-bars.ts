import type { ValueScale } from './value-scale.ts'

/** A part of a bar: which series it is of, and from where to where it goes, in the unit of the values. */
export type BarPart = { place: number; from: number; to: number }

/** The parts of one bar from zero outwards, in the order of the series: positive ones upwards, negative ones downwards. */
export function stackParts(values: readonly number[]): BarPart[] {
  let above = 0
  let below = 0
  return values.flatMap((value, place) => {
    if (!Number.isFinite(value) || value === 0) return []
    const from = value > 0 ? above : below
    if (value > 0) above += value
    else below += value
    return [{ place, from, to: from + value }]
  })
}

/** Both ends of a bar: what a scale must hold. */
export function stackEnds(values: readonly number[]): number[] {
  const sumOf = (isCounted: (value: number) => boolean) => values.filter(isCounted).reduce((sum, value) => sum + value, 0)
  return [sumOf((value) => value > 0), sumOf((value) => value < 0)]
}

export const sumOfBar = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Where a part lies in a picture of this height, from its top down. */
export function placePart({ from, to }: BarPart, { min, max }: ValueScale, height: number): { y: number; height: number } {
  const y = (value: number) => ((max - value) / (max - min)) * height
  return { y: y(Math.max(from, to)), height: Math.abs(y(from) - y(to)) }
}

/** The bars that have a label below: the first, the last, and as many between at equal distances as there is room for. */
export function labelledBars(count: number, maxLabels: number): number[] {
  if (count <= maxLabels) return Array.from({ length: count }, (_, index) => index)
  const pace = Math.ceil((count - 1) / Math.max(1, maxLabels - 1))
  const places = Array.from({ length: Math.ceil(count / pace) }, (_, index) => index * pace)
  const last = count - 1
  return [...places.filter((place) => last - place >= pace), last]
}
