import type { NewIncidentNote } from '@vakt/contract/incidents/incident-details.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound } from '#server/platform/errors.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { incidentPortsOf } from './incident-followers.ts'
import { incidentHandling } from './incident-handling.ts'

/** A comment of the ticket where that is open to comments, else a note of the incident itself. Throws when there is no such incident. */
export async function writeNote(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { incidentId, note, isPrivate }: { incidentId: string; note: string; isPrivate: boolean },
): Promise<void> {
  const { actor, isStaff, now } = context
  if (!(await incidentHandling.lock(transaction, customerId, incidentId))) throw new NotFound()
  const ticket = await incidentPortsOf(context).tickets.lock(transaction, context, customerId, incidentId)
  if (ticket && ticket.status !== 'closed') await ticket.comment({ body: note, isPrivate })
  else {
    const events = [{ kind: 'noted' as const, body: note, private: isPrivate }]
    await incidentHandling.addEvents(transaction, customerId, { incidentId, events, actor, isStaff, now })
  }
}

/**
 * Writes what people say about an incident: a comment of its ticket where that is open to comments, else a note of the incident itself.
 * Conflicts with no one's change, and is possible on what is over.
 */
export async function addIncidentNote(context: Context, customerId: string, id: string, written: NewIncidentNote): Promise<undefined> {
  const incidentId = readNumericId(id)
  const note = written.note.trim()
  const { isStaff } = context
  const isPrivate = written.private ?? isStaff
  if (note === '') throw Invalid.field('note', 'The note is empty.', 'incident.note_empty')
  if (isPrivate && !isStaff) throw Invalid.field('private', 'Only staff can write internal notes.', 'ticket.comment_private')
  return inTransaction(context, customerId, async (transaction) => {
    await writeNote(transaction, context, customerId, { incidentId, note, isPrivate })
    await recordAction(transaction, context, customerId, { action: 'incident.note', target: `incident ${incidentId}` })
    await keepAnswer(transaction, context, customerId, undefined)
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
    return undefined
  })
}
