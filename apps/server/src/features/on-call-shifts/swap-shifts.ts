import type { NewShiftSwap, ShiftSwap } from '@vakt/contract/on-call/on-call-shifts.ts'
import { isOnCallThrough } from '@vakt/domain/on-call/own-shifts.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import { findPageable, findShifts } from '#server/features/on-call/find-on-duty.ts'
import { writeOverride } from '#server/features/on-call/manage-schedules.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readOnCallCaller } from './on-call-caller.ts'
import { hasOpenSwap, insertSwap, lockSwap, readSwaps, type SwapRow, writeAnswer } from './swap-table.ts'

const maxSwaps = 50
const maxSpanMs = 100 * 86_400_000

const present = (row: SwapRow, { userId, now }: { userId: string; now: Date }): ShiftSwap => ({
  swapId: row.swapId,
  scheduleId: row.scheduleId,
  schedule: row.schedule,
  from: row.startsAt.toISOString(),
  to: row.endsAt.toISOString(),
  asker: { userId: row.askerId, name: row.askerName },
  asked: { userId: row.askedId, name: row.askedName },
  note: row.note,
  isOwn: row.askerId === userId,
  state: row.state === 'open' && row.endsAt <= now ? 'expired' : row.state,
  askedAt: row.askedAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
})

export function listSwaps(context: CallContext): Promise<ShiftSwap[]> {
  const { customerId, userId } = readOnCallCaller(context)
  const { now } = context
  return inTransaction(context, customerId, async (transaction) =>
    (await readSwaps(transaction, customerId, { userId, now, limit: maxSwaps })).map((row) => present(row, { userId, now })),
  )
}

type Notice = 'swap_asked' | 'swap_accepted' | 'swap_refused' | 'swap_withdrawn'

/** Both are notified, except of what they do themselves. */
const noteSwap = (transaction: Transaction, context: CallContext, customerId: string, { row, kind }: { row: SwapRow; kind: Notice }) =>
  noteEvent(
    transaction,
    { customerId, actor: context.actor, now: context.now },
    {
      topic: 'on_call',
      kind,
      subjectId: row.swapId,
      private: true,
      namedUserIds: [row.askerId, row.askedId],
      details: {
        schedule: row.schedule,
        startsAt: row.startsAt.toISOString(),
        endsAt: row.endsAt.toISOString(),
        asker: row.askerName,
        asked: row.askedName,
        note: row.note,
      },
    },
  )

const detailsOf = (row: SwapRow) => ({
  schedule: row.schedule,
  person: row.askerName,
  colleague: row.askedName,
  from: row.startsAt.toISOString(),
  to: row.endsAt.toISOString(),
})

/** Whether the asker is still on call in all that is left of the shift. */
async function isStillTheirs(
  transaction: Transaction,
  customerId: string,
  { scheduleId, askerId, from, to, now }: { scheduleId: string; askerId: string; from: Date; to: Date; now: Date },
): Promise<boolean> {
  const begins = new Date(Math.max(from.getTime(), now.getTime()))
  const [schedule] = await findShifts(transaction, customerId, { scheduleId, from: begins, to, now })
  return schedule !== undefined && isOnCallThrough(schedule.shifts, askerId, { from: begins.getTime(), to: to.getTime() })
}

function refuseWrongSpan(from: Date, to: Date, now: Date): void {
  if (from >= to) throw Invalid.field('to', 'The shift has to end after it begins.', 'on_call.ends_before_start')
  if (to <= now) throw Invalid.field('to', 'This shift is over.', 'on_call.shift_over')
  if (to.getTime() - from.getTime() > maxSpanMs) throw Invalid.field('to', 'Offer at most 100 days.', 'on_call.span_wrong')
}

