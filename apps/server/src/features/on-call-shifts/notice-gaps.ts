import { gapsToNotice } from '@vakt/domain/on-call/gap-notices.ts'
import { findProvider } from '#server/features/customers/find-provider.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import { findShifts, type ScheduledShifts } from '#server/features/on-call/find-on-duty.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteOldGapNotices, insertNotedGaps, readNotedGaps } from './gap-notice-table.ts'

const dayMs = 86_400_000
/** Gaps that begin within 14 days are named; up to 60 days ahead their end is looked for. */
const [noticeDays, lookAheadDays] = [14, 60]

async function noticeOf(
  transaction: Transaction,
  context: Context,
  providerId: string,
  { scheduleId, name, version, layers, timeZone, shifts }: ScheduledShifts,
): Promise<void> {
  const { now } = context
  const [nearest, horizon] = [now.getTime() + noticeDays * dayMs, now.getTime() + lookAheadDays * dayMs]
  const gaps = shifts
    .filter(({ person, from }) => person === null && from < nearest)
    .map(({ from, to }) => ({ from, to: to >= horizon ? Number.POSITIVE_INFINITY : to }))
  const noted = await readNotedGaps(transaction, providerId, { scheduleId, now })
  const found = gapsToNotice(gaps, noted, { version, layers, timeZone })
  const [first, ...others] = found
  if (!first) return
  await insertNotedGaps(transaction, providerId, { scheduleId, gaps: found, now })
  const details = {
    schedule: name,
    startsAt: new Date(first.from).toISOString(),
    endsAt: Number.isFinite(first.to) ? new Date(first.to).toISOString() : null,
    more: others.length,
  }
  const event = { topic: 'on_call', kind: 'gap', subjectId: scheduleId, private: true, details } as const
  await noteEvent(transaction, { customerId: providerId, actor: context.actor, now }, event)
}

/** Notifies administrators of gaps on the on-call schedules in the next 14 days, of each once. */
export async function noticeGaps(context: Context): Promise<void> {
  const { now } = context
  await workForAllCustomers(context, async (transaction) => {
    const provider = await findProvider(transaction)
    if (!provider) return
    const { customerId: providerId } = provider
    const to = new Date(now.getTime() + lookAheadDays * dayMs)
    for (const schedule of await findShifts(transaction, providerId, { from: now, to, now }))
      await noticeOf(transaction, context, providerId, schedule)
    await deleteOldGapNotices(transaction, providerId, now)
  })
}
