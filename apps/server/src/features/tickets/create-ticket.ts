import { randomUUID } from 'node:crypto'
import { feedbackArea, type NewTicket } from '@vakt/contract/tickets/tickets.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import pg from 'pg'
import { readCustomerSettings } from '#server/features/customer-settings/read-customer-settings.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import { keepOpeningLevels, type OpeningLevel, readOpeningLevels } from '#server/features/service-levels/open-service-levels.ts'
import { inTransactionEndedBy, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { type CallContext, userIdAt } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { type AnnouncedEvent, announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readRequester, readRequesterByEmail } from './ticket-people-table.ts'
import { insertTicket, type NewRequester, takeTicketId } from './ticket-table.ts'

/** What the ticket refers to is judged by the database: of the same customer, and one ticket for an incident. */
function explainReference(error: unknown): never {
  const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
  if (constraint === 'ticket_once_per_incident')
    throw Conflict.field('incidentId', 'This incident has a ticket already. Comment on that one.', 'ticket.create.incident_has_ticket')
  if (constraint === 'ticket_customer_id_incident_id_fkey')
    throw Invalid.field('incidentId', 'There is no such incident at this customer.', 'ticket.create.incident_unknown')
  if (constraint === 'ticket_customer_id_entity_id_fkey')
    throw Invalid.field('entityId', 'There is no such resource at this customer.', 'ticket.create.entity_unknown')
  throw error
}

async function findRequester(
  transaction: Transaction,
  { caller }: CallContext,
  customerId: string,
  { requesterId, requesterName, email }: NewTicket,
): Promise<NewRequester> {
  if (requesterId) {
    const requester = await readRequester(transaction, customerId, requesterId)
    if (!requester) throw Invalid.field('requesterId', 'This person cannot be found here.', 'ticket.person_unknown')
    return requester
  }
  // Someone without an account: anyone of the customer's people who has the address is meant all the same.
  if (requesterName)
    return (
      (await readRequesterByEmail(transaction, customerId, email)) ?? {
        userId: null,
        name: tidyLine(requesterName),
        email,
        isWithoutAccount: true,
      }
    )
  // Someone of the provider writes on the customer's behalf: they are no user of this customer.
  // A service token opens it for the user who has the address.
  const holder = caller?.apiToken?.isService ? await readRequesterByEmail(transaction, customerId, email) : undefined
  return holder ?? findOwnRequester(transaction, caller, customerId, email)
}

/** The caller with the address that they gave. That of a colleague makes the ticket the colleague's, where all see all tickets. */
async function findOwnRequester(
  transaction: Transaction,
  caller: CallContext['caller'],
  customerId: string,
  email: string,
): Promise<NewRequester> {
  const userId = userIdAt(caller, customerId)
  const own = { userId, name: caller?.name ?? 'Vakt', email }
  if (!caller || userId === null || email.toLowerCase() === caller.email.toLowerCase()) return own
  const colleague = await readRequesterByEmail(transaction, customerId, email)
  if (!colleague) return own
  const { ticketVisibility } = await readCustomerSettings(transaction, customerId)
  return ticketVisibility === 'all' ? colleague : { ...own, email: caller.email }
}

const usualPriority = 4

/** Where staff rate all tickets a customer's people open theirs without a priority; feedback about the portal has one of its own. */
async function refusePriority(
  transaction: Transaction,
  { actor, isStaff }: CallContext,
  customerId: string,
  { area, priority, impact, urgency }: NewTicket,
): Promise<void> {
  if (isStaff || actor.type === 'system' || area === feedbackArea) return
  if ([priority, impact, urgency].every((level) => level === usualPriority)) return
  const { customerPriority } = await readCustomerSettings(transaction, customerId)
  if (customerPriority === 'none')
    throw Invalid.field('priority', 'Only the provider’s staff set priorities here. Leave it at 4.', 'ticket.priority_of_staff')
}

type Prepared = { ticketId: string; requester: NewRequester; levels: Map<number, OpeningLevel> }

async function prepare(transaction: Transaction, context: CallContext, customerId: string, ticket: NewTicket): Promise<Prepared> {
  await refusePriority(transaction, context, customerId, ticket)
  const [ticketId, requester, levels] = await Promise.all([
    takeTicketId(transaction),
    findRequester(transaction, context, customerId, ticket),
    ticket.area === feedbackArea
      ? new Map<number, OpeningLevel>()
      : readOpeningLevels(transaction, customerId, { status: ticket.status, now: context.now }),
  ])
  return { ticketId, requester, levels }
}

/** Sends all its statements before it awaits anything. */
async function write(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { ticket, subject, prepared: { ticketId, requester, levels } }: { ticket: NewTicket; subject: string; prepared: Prepared },
): Promise<{ ticketId: string; temp_id: string }> {
  const { actor, now } = context
  const dueAt = levels.get(ticket.priority)?.dueAt ?? null
  const changed: AnnouncedEvent[] = [{ type: 'ticket.changed', customerId, ticketId }]
  if (ticket.incidentId) changed.push({ type: 'incident.changed', customerId, incidentIds: [ticket.incidentId] })
  const made = { ticketId, temp_id: randomUUID() }
  await Promise.all([
    insertTicket(transaction, customerId, { ...ticket, ...made, subject, requester, now, dueAt }),
    recordAction(transaction, context, customerId, { action: 'ticket.create', target: `ticket ${ticketId}` }),
    noteEvent(transaction, { customerId, actor, now }, { topic: 'ticket', kind: 'created', subjectId: ticketId }),
    keepOpeningLevels(transaction, customerId, levels, [{ ticketId, priority: ticket.priority }]),
    keepAnswer(transaction, context, customerId, made),
  ])
  announce(transaction, ...changed)
  return made
}

/** Opens a ticket in the transaction of its caller, whose answer is the one to keep. Returns its id. */
export async function createTicketWithin(
  transaction: Transaction,
  { idempotency: _, ...context }: CallContext,
  customerId: string,
  ticket: NewTicket,
): Promise<string> {
  const prepared = await prepare(transaction, context, customerId, ticket)
  const { ticketId } = await write(transaction, context, customerId, { ticket, subject: tidyLine(ticket.subject), prepared })
  return ticketId
}

export async function createTicket(
  context: CallContext,
  customerId: string,
  ticket: NewTicket,
): Promise<{ ticketId: string; temp_id: string }> {
  const otherPerson = (['requesterId', 'requesterName'] as const).find((field) => ticket[field])
  if (otherPerson && !context.isStaff)
    throw Invalid.field(otherPerson, 'Only the provider’s staff can open a ticket for someone else.', 'ticket.fact_of_staff')
  const subject = tidyLine(ticket.subject)
  if (subject === '') throw Invalid.field('subject', 'The subject cannot be empty.', 'ticket.create.subject_empty')
  if (ticket.requesterName && tidyLine(ticket.requesterName) === '')
    throw Invalid.field('requesterName', "Name can't be empty", 'ticket.create.name_empty')
  return inTransactionEndedBy(
    context,
    customerId,
    (transaction) => prepare(transaction, context, customerId, ticket),
    (transaction, prepared) => write(transaction, context, customerId, { ticket, subject, prepared }),
  ).catch(explainReference)
}
