import type { Pool } from 'pg'
import type { Actor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertLook } from './staff-look-table.ts'

export type Look = {
  staff: Extract<Actor, { type: 'user' }>
  customerId: string
  /** The user through whose eyes they look; null: through their own. */
  viewedUser: { userId: string; name: string; email: string } | null
  now: Date
  requestId: string
}

const hourInMilliseconds = 3_600_000

/** Writes down, once for each hour, that staff look into a customer. Done before the answer is given, so that no look goes unrecorded. */
export function createLookRecorder(pool: Pool): (look: Look) => Promise<void> {
  // Only what the database is known to hold, so that the other looks of the hour need not ask again.
  const known = new Set<string>()
  let knownHour = 0
  return async ({ staff, customerId, viewedUser, now, requestId }) => {
    const hour = Math.floor(now.getTime() / hourInMilliseconds) * hourInMilliseconds
    if (hour !== knownHour) known.clear()
    knownHour = hour
    const key = JSON.stringify([staff.userId, customerId, viewedUser?.userId ?? ''])
    if (known.has(key)) return
    await inTransaction({ pool }, customerId, async (transaction) => {
      const look = { userId: staff.userId, viewedAs: viewedUser?.userId ?? '', hour: new Date(hour) }
      if (!(await insertLook(transaction, customerId, look))) return
      const { userId, ...details } = viewedUser ?? {}
      const done = userId ? { action: 'user.view-as', target: userId, details } : { action: 'customer.look', target: customerId }
      await recordAction(transaction, { actor: staff, now, requestId }, customerId, done)
    })
    known.add(key)
  }
}
