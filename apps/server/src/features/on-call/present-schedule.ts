import {
  lookAheadDays,
  type NewOnCallLayer,
  type OnCallPerson,
  type OnCallSchedule,
  type OnCallShift,
} from '@vakt/contract/on-call/on-call.ts'
import { type GapPart, splitGap } from '@vakt/domain/on-call/outside-hours.ts'
import { layerTurns } from '@vakt/domain/on-call/rotation.ts'
import { nowAndNext, type Shift, shiftsBetween } from '@vakt/domain/on-call/shifts.ts'
import type { StoredSchedule } from './on-call-table.ts'

const dayInMs = 86_400_000

/** So far a schedule is looked through for who is next; gaps are reported for the first 14 days. */
export const lookAheadMs = lookAheadDays * dayInMs
const gapsWithinMs = 14 * dayInMs

export type People = ReadonlyMap<string, OnCallPerson>

export const peopleById = (people: readonly OnCallPerson[]): People => new Map(people.map((person) => [person.userId, person]))

const personOf = (people: People, userId: string): OnCallPerson => people.get(userId) ?? { userId, name: '', email: '', isGone: true }

/** Without those who are gone: their turns pass to the next in the rotation. */
const presentLayer = (layer: NewOnCallLayer, people: People) => ({
  ...layer,
  people: layer.people.filter((userId) => !personOf(people, userId).isGone),
})

/** The shifts of the stored schedule. People who are gone count for nothing from the moment of asking on; the past is as it was. */
export function shiftsOf(schedule: StoredSchedule, people: People, { from, to, now }: { from: number; to: number; now: number }): Shift[] {
  const overrides = schedule.overrides.map(({ overrideId, userId, startsAt, endsAt }) => ({
    overrideId,
    person: userId,
    from: startsAt.getTime(),
    to: endsAt.getTime(),
  }))
  const versions = schedule.versions.map(({ validFrom, timeZone, layers }) => ({ validFrom: validFrom.getTime(), timeZone, layers }))
  const past = from < now ? shiftsBetween(versions, overrides, from, Math.min(to, now)) : []
  if (to <= now) return past
  const ahead = shiftsBetween(
    versions.map((version) => ({ ...version, layers: version.layers.map((layer) => presentLayer(layer, people)) })),
    overrides.filter(({ person }) => !personOf(people, person).isGone),
    Math.max(from, now),
    to,
  )
  const [last, first] = [past.at(-1), ahead[0]]
  const goesOn = last && first && last.person === first.person && last.layer === first.layer && last.overrideId === first.overrideId
  return goesOn ? [...past.slice(0, -1), { ...last, to: first.to }, ...ahead.slice(1)] : [...past, ...ahead]
}

const presentShift = (shift: Shift, people: People, isOutsideHours = false): OnCallShift => ({
  person: shift.person === null ? null : personOf(people, shift.person),
  from: new Date(shift.from).toISOString(),
  to: new Date(shift.to).toISOString(),
  layer: shift.layer,
  overrideId: shift.overrideId,
  isOutsideHours,
})

type Version = StoredSchedule['versions'][number]

/** The parts of a gap by the version that was in force; before the first one no one was meant to be on call. */
function partsOfGap(versions: readonly Version[], gap: Shift): GapPart[] {
  const begins = versions.map(({ validFrom }) => validFrom.getTime()).filter((at) => gap.from < at && at < gap.to)
  return [gap.from, ...begins].flatMap((from, index) => {
    const part = { from, to: begins[index] ?? gap.to }
    const version = versions.findLast(({ validFrom }) => validFrom.getTime() <= from)
    return version ? splitGap(version.layers, version.timeZone, part) : [{ ...part, isOutsideHours: true }]
  })
}

/** Gaps are parted where the hours of the layers begin and end. */
export function presentShifts({ versions }: StoredSchedule, shifts: readonly Shift[], people: People): OnCallShift[] {
  return shifts.flatMap((shift) => {
    if (shift.person !== null) return [presentShift(shift, people)]
    return partsOfGap(versions, shift).map(({ isOutsideHours, ...part }) => presentShift({ ...shift, ...part }, people, isOutsideHours))
  })
}

/** The turns of each layer that is in force, with those who are gone left out. */
export function turnsOfLayers(schedule: StoredSchedule, people: People, from: number, to: number): OnCallShift[][] {
  const current = schedule.versions.at(-1)
  if (!current) return []
  return current.layers.map((layer, index) =>
    layerTurns(presentLayer(layer, people), current.timeZone, from, to).map((turn) =>
      presentShift({ ...turn, layer: index, overrideId: null }, people),
    ),
  )
}

export function presentSchedule(schedule: StoredSchedule, people: People, now: number): OnCallSchedule {
  const current = schedule.versions.at(-1)
  const shifts = shiftsOf(schedule, people, { from: now, to: now + lookAheadMs, now })
  const found = nowAndNext(shifts, now)
  const gap: Shift = { person: null, from: now, to: now + lookAheadMs, layer: null, overrideId: null }
  return {
    scheduleId: schedule.scheduleId,
    name: schedule.name,
    version: schedule.version,
    timeZone: current?.timeZone ?? 'UTC',
    layers: (current?.layers ?? []).map((layer) => ({ ...layer, people: layer.people.map((userId) => personOf(people, userId)) })),
    now: presentShifts(schedule, [found.now ?? gap], people)[0] ?? presentShift(gap, people),
    until: found.until === null ? null : new Date(found.until).toISOString(),
    next: found.next && presentShift(found.next, people),
    gaps: presentShifts(
      schedule,
      shifts.filter(({ person, from }) => person === null && from < now + gapsWithinMs),
      people,
    ).filter(({ isOutsideHours }) => !isOutsideHours),
    asOf: new Date(now).toISOString(),
  }
}
