import type { IncidentChange } from '@vakt/contract/incident-details.ts'
import { type HandlingRefusal, refuseAssignment, refuseState } from '@vakt/domain/incident-handling.ts'
import { settleIncidentTickets } from '#server/features/tickets/settle-incident-tickets.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, Stale } from '#server/platform/errors.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readAssignee } from './find-incident-people.ts'
import {
  endEndlessAlerts,
  type HandlingChange,
  type IncidentEvent,
  insertIncidentEvents,
  type LockedIncident,
  lockIncident,
  updateHandling,
} from './incident-handling-table.ts'
import { lockAlertsOfCustomer } from './lock-alerts.ts'

type Person = { userId: string; name: string }

const nameOf = ({ actor }: Context) => (actor.type === 'user' ? actor.name : 'Vakt')

function refusalOf(reason: HandlingRefusal): Error {
  switch (reason) {
    case 'already_resolved':
      return Conflict.field('state', 'The incident is resolved. What happens now opens a new one.', 'incident.already_resolved')
    case 'still_firing':
      return Conflict.field('state', 'An alert still fires. The incident resolves when the condition clears.', 'incident.still_firing')
    case 'note_required':
      return Invalid.field('note', 'Say why it is over.', 'incident.note_required')
  }
}

/** The incident, locked; refused with what it is now when `seen` is not its version any more. */
async function lockSeenIncident(transaction: Transaction, customerId: string, incidentId: string, seen: number): Promise<LockedIncident> {
  const incident = await lockIncident(transaction, customerId, incidentId)
  if (!incident) throw new NotFound()
  if (seen !== incident.version) {
    const message = `Somebody else handled the incident in the meantime: you saw version ${seen}, now it is ${incident.version}.`
    throw new Stale({ ...incident }, message, 'incident.changed_meanwhile')
  }
  return incident
}

function stateEvent(before: LockedIncident, change: HandlingChange, note: string): IncidentEvent[] {
  if (change.state === before.state) return []
  if (change.state === 'resolved') return [{ kind: 'resolved', body: note }]
  return [{ kind: change.state === 'acknowledged' ? 'acknowledged' : 'unacknowledged', body: note }]
}

function eventsOf(before: LockedIncident, change: HandlingChange, note: string): IncidentEvent[] {
  const events = stateEvent(before, change, note)
  if (before.assigneeId !== (change.assignee?.userId ?? null))
    events.push(
      change.assignee
        ? { kind: 'assigned', details: { userId: change.assignee.userId, name: change.assignee.name } }
        : { kind: 'unassigned', details: { name: before.assignee ?? '' } },
    )
  return note !== '' && events.every(({ body }) => !body) ? [...events, { kind: 'noted', body: note }] : events
}

function plan(context: Context, before: LockedIncident, wanted: IncidentChange, assignee: Person | null | undefined): HandlingChange {
  const state = wanted.state ?? before.state
  const kept = before.assigneeId ? { userId: before.assigneeId, name: before.assignee ?? '' } : null
  const by = nameOf(context)
  return {
    state,
    acknowledgedBy: state === 'open' ? null : (before.acknowledgedBy ?? (state === 'acknowledged' ? by : null)),
    assignee: assignee === undefined ? kept : assignee && { userId: assignee.userId, name: assignee.name },
    resolvedBy: state === 'resolved' && before.state !== 'resolved' ? by : before.resolvedBy,
  }
}

/** What is left out stays. What is so already is no mistake, and leaves no line. */
export async function changeIncident(
  context: Context,
  customerId: string,
  id: string,
  wanted: IncidentChange,
): Promise<{ version: number }> {
  const incidentId = readNumericId(id)
  const { now, actor, isStaff } = context
  const note = wanted.note?.trim() ?? ''
  const assignee = wanted.assigneeId ? await readAssignee(context, customerId, wanted.assigneeId) : (wanted.assigneeId as null | undefined)
  // The ticket follows whoever may see it: what an incident does to its ticket is done by Vakt.
  return inTransaction({ pool: context.pool }, customerId, async (transaction) => {
    if (wanted.state === 'resolved') await lockAlertsOfCustomer(transaction, customerId)
    const before = await lockSeenIncident(transaction, customerId, incidentId, wanted.version)
    const refused =
      (wanted.state && refuseState(before, wanted.state, note)) ??
      (wanted.assigneeId === undefined || wanted.assigneeId === before.assigneeId ? null : refuseAssignment(before))
    if (refused) throw refusalOf(refused)
    const change = plan(context, before, wanted, assignee)
    const events = eventsOf(before, change, note)
    if (events.length === 0) return { version: before.version }
    const version = await updateHandling(transaction, customerId, { incidentId, change, now })
    await insertIncidentEvents(transaction, customerId, { incidentId, events, actor, isStaff, now })
    const isResolved = events.some(({ kind }) => kind === 'resolved')
    if (isResolved) {
      await endEndlessAlerts(transaction, customerId, { incidentId, by: nameOf(context), now })
      await settleIncidentTickets(transaction, context, customerId, [incidentId], `${nameOf(context)}: ${note}`)
    }
    const details = { changes: events.map(({ kind }) => kind) }
    await recordAction(transaction, context, customerId, { action: 'incident.handle', target: `incident ${incidentId}`, details })
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
    if (isResolved) announce(transaction, { type: 'alert.changed', customerId })
    return { version }
  })
}

/** A note may be written on what is over, too, and conflicts with nobody's change. */
export async function addIncidentNote(context: Context, customerId: string, id: string, text: string): Promise<undefined> {
  const incidentId = readNumericId(id)
  const note = text.trim()
  if (note === '') throw Invalid.field('note', 'The note is empty.', 'incident.note_empty')
  return inTransaction(context, customerId, async (transaction) => {
    if (!(await lockIncident(transaction, customerId, incidentId))) throw new NotFound()
    const { actor, isStaff, now } = context
    await insertIncidentEvents(transaction, customerId, { incidentId, events: [{ kind: 'noted', body: note }], actor, isStaff, now })
    await recordAction(transaction, context, customerId, { action: 'incident.note', target: `incident ${incidentId}` })
    await keepAnswer(transaction, context, customerId, undefined)
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
    return undefined
  })
}