/** Offers a shift to a colleague. Throws Invalid for a time in which the caller is not on call, Conflict while another offer of it is open. */
export function askForSwap(context: CallContext, given: NewShiftSwap): Promise<{ swapId: string }> {
  const { customerId, userId } = readOnCallCaller(context)
  const { now } = context
  const [from, to] = [new Date(given.from), new Date(given.to)]
  refuseWrongSpan(from, to, now)
  return inTransaction(context, customerId, async (transaction) => {
    const { people } = await findPageable(transaction, customerId, now)
    if (given.userId === userId || !people.has(given.userId))
      throw Invalid.field('userId', 'Choose a colleague who can be on call.', 'on_call.colleague_unknown')
    const wanted = { scheduleId: given.scheduleId, askerId: userId, from, to, now }
    if (!(await isStillTheirs(transaction, customerId, wanted)))
      throw Invalid.field('from', 'You are not on call in all of this time.', 'on_call.not_your_shift')
    if (await hasOpenSwap(transaction, customerId, wanted))
      throw Conflict.field('from', 'You have offered this shift already. Withdraw that first.', 'on_call.swap_open')
    const swapId = await insertSwap(transaction, customerId, { ...wanted, askedId: given.userId, note: given.note?.trim() ?? '' })
    const row = (await lockSwap(transaction, customerId, swapId)) as SwapRow
    await recordAction(transaction, context, customerId, { action: 'on-call.swap-ask', target: `swap ${swapId}`, details: detailsOf(row) })
    await noteSwap(transaction, context, customerId, { row, kind: 'swap_asked' })
    return { swapId }
  })
}

async function lockOpen(
  transaction: Transaction,
  customerId: string,
  swapId: string,
  isTheirs: (row: SwapRow) => boolean,
): Promise<SwapRow> {
  const row = await lockSwap(transaction, customerId, swapId)
  if (!row || !isTheirs(row)) throw new NotFound()
  if (row.state !== 'open') throw Conflict.field('swapId', 'This offer is answered or withdrawn.', 'on_call.swap_answered')
  return row
}

/** Accepted, the shift is handed over by an override. Throws Conflict when it is answered, over, or no longer the shift of who offered it. */
export async function answerSwap(context: CallContext, id: string, accepts: boolean): Promise<undefined> {
  const swapId = readUuid(id)
  const { customerId, userId } = readOnCallCaller(context)
  const { now } = context
  await inTransaction(context, customerId, async (transaction) => {
    const row = await lockOpen(transaction, customerId, swapId, ({ askedId }) => askedId === userId)
    const { scheduleId, askerId, startsAt: from, endsAt: to } = row
    if (accepts) {
      if (to <= now) throw Conflict.field('swapId', 'This shift is over.', 'on_call.shift_over')
      if (!(await isStillTheirs(transaction, customerId, { scheduleId, askerId, from, to, now })))
        throw Conflict.field('swapId', 'The schedule was changed: this is no longer their shift.', 'on_call.shift_changed')
      await writeOverride(transaction, context, customerId, { scheduleId, userId, from: from.toISOString(), to: to.toISOString() })
    }
    await writeAnswer(transaction, customerId, { swapId, state: accepts ? 'accepted' : 'refused', now })
    const action = accepts ? 'on-call.swap-accept' : 'on-call.swap-refuse'
    await recordAction(transaction, context, customerId, { action, target: `swap ${swapId}`, details: detailsOf(row) })
    await noteSwap(transaction, context, customerId, { row, kind: accepts ? 'swap_accepted' : 'swap_refused' })
  })
}

export async function withdrawSwap(context: CallContext, id: string): Promise<undefined> {
  const swapId = readUuid(id)
  const { customerId, userId } = readOnCallCaller(context)
  await inTransaction(context, customerId, async (transaction) => {
    const row = await lockOpen(transaction, customerId, swapId, ({ askerId }) => askerId === userId)
    await writeAnswer(transaction, customerId, { swapId, state: 'withdrawn', now: context.now })
    await recordAction(transaction, context, customerId, {
      action: 'on-call.swap-withdraw',
      target: `swap ${swapId}`,
      details: detailsOf(row),
    })
    await noteSwap(transaction, context, customerId, { row, kind: 'swap_withdrawn' })
  })
}
