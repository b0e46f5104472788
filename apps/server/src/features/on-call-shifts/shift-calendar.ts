import { writeCalendar } from '@vakt/domain/icalendar.ts'
import { ownShifts } from '@vakt/domain/on-call/own-shifts.ts'
import { findPageable, findShifts } from '#server/features/on-call/find-on-duty.ts'
import { answerWithCalendar, hashOfAddress, newCalendarSecret } from '#server/platform/calendar/calendar-secret.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { CallContext, FileAnswer } from '#server/platform/http/serve.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readOnCallCaller } from './on-call-caller.ts'
import { deleteShiftFeed, noteShiftFeedRead, readPresentedShiftFeed, readShiftFeed, writeShiftFeed } from './shift-calendar-table.ts'

const dayMs = 86_400_000
const [daysBack, daysAhead] = [31, 180]

export async function getShiftFeed(context: CallContext) {
  const { customerId, userId, name } = readOnCallCaller(context)
  const feed = await inTransaction(context, customerId, (transaction) => readShiftFeed(transaction, customerId, userId))
  return {
    feed: feed ? { createdAt: feed.createdAt.toISOString(), createdBy: name, lastReadAt: feed.lastReadAt?.toISOString() ?? null } : null,
  }
}

/** Makes a new secret address; an earlier one is revoked by it. */
export async function createShiftFeed(context: CallContext): Promise<{ path: string }> {
  const { customerId, userId, name } = readOnCallCaller(context)
  const { secret, hash } = newCalendarSecret()
  return inTransaction(context, customerId, async (transaction) => {
    await writeShiftFeed(transaction, customerId, { userId, hash, now: context.now })
    await recordAction(transaction, context, customerId, { action: 'on-call.calendar-create', target: userId, details: { name } })
    return { path: `/api/v1/on-call-calendar/${secret}.ics` }
  })
}

export async function revokeShiftFeed(context: CallContext): Promise<undefined> {
  const { customerId, userId, name } = readOnCallCaller(context)
  await inTransaction(context, customerId, async (transaction) => {
    if (await deleteShiftFeed(transaction, customerId, userId))
      await recordAction(transaction, context, customerId, { action: 'on-call.calendar-revoke', target: userId, details: { name } })
  })
}

/** The shifts behind a secret address. Throws NotFound for one that was revoked or never was, and of a person who has left. */
export async function readShiftCalendar(context: Context, address: string): Promise<FileAnswer> {
  const hash = hashOfAddress(address)
  const { now, pool } = context
  const found = await presenting(pool, { on_call_calendar_hash: hash.toString('hex') }, (transaction) =>
    readPresentedShiftFeed(transaction, hash),
  )
  if (!found) throw new NotFound()
  const { customerId, userId } = found
  const [from, to] = [new Date(now.getTime() - daysBack * dayMs), new Date(now.getTime() + daysAhead * dayMs)]
  const content = await inTransaction(context, customerId, async (transaction) => {
    const name = (await findPageable(transaction, customerId, now)).people.get(userId)
    if (name === undefined) throw new NotFound()
    await noteShiftFeedRead(transaction, customerId, userId, now)
    const schedules = await findShifts(transaction, customerId, { from, to, now })
    const events = schedules.flatMap((schedule) =>
      ownShifts(schedule.shifts, userId).map((shift) => ({
        uid: `${schedule.scheduleId}-${shift.from}@vakt`,
        startsAt: shift.from,
        endsAt: shift.to,
        summary: schedule.name,
        description: '',
        isTentative: false,
      })),
    )
    return writeCalendar(name, events, now.getTime())
  })
  return answerWithCalendar('on-call.ics', content)
}
