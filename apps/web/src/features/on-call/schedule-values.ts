import type { NewOnCallSchedule, OnCallPerson, OnCallSchedule } from '@vakt/contract/on-call/on-call.ts'
import type { WeekHours } from '#web/forms/field-definition.ts'
import { fromLocalTime, toLocalTime } from '#web/forms/local-time.ts'

/** `startsAt` is a moment, shown by the clocks of the schedule's zone. */
export type LayerValues = {
  people: OnCallPerson[]
  startsAt: string
  every: number | ''
  unit: 'hours' | 'days' | 'weeks'
  isLimited: boolean
  hours?: WeekHours
}

export type ScheduleValues = { name: string; timeZone: string; layers: LayerValues[] }

const officeWeek: WeekHours = Array.from({ length: 7 }, (_, day) => (day < 5 ? { opens: '08:00', closes: '17:00' } : null))

/** Begins on the Monday of this week at 08:00, so that someone is on call as soon as it is saved. */
export function newLayer(now: number, timeZone: string): LayerValues {
  const today = new Date(`${toLocalTime(new Date(now).toISOString(), timeZone).slice(0, 10)}T08:00:00Z`)
  const monday = new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * 86_400_000)
  const startsAt = fromLocalTime(monday.toISOString().slice(0, 16), timeZone)
  return { people: [], startsAt, every: 1, unit: 'weeks', isLimited: false, hours: officeWeek }
}

export const newSchedule = (now: number, timeZone: string): ScheduleValues => ({ name: '', timeZone, layers: [newLayer(now, timeZone)] })

export const valuesOf = ({ name, timeZone, layers }: OnCallSchedule): ScheduleValues => ({
  name,
  timeZone,
  layers: layers.map(({ people, startsAt, every, unit, hours }) => ({
    people,
    startsAt: fromLocalTime(startsAt, timeZone),
    every,
    unit,
    isLimited: hours !== null,
    hours: hours ?? officeWeek,
  })),
})

export const scheduleOf = ({ name, timeZone, layers }: ScheduleValues): NewOnCallSchedule => ({
  name,
  timeZone,
  layers: layers.map(({ people, startsAt, every, unit, isLimited, hours }) => ({
    people: people.map(({ userId }) => userId),
    startsAt: toLocalTime(startsAt, timeZone),
    every: Number(every),
    unit,
    hours: isLimited && hours ? hours.map((day) => day && { opens: day.opens, closes: day.closes }) : null,
  })),
})
