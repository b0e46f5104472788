import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'

/** Open from and until a time of day, such as 08:00 and 17:00 or 24:00. */
type DayHours = { opens: string; closes: string }

/** People who take turns. A person is known by an id; who they are is not asked here. */
export type RotationLayer = {
  /** In the order of their turns; the first has the first turn. */
  people: readonly string[]
  /** The first hand-over, by the clocks of the schedule's zone: `2026-11-23T08:00`. */
  startsAt: string
  /** A turn takes so many units. */
  every: number
  unit: 'hours' | 'days' | 'weeks'
  /** From Monday on, when the layer counts; null for a day on which it does not. Null for the whole: always. */
  hours: readonly (DayHours | null)[] | null
}

/** Half open: `to` belongs to what follows. Milliseconds since 1970. */
export type Turn = { person: string; from: number; to: number }

const hour = 3_600_000
const day = 24 * hour
const lengths = { hours: hour, days: day, weeks: 7 * day }

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Turns by the rotation alone, whatever the hours. Hand-overs keep to the clocks on the wall: 08:00 stays 08:00 when the clocks change. */
function* turnsOf(layer: RotationLayer, timeZone: string, from: number, to: number): Generator<Turn> {
  const first = Date.parse(`${layer.startsAt}:00Z`)
  const length = layer.every * lengths[layer.unit]
  const handOver = (turn: number) => instantOf(first + turn * length, timeZone)
  let turn = Math.max(0, Math.floor((wallTimeOf(from, timeZone) - first) / length) - 1)
  for (; handOver(turn) < to; turn++) {
    const person = layer.people[turn % layer.people.length]
    const span = { from: Math.max(from, handOver(turn)), to: Math.min(to, handOver(turn + 1)) }
    if (person !== undefined && span.from < span.to) yield { person, ...span }
  }
}

/** The spans in which a layer with these hours counts, in order. */
export function openSpans(hours: RotationLayer['hours'], timeZone: string, from: number, to: number): { from: number; to: number }[] {
  if (!hours) return [{ from, to }]
  const spans: { from: number; to: number }[] = []
  const startOfDay = Math.floor(wallTimeOf(from, timeZone) / day) * day
  for (let wall = startOfDay - day; instantOf(wall, timeZone) < to; wall += day) {
    // The first of January 1970 was a Thursday.
    const open = hours[(wall / day + 3) % 7]
    if (!open) continue
    const span = {
      from: Math.max(from, instantOf(wall + minutesOf(open.opens) * 60_000, timeZone)),
      to: Math.min(to, instantOf(wall + minutesOf(open.closes) * 60_000, timeZone)),
    }
    const last = spans.at(-1)
    if (span.from >= span.to) continue
    if (last && last.to === span.from) last.to = span.to
    else spans.push(span)
  }
  return spans
}

/** Who has the turn in a layer, in order and without overlaps. Nobody before its first hand-over, outside its hours, and where it has no people. */
export function layerTurns(layer: RotationLayer, timeZone: string, from: number, to: number): Turn[] {
  if (layer.people.length === 0) return []
  return openSpans(layer.hours, timeZone, from, to).flatMap((span) => [...turnsOf(layer, timeZone, span.from, span.to)])
}
