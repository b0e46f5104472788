import type { IncidentChange } from '@vakt/contract/incidents/incident-details.ts'
import { type HandlingRefusal, refuseAssignment, refuseState } from '@vakt/domain/incident-handling.ts'
import { isOpen } from '@vakt/domain/ticket-status.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import { endEndlessAlerts } from '#server/features/incidents/intake/alert-state-table.ts'
import { lockAlertsOfCustomer } from '#server/features/incidents/intake/alert-states.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, Stale } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readAssignee } from './find-incident-people.ts'
import { type Assignee, incidentPortsOf, notifyFollowers, type TicketOfIncident } from './incident-followers.ts'
import { type HandlingChange, type IncidentEvent, incidentHandling, type LockedIncident } from './incident-handling.ts'

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

/** The incident, locked; refused with what it is now when `seen` is not its version any more. Without a version it is taken as it is. */
async function lockSeenIncident(transaction: Transaction, customerId: string, incidentId: string, seen?: number): Promise<LockedIncident> {
  const incident = await incidentHandling.lock(transaction, customerId, incidentId)
  if (!incident) throw new NotFound()
  if (seen !== undefined && seen !== incident.version) {
    const message = `Someone else changed the incident: you saw version ${seen}, now it is ${incident.version}.`
    throw new Stale({ ...incident }, message, 'incident.changed_meanwhile')
  }
  return incident
}

/** Without a version where it does not matter what was seen. */
type Wanted = Omit<IncidentChange, 'version'> & { version?: number }
type Handled = { before: LockedIncident; ticket: TicketOfIncident | null; wanted: Wanted }

function refuse({ isStaff }: Context, { before, ticket, wanted }: Handled, note: string): void {
  const isReassigned = wanted.assigneeId !== undefined && wanted.assigneeId !== (ticket ?? before).assigneeId
  const refused = (wanted.state && refuseState(before, wanted.state, note)) ?? (isReassigned ? refuseAssignment(before) : null)
  if (refused) throw refusalOf(refused)
  if (isReassigned && ticket && !isStaff)
    throw Invalid.field('assigneeId', 'Only the provider’s staff can change who works on the ticket.', 'ticket.fact_of_staff')
}

const isAcknowledging = ({ before, wanted }: Handled) => before.state === 'open' && wanted.state === 'acknowledged'

/** Who works on it afterwards; undefined: who does now. A user who acknowledges what no one is assigned to, takes it; on a ticket only staff. */
function assigneeAfter({ actor, isStaff }: Context, handled: Handled, chosen: Assignee | null | undefined): Assignee | null | undefined {
  const { before, ticket } = handled
  if (chosen !== undefined) return chosen
  const isFree = (ticket ?? before).assignee === null && (ticket === null || (isStaff && isOpen(ticket.status)))
  return isFree && isAcknowledging(handled) && actor.type === 'user' ? { userId: actor.userId, name: actor.name } : undefined
}

function plan(context: Context, { before, ticket, wanted }: Handled, assignee: Assignee | null | undefined): HandlingChange {
  const state = wanted.state ?? before.state
  const kept = before.assigneeId ? { userId: before.assigneeId, name: before.assignee ?? '' } : null
  const by = nameOfActor(context.actor)
  return {
    state,
    acknowledgedBy: state === 'open' ? null : (before.acknowledgedBy ?? (state === 'acknowledged' ? by : null)),
    assignee: ticket || assignee === undefined ? kept : assignee,
    resolvedBy: state === 'resolved' && before.state !== 'resolved' ? by : before.resolvedBy,
  }
}

function eventsOf(before: LockedIncident, change: HandlingChange, note: string): IncidentEvent[] {
  const events: IncidentEvent[] = []
  if (change.state === 'resolved' && before.state !== 'resolved') events.push({ kind: 'resolved', body: note })
  else if (change.state !== before.state) events.push({ kind: change.state === 'acknowledged' ? 'acknowledged' : 'unacknowledged' })
  if (before.assigneeId !== (change.assignee?.userId ?? null))
    events.push(
      change.assignee
        ? { kind: 'assigned', details: { userId: change.assignee.userId, name: change.assignee.name } }
        : { kind: 'unassigned', details: { name: before.assignee ?? '' } },
    )
  return events
}

type Handling = { incidentId: string; wanted: Wanted; chosen: Assignee | null | undefined }

/** What was done to it; nothing where it is so already. */
export async function handleIncident(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { incidentId, wanted, chosen }: Handling,
): Promise<{ version: number; changes: string[] }> {
  const { now, actor, isStaff } = context
  const note = wanted.note?.trim() ?? ''
  const before = await lockSeenIncident(transaction, customerId, incidentId, wanted.version)
  const ticket = await incidentPortsOf(context).tickets.lock(transaction, context, customerId, incidentId)
  const handled = { before, ticket, wanted }
  refuse(context, handled, note)
  const assignee = assigneeAfter(context, handled, chosen && { userId: chosen.userId, name: chosen.name })
  const change = plan(context, handled, assignee)
  const events = eventsOf(before, change, note)
  const isResolved = events.some(({ kind }) => kind === 'resolved')
  const isNoted = note !== '' && !isResolved
  const becomesNoteOfTicket = isNoted && ticket !== null && context.onlyTicketsOf === undefined
  if (isNoted && !becomesNoteOfTicket) events.push({ kind: 'noted', body: note, private: isStaff })
  const handling = { isTakenUp: isAcknowledging(handled), assignee, note: becomesNoteOfTicket ? note : '' }
  const ofTicket = (await ticket?.handle(handling)) ?? []
  const changes = [...events.map(({ kind }) => kind), ...ofTicket]
  if (changes.length === 0) return { version: before.version, changes }
  const version = await incidentHandling.update(transaction, customerId, { incidentId, change, now })
  await incidentHandling.addEvents(transaction, customerId, { incidentId, events, actor, isStaff, now })
  if (isResolved) {
    const details = { severity: before.severity }
    await noteEvent(transaction, { customerId, actor, now }, { topic: 'incident', kind: 'resolved', subjectId: incidentId, details })
    await endEndlessAlerts(transaction, customerId, { incidentId, by: nameOfActor(actor), now })
    await notifyFollowers(transaction, context, customerId, 'ended', [{ incidentId, reason: { by: nameOfActor(actor), note } }])
  }
  return { version, changes }
}

/** What is left out stays. What is so already is no mistake, and leaves no line. */
export async function changeIncident(
  context: Context,
  customerId: string,
  id: string,
  wanted: IncidentChange,
): Promise<{ version: number }> {
  const incidentId = readNumericId(id)
  const chosen = wanted.assigneeId ? await readAssignee(context, customerId, wanted.assigneeId) : (wanted.assigneeId as null | undefined)
  // The ticket follows for everyone who may see it: what an incident does to its ticket is done by Vakt.
  return inTransaction({ pool: context.pool }, customerId, async (transaction) => {
    if (wanted.state === 'resolved') await lockAlertsOfCustomer(transaction, customerId)
    const { version, changes } = await handleIncident(transaction, context, customerId, { incidentId, wanted, chosen })
    if (changes.length === 0) return { version }
    await recordAction(transaction, context, customerId, {
      action: 'incident.handle',
      target: `incident ${incidentId}`,
      details: { changes },
    })
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
    if (changes.includes('resolved')) announce(transaction, { type: 'alert.changed', customerId })
    return { version }
  })
}
