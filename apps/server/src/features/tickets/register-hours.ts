import type { NewHours } from '@vakt/contract/tickets/ticket-hours.ts'
import { readCustomerSettings } from '#server/features/customer-settings/read-customer-settings.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Forbidden, NotFound, Stale } from '#server/platform/errors.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertChanges } from './ticket-change-table.ts'
import { deleteHours, insertHours, lockHours, updateHours } from './ticket-hours-table.ts'
import { lockSeenTicket } from './write-to-ticket.ts'

type Ids = { ticketId: string; entryId: string }

/** In the history as data, which the screen puts into words. Only staff see it: what was registered may not be the customer's to know. */
const inHistory = ({ note, minutes, date, hourType, billable }: NewHours): string =>
  JSON.stringify({ minutes, date, hourType, billable, note })

async function noteChange(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { ticketId, action, before, after }: { ticketId: string; action: string; before: NewHours | null; after: NewHours | null },
): Promise<void> {
  const { actor, now } = context
  const change = { field: 'hours', before: before && inHistory(before), after: after && inHistory(after), private: true }
  await insertChanges(transaction, customerId, { ticketId, changes: [change], actor, now })
  await recordAction(transaction, context, customerId, {
    action: `ticket.hours-${action}`,
    target: `ticket ${ticketId}`,
    details: { minutesBefore: before?.minutes ?? null, minutesAfter: after?.minutes ?? null },
  })
  const { hoursShown } = await readCustomerSettings(transaction, customerId)
  announce(transaction, { type: 'ticket.changed', customerId, ticketId, ...(hoursShown ? {} : { staffOnly: true }) })
}

/** Registers time on a locked ticket. Throws Forbidden unless someone of the staff does. */
export async function addHours(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { ticketId, entry }: { ticketId: string; entry: NewHours },
): Promise<string> {
  const { actor, now, isStaff } = context
  if (actor.type !== 'user' || !isStaff) throw new Forbidden()
  const entryId = await insertHours(transaction, customerId, { ...entry, ticketId, author: actor, now })
  await noteChange(transaction, context, customerId, { ticketId, action: 'add', before: null, after: entry })
  return entryId
}

export async function registerHours(context: Context, customerId: string, id: string, entry: NewHours): Promise<{ entryId: string }> {
  const ticketId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    await lockSeenTicket(transaction, customerId, ticketId, null)
    const entryId = await addHours(transaction, context, customerId, { ticketId, entry })
    await keepAnswer(transaction, context, customerId, { entryId })
    return { entryId }
  })
}

async function lockEntry(transaction: Transaction, customerId: string, ids: Ids) {
  await lockSeenTicket(transaction, customerId, ids.ticketId, null)
  const entry = await lockHours(transaction, customerId, ids)
  if (!entry) throw new NotFound()
  const { version, ...before } = entry
  return { version, before }
}

const readIds = ({ ticketId, entryId }: Ids): Ids => ({ ticketId: readNumericId(ticketId), entryId: readNumericId(entryId) })

export async function changeHours(
  context: Context,
  customerId: string,
  given: Ids,
  { version: seen, ...after }: NewHours & { version: number },
): Promise<undefined> {
  const ids = readIds(given)
  await inTransaction(context, customerId, async (transaction) => {
    const { version, before } = await lockEntry(transaction, customerId, ids)
    if (version !== seen) {
      const message = `The entry has changed: you saw version ${seen}, now it is ${version}.`
      throw new Stale({ ...before, version }, message, 'ticket.hours.changed_meanwhile')
    }
    if (inHistory(before) === inHistory(after)) return
    await updateHours(transaction, customerId, ids, after)
    await noteChange(transaction, context, customerId, { ticketId: ids.ticketId, action: 'change', before, after })
  })
}

export async function removeHours(context: Context, customerId: string, given: Ids): Promise<undefined> {
  const ids = readIds(given)
  await inTransaction(context, customerId, async (transaction) => {
    const { before } = await lockEntry(transaction, customerId, ids)
    await deleteHours(transaction, customerId, ids)
    await noteChange(transaction, context, customerId, { ticketId: ids.ticketId, action: 'remove', before, after: null })
  })
}
