import { openSpans, type RotationLayer } from './rotation.ts'

type Gap = { from: number; to: number }

/** A part of a gap. Outside of the hours of all layers no one is meant to be on call. */
export type GapPart = Gap & { isOutsideHours: boolean }

/** The parts of a gap by whether any layer counts then. A schedule without layers covers nothing, which is no plan. Milliseconds since 1970. */
export function splitGap(layers: readonly Pick<RotationLayer, 'hours'>[], timeZone: string, { from, to }: Gap): GapPart[] {
  if (layers.length === 0 || layers.some(({ hours }) => hours === null)) return [{ from, to, isOutsideHours: false }]
  const parts: GapPart[] = []
  const add = (end: number, isOutsideHours: boolean) => {
    const last = parts.at(-1)
    const start = last?.to ?? from
    if (end <= start) return
    if (last?.isOutsideHours === isOutsideHours) last.to = end
    else parts.push({ from: start, to: end, isOutsideHours })
  }
  const open = layers.flatMap(({ hours }) => openSpans(hours, timeZone, from, to)).toSorted((one, other) => one.from - other.from)
  for (const span of open) {
    add(span.from, true)
    add(span.to, false)
  }
  add(to, true)
  return parts
}
