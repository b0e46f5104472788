import type { ValueScale } from './value-scale.ts'

/** How far beyond the ends of the axis a drag goes, as a share of it. */
const beyond = 0.25

/** What one arrow key moves a threshold by: the largest of 1, 2, 5, 10, … that is at most a hundredth of the axis. */
export function stepOf({ min, max }: Pick<ValueScale, 'min' | 'max'>): number {
  const most = ((max - min) / 100) * (1 + 1e-9)
  const power = 10 ** Math.floor(Math.log10(most))
  const factor = [5, 2, 1].find((one) => one * power <= most) ?? 1
  return Number((factor * power).toPrecision(12))
}

type Drag = { scale: Pick<ValueScale, 'min' | 'max'>; height: number; steps?: number }

/** A threshold after it was moved up by so many px and steps, on a multiple of the step. */
export function draggedValue(start: number, pixelsUp: number, { scale, height, steps = 0 }: Drag): number {
  const step = stepOf(scale)
  const range = scale.max - scale.min
  const wanted = start + (pixelsUp / height) * range + steps * step
  const bounded = pixelsUp === 0 ? wanted : Math.min(Math.max(wanted, scale.min - range * beyond), scale.max + range * beyond)
  return Number((Math.round(bounded / step) * step).toPrecision(12)) || 0
}
