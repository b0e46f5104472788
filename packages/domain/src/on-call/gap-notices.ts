import { openSpans, type RotationLayer } from './rotation.ts'

/** Milliseconds since 1970; `to` is infinite where no end is in sight. */
type Gap = { from: number; to: number }

/** A gap of which administrators were notified. Those by hours follow from the hours of the layers, in a version of the schedule. */
export type NotedGap = Gap & { version: number; byHours: boolean }

/** Whether no layer counts in the gap, so that it follows from the hours that were chosen and not from a lack of people. */
const isByHours = (layers: readonly Pick<RotationLayer, 'hours'>[], timeZone: string, { from, to }: Gap): boolean =>
  Number.isFinite(to) && layers.every(({ hours }) => hours !== null && openSpans(hours, timeZone, from, to).length === 0)

/**
 * The gaps that no one was notified of. One that was named is known however much of it is past, and as long as it does not grow. Of gaps by
 * hours, which come back each day, all are known once those of this version were named.
 */
export function gapsToNotice(
  gaps: readonly Gap[],
  noted: readonly NotedGap[],
  { version, layers, timeZone }: { version: number; layers: readonly Pick<RotationLayer, 'hours'>[]; timeZone: string },
): NotedGap[] {
  const hasNamedHours = noted.some((one) => one.byHours && one.version === version)
  return gaps
    .map((gap) => ({ ...gap, version, byHours: isByHours(layers, timeZone, gap) }))
    .filter((gap) => (gap.byHours ? !hasNamedHours : !noted.some((one) => one.from <= gap.from && gap.to <= one.to)))
}
