import { randomUUID } from 'node:crypto'
import { tryPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import {
  type Begun,
  noteBegunForAllCustomers,
  readBegunForAllCustomers,
  removeBegunForAllCustomers,
} from '#server/platform/installation-note-table.ts'
import { onReserved } from '#server/platform/jobs/carry-out.ts'
import { maxTimesLost } from '#server/platform/jobs/job-table.ts'
import { countLostEvents, setEventAside, takeEventsForAllCustomers } from './event-table.ts'

const noteName = 'events-begun'
/** Then each of them is a job: those that do not kill are dispatched one by one, and the one that does has one attempt left. */
const maxLostTogether = maxTimesLost - 1

/**
 * Notes which events are next, before anything is done about them: what ends the process is found by that, and ends no other for ever. Null where
 * none wait, or another process is at them.
 */
export const beginEvents = (context: Context, which: { limit: number; customerId?: string }): Promise<Begun | null> =>
  workForAllCustomers(context, async (transaction) => {
    if (!(await tryPlanningLock(transaction))) return null
    const before = await readBegunForAllCustomers(transaction, noteName)
    if (before && !before.isOver) return null
    if (before) await countLost(transaction, context, before)
    const rowIds = (await takeEventsForAllCustomers(transaction, which)).map(({ eventId }) => eventId)
    if (rowIds.length === 0) return null
    const begun = { token: randomUUID(), rowIds }
    await noteBegunForAllCustomers(transaction, noteName, begun)
    return begun
  })

/** The lock that its process would hold is free, and the time between its note and that is over. */
async function countLost(transaction: Transaction, { log }: Context, before: Begun): Promise<void> {
  const lost = await countLostEvents(transaction, before.rowIds)
  if (lost.length > 0) log.warn({ events: lost.length }, 'events were begun, and their dispatch did not end')
  for (const { customerId, eventId, attempts } of lost)
    if (attempts >= maxLostTogether) await setEventAside(transaction, { customerId, rowId: eventId }, attempts)
  await removeBegunForAllCustomers(transaction, noteName, before)
}

/** In the transaction of the dispatch. False where another process took it that this one had died: then nothing is to be done. */
export const endBegun = (transaction: Transaction, begun: Begun): Promise<boolean> =>
  removeBegunForAllCustomers(transaction, noteName, begun)

/** That it failed is an end too, and is noted although the other connections are taken. */
export async function endFailed(context: Context, begun: Begun): Promise<void> {
  await onReserved(context, (transaction) => endBegun(transaction, begun))
}
