import type { LineSeries } from '#web/ui/chart/line-data.ts'
import type { Span } from '#web/ui/chart/span.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
const bucket = 5 * minute
/** Every picture ends here, so that it is the same each time. */
export const end = Date.parse('2026-11-23T08:00:00Z')

export const lastDays = (count: number): Span => ({ from: end - count * day, to: end })

/** Numbers that look measured and are the same each time. */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648 - 0.5
  }
}

type Wave = { key: string; label: string; seed: number; base: number; swing: number; noise: number }

/** A value for each bucket of the span, higher by day than at night. */
export function sampleWave({ from, to }: Span, { key, label, seed, base, swing, noise }: Wave, step = bucket): LineSeries {
  const random = createNoise(seed)
  const times = Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step)
  let drift = 0
  const values = times.map((at) => {
    drift = drift * 0.97 + random() * noise
    return Math.max(0, base + swing * Math.sin((at / day - 0.3) * 2 * Math.PI) + drift)
  })
  return { key, label, times, values }
}

/** Without the buckets between these hours of the span. */
export function withoutHours({ times, values, ...rest }: LineSeries, ranges: readonly (readonly [number, number])[]): LineSeries {
  const start = times[0] ?? 0
  const isKept = (at: number) => !ranges.some(([first, last]) => at >= start + first * hour && at < start + last * hour)
  return { ...rest, times: times.filter(isKept), values: values.filter((_, index) => isKept(times[index] ?? 0)) }
}

export const scaled = ({ values, ...rest }: LineSeries, factor: number, shift = 0): LineSeries => ({
  ...rest,
  values: values.map((value) => (value === null ? null : value * factor + shift)),
})
