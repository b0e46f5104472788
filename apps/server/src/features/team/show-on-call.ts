import type { OnCallSchedule } from '@vakt/contract/on-call/on-call.ts'
import type { OnCallNow } from '@vakt/contract/team.ts'
import { findDuties } from '#server/features/on-call/find-on-duty.ts'
import { findPagedScheduleIds } from '#server/features/paging/find-paged-schedules.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readShownTeam } from './team-table.ts'

/** For staff every schedule, with those that the customer's incidents page first. */
async function showSchedules({ pool, now }: CallContext, customerId: string, providerId: string): Promise<OnCallNow[]> {
  const paged = await findPagedScheduleIds({ pool }, { customerId, providerId })
  const schedules = await inTransaction({ pool }, providerId, (transaction) => findDuties(transaction, providerId, now))
  return schedules
    .map(({ scheduleId, name, now: shift, until, next }) => ({
      schedule: name,
      isPaged: paged.has(scheduleId),
      now: shift.person && { name: shift.person.name, until },
      next: next?.person ? { name: next.person.name, from: next.from } : null,
      restsUntil: shift.isOutsideHours ? shift.to : null,
    }))
    .toSorted((a, b) => Number(b.isPaged) - Number(a.isPaged))
}

/** Until when someone is on call, of the schedules in which they are now. Undefined: in none; null: no hand-over is in sight. */
function untilOf(schedules: readonly OnCallSchedule[], userId: string | null): string | null | undefined {
  const ends = schedules.flatMap(({ now, until }) => (now.person && now.person.userId === userId ? [until] : []))
  return ends.includes(null) ? null : ends.toSorted().at(-1)
}

/** For customers those of the team who are on call and whom the provider shows as such. */
async function showPeople({ pool, now }: CallContext, customerId: string): Promise<OnCallNow[]> {
  const shown = await inTransaction({ pool }, customerId, (transaction) => readShownTeam(transaction, customerId))
  const members = shown?.members.filter(({ showsOnCall, userId }) => showsOnCall && userId !== null) ?? []
  if (!shown || members.length === 0) return []
  const { providerId } = shown
  const schedules = await inTransaction({ pool }, providerId, (transaction) => findDuties(transaction, providerId, now))
  return members.flatMap(({ name, userId }) => {
    const until = untilOf(schedules, userId)
    return until !== undefined ? [{ schedule: null, isPaged: false, now: { name, until }, next: null, restsUntil: null }] : []
  })
}

export async function showOnCall(context: CallContext, customerId: string): Promise<{ onCall: OnCallNow[] }> {
  const { caller, isStaff } = context
  return { onCall: isStaff && caller ? await showSchedules(context, customerId, caller.customerId) : await showPeople(context, customerId) }
}
