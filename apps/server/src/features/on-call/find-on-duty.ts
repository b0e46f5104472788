import type { NewOnCallLayer, OnCallSchedule } from '@vakt/contract/on-call/on-call.ts'
import type { Shift } from '@vakt/domain/on-call/shifts.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readPeople, readSchedules } from './on-call-table.ts'
import { lookAheadMs, peopleById, presentSchedule, shiftsOf } from './present-schedule.ts'

export type OnDuty = { name: string /** Null: no one is on call. */; userId: string | null }

/** By schedule who is on call at a moment; schedules that were removed are left out. The transaction must see the provider's rows. */
export async function findOnDuty(transaction: Transaction, providerId: string, now: Date): Promise<Map<string, OnDuty>> {
  const at = now.getTime()
  const people = peopleById(await readPeople(transaction, providerId))
  const schedules = await readSchedules(transaction, providerId, { from: now, to: new Date(at + 1) })
  return new Map(
    schedules.map((schedule) => {
      const [shift] = shiftsOf(schedule, people, { from: at, to: at + 1, now: at })
      return [schedule.scheduleId, { name: schedule.name, userId: shift?.person ?? null }]
    }),
  )
}

/** The schedules by name, each with who is on call now and next. The transaction must see the provider's rows. */
export async function findDuties(transaction: Transaction, providerId: string, now: Date): Promise<OnCallSchedule[]> {
  const people = peopleById(await readPeople(transaction, providerId))
  const schedules = await readSchedules(transaction, providerId, { from: now, to: new Date(now.getTime() + lookAheadMs) })
  return schedules.map((schedule) => presentSchedule(schedule, people, now.getTime()))
}

export type ScheduledShifts = {
  scheduleId: string
  name: string
  version: number
  timeZone: string
  layers: NewOnCallLayer[]
  shifts: Shift[]
}

/** The shifts of every schedule between two moments, or of one; people who are gone count for nothing from now on. */
export async function findShifts(
  transaction: Transaction,
  providerId: string,
  { from, to, now, scheduleId = null }: { from: Date; to: Date; now: Date; scheduleId?: string | null },
): Promise<ScheduledShifts[]> {
  const people = peopleById(await readPeople(transaction, providerId))
  const schedules = await readSchedules(transaction, providerId, { scheduleId, from, to })
  const span = { from: from.getTime(), to: to.getTime(), now: now.getTime() }
  return schedules.map((schedule) => {
    const { timeZone = 'UTC', layers = [] } = schedule.versions.at(-1) ?? {}
    const { name, version } = schedule
    return { scheduleId: schedule.scheduleId, name, version, timeZone, layers, shifts: shiftsOf(schedule, people, span) }
  })
}

/** The names of schedules and people that can be paged now, by id. */
export async function findPageable(
  transaction: Transaction,
  providerId: string,
  now: Date,
): Promise<{ schedules: Map<string, string>; people: Map<string, string> }> {
  const people = await readPeople(transaction, providerId)
  const schedules = await readSchedules(transaction, providerId, { from: now, to: new Date(now.getTime() + 1) })
  return {
    schedules: new Map(schedules.map(({ scheduleId, name }) => [scheduleId, name])),
    people: new Map(people.filter(({ isGone }) => !isGone).map(({ userId, name }) => [userId, name])),
  }
}
