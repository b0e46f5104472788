import type { MuteState } from '@vakt/contract/notifications/follows.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { callerOf } from './follow.ts'
import { deleteMute, readIncidentState, readMutedUntil, saveMute } from './mute-table.ts'

const longestDays = 90
const dayMilliseconds = 86_400_000

const present = (until: Date | null): MuteState => ({ mutedUntil: until?.toISOString() ?? null })

export async function getIncidentMute(context: CallContext, customerId: string, id: string): Promise<MuteState> {
  const { userId } = callerOf(context)
  const incidentId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    if (!(await readIncidentState(transaction, customerId, incidentId))) throw new NotFound()
    return present(await readMutedUntil(transaction, customerId, { incidentId, userId, now: context.now }))
  })
}

function readUntil(until: string, now: Date): Date {
  const at = new Date(until)
  const ahead = at.getTime() - now.getTime()
  if (!(ahead > 0 && ahead <= longestDays * dayMilliseconds))
    throw Invalid.field('until', `Choose a time within the next ${longestDays} days.`, 'mute.until')
  return at
}

/** Mutes the caller's own notifications of an open incident until then; null takes it back. */
export async function muteIncident(context: CallContext, customerId: string, id: string, until: string | null): Promise<MuteState> {
  const caller = callerOf(context)
  const incidentId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    const state = await readIncidentState(transaction, customerId, incidentId)
    if (!state) throw new NotFound()
    const at = until === null ? null : readUntil(until, context.now)
    if (at && state === 'resolved')
      throw Conflict.field('', 'The incident is resolved: there is nothing left to be reminded of.', 'mute.resolved')
    if (at) await saveMute(transaction, customerId, { incidentId, user: caller, now: context.now, until: at })
    else if (!(await deleteMute(transaction, customerId, { incidentId, userId: caller.userId }))) return present(null)
    await recordAction(transaction, context, customerId, {
      action: at ? 'follow.mute' : 'follow.unmute',
      target: 'incident',
      details: { target: incidentId, ...(at && { until: at.toISOString() }) },
    })
    return present(at)
  })
}
