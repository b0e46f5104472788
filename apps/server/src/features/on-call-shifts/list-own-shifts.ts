import { lookAheadDays } from '@vakt/contract/on-call/on-call.ts'
import type { listOwnShifts as contract } from '@vakt/contract/on-call/on-call-shifts.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { hoursWithin, ownShifts } from '@vakt/domain/on-call/own-shifts.ts'
import { findShifts } from '#server/features/on-call/find-on-duty.ts'
import { listPeople } from '#server/features/on-call/manage-schedules.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readOnCallCaller } from './on-call-caller.ts'

const dayMs = 86_400_000
const hoursDays = 30
const round = (hours: number) => Math.round(hours * 10) / 10

export async function listOwnShifts(context: CallContext): Promise<ResultOf<typeof contract>> {
  const { customerId, userId } = readOnCallCaller(context)
  const now = context.now.getTime()
  const [from, to] = [now - hoursDays * dayMs, now + lookAheadDays * dayMs]
  const schedules = await inTransaction(context, customerId, (transaction) =>
    findShifts(transaction, customerId, { from: new Date(from), to: new Date(to), now: context.now }),
  )
  const own = schedules.flatMap(({ scheduleId, name, shifts }) =>
    ownShifts(shifts, userId).map((shift) => ({ scheduleId, schedule: name, ...shift })),
  )
  const people = await listPeople(context)
  return {
    shifts: own
      .filter((shift) => shift.to > now)
      .toSorted((a, b) => a.from - b.from)
      .map((shift) => ({
        ...shift,
        from: new Date(shift.from).toISOString(),
        to: new Date(shift.to).toISOString(),
        isOpenEnded: shift.to >= to,
      })),
    hours: {
      past: round(hoursWithin(own, { from, to: now })),
      coming: round(hoursWithin(own, { from: now, to: now + hoursDays * dayMs })),
    },
    colleagues: people.filter((person) => person.userId !== userId),
  }
}
