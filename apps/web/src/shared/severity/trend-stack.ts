import { type Severity, type SeverityCounts, severities } from '@vakt/contract/severity.ts'

/** The smallest even number of a friendly scale that holds the highest bar, so that its half is whole. */
export function niceMaximum(highest: number): number {
  if (highest <= 4) return 4
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10
  const nice = step * power
  return nice % 2 === 0 ? nice : nice + 1
}

/** The parts of one bar from the ground up, the worst at the bottom where they are compared best. */
export function stackDay(counts: SeverityCounts, maximum: number, height: number): { severity: Severity; y: number; size: number }[] {
  let top = height
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const size = (counts[severity] / maximum) * height
      top -= size
      return { severity, y: top, size }
    })
}
