import { layerTurns, type RotationLayer, type Turn } from './rotation.ts'

/** How a schedule was from a moment on, until the next version. The past keeps its versions, so that who was on call never changes afterwards. */
export type ScheduleVersion = {
  validFrom: number
  timeZone: string
  /** The later ones win over those before them, wherever they have a turn. */
  layers: readonly RotationLayer[]
}

/** Stands in for the person who has the turn. Of two at one time the later one in the list counts. */
export type Override = Turn & { overrideId: string }

/** A part of the schedule with one person, or none: then it is a gap. Milliseconds since 1970, half open. */
export type Shift = {
  person: string | null
  from: number
  to: number
  /** The layer that gave it, from 0; null for an override and for a gap. */
  layer: number | null
  overrideId: string | null
}

type Source = { turns: readonly Turn[]; layer: number | null; overrideId: string | null; next: number }

function turnAt(source: Source, at: number): Turn | undefined {
  while ((source.turns[source.next]?.to ?? Number.POSITIVE_INFINITY) <= at) source.next++
  const turn = source.turns[source.next]
  return turn && turn.from <= at ? turn : undefined
}

function layersBetween(versions: readonly ScheduleVersion[], from: number, to: number): { layer: number; turns: Turn[] }[] {
  return versions.flatMap((version, index) => {
    const start = Math.max(from, version.validFrom)
    const end = Math.min(to, versions[index + 1]?.validFrom ?? Number.POSITIVE_INFINITY)
    if (start >= end) return []
    return version.layers.map((layer, at) => ({ layer: at, turns: layerTurns(layer, version.timeZone, start, end) }))
  })
}

/**
 * Who is on call between two moments: shifts in order that cover the span without gap or overlap, a part without a person included.
 * Two parts beside each other with the same person, layer and override are one.
 *
 * @param versions by `validFrom`; before the first one nobody is on call
 */
export function shiftsBetween(versions: readonly ScheduleVersion[], overrides: readonly Override[], from: number, to: number): Shift[] {
  const sources: Source[] = [
    ...layersBetween(versions, from, to).map(({ layer, turns }) => ({ turns, layer, overrideId: null, next: 0 })),
    ...overrides.map((override) => ({ turns: [override], layer: null, overrideId: override.overrideId, next: 0 })),
  ]
  const edges = sources.flatMap(({ turns }) => turns.flatMap((turn) => [turn.from, turn.to])).filter((edge) => edge > from && edge < to)
  const bounds = [from, ...new Set(edges.toSorted((a, b) => a - b)), to]
  const shifts: Shift[] = []
  for (const [index, start] of bounds.entries()) {
    const end = bounds[index + 1]
    if (end === undefined || end <= start) continue
    const source = sources.findLast((candidate) => turnAt(candidate, start))
    const person = source ? (turnAt(source, start)?.person ?? null) : null
    const shift = { person, from: start, to: end, layer: source?.layer ?? null, overrideId: source?.overrideId ?? null }
    const last = shifts.at(-1)
    if (last && last.person === person && last.layer === shift.layer && last.overrideId === shift.overrideId) last.to = end
    else shifts.push(shift)
  }
  return shifts
}

/**
 * The shift at a moment and, of the days that follow, the next one with another person; null where there is none. `until`: when someone else, or
 * no one, takes over; null: not within these days.
 */
export function nowAndNext(shifts: readonly Shift[], now: number): { now: Shift | null; next: Shift | null; until: number | null } {
  const index = shifts.findIndex(({ from, to }) => from <= now && now < to)
  const current = shifts[index]
  if (!current) return { now: null, next: null, until: null }
  const next = shifts.slice(index + 1).find(({ person }) => person !== null && person !== current.person)
  // The same person over several layers is on call without a break.
  const until = shifts.slice(index).find(({ person }) => person !== current.person)?.from ?? null
  return { now: { ...current, to: until ?? shifts.at(-1)?.to ?? current.to }, next: next ?? null, until }
}
