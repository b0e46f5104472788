import type { TicketFactChange, TicketPerson } from '@vakt/contract/tickets/ticket-details.ts'
import { isForStaffToChange, maySetExternal, maySetPriority } from '@vakt/domain/ticket-facts.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { readCustomerSettings } from '#server/features/customer-settings/read-customer-settings.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import { followServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readPerson } from './find-ticket-people.ts'
import { insertChanges, type LockedTicket, type TicketColumn, touchTicket, updateFacts } from './ticket-change-table.ts'
import { readEntityName } from './ticket-people-table.ts'
import { lockSeenTicket, ticketIsClosed } from './write-to-ticket.ts'

/** What one fact becomes: what is stored, and both sides in the words of the history. */
type Edit = { field: string; before: string | null; after: string | null; columns: Partial<Record<TicketColumn, unknown>> }

type Found = { assignee: TicketPerson | null; requester: TicketPerson | null; entityName: string | null }

const columnOf = {
  subject: 'subject',
  type: 'type',
  area: 'area',
  impact: 'impact',
  urgency: 'urgency',
  priority: 'priority',
  assigneeGroup: 'assignee_group',
  externalId: 'external_id',
  externalUrl: 'external_url',
} as const

const asText = (value: string | number | null): string | null => (value === null ? null : String(value))

/** A new id of the ticket in another system without its link takes the old one's link away. */
const withLinkOf = (ticket: LockedTicket, wanted: WantedFacts): WantedFacts =>
  wanted.externalUrl === undefined && wanted.externalId !== undefined && wanted.externalId !== ticket.externalId
    ? { ...wanted, externalUrl: null }
    : wanted

function editsOf(ticket: LockedTicket, given: WantedFacts, found: Found): Edit[] {
  const edits: Edit[] = []
  const wanted = withLinkOf(ticket, given)
  for (const field of Object.keys(columnOf) as (keyof typeof columnOf)[]) {
    const after = wanted[field]
    if (after !== undefined)
      edits.push({ field, before: asText(ticket[field]), after: asText(after), columns: { [columnOf[field]]: after } })
  }
  if (wanted.tags) edits.push({ field: 'tags', before: sayTags(ticket.tags), after: sayTags(wanted.tags), columns: { tags: wanted.tags } })
  if (wanted.assigneeId !== undefined && wanted.assigneeId !== ticket.assigneeId) {
    const after = found.assignee?.name ?? null
    edits.push({ field: 'assignee', before: ticket.assignee, after, columns: { assignee: after, assignee_id: wanted.assigneeId } })
  }
  if (wanted.entityId !== undefined && wanted.entityId !== (ticket.entity?.entityId ?? null)) {
    const columns = { entity_id: wanted.entityId }
    edits.push({ field: 'entity', before: ticket.entity?.name ?? null, after: found.entityName, columns })
  }
  if (found.requester && wanted.requesterId !== ticket.requesterId) {
    const { userId, name, email } = found.requester
    const columns = { requester_id: userId, requester_name: name, requester_email: email }
    edits.push({ field: 'requester', before: ticket.requester.name, after: name, columns })
  }
  return edits.filter(({ field, before, after }) => before !== after || field === 'assignee' || field === 'requester' || field === 'entity')
}

const sayTags = (tags: readonly string[]) => (tags.length > 0 ? tags.join(', ') : null)

/** Each of them as one line; of tags that differ in their letters' case only, the last. */
const tidyTags = (tags: readonly string[]) =>
  [...new Map(tags.map(tidyLine).map((tag) => [tag.toLowerCase(), tag])).values()].filter((tag) => tag !== '')

/** Facts as they are stored: each text as one line, each tag once. Throws Invalid. */
export function tidyFacts({ version: _, ...wanted }: WantedFacts & { version?: number }): WantedFacts {
  const { subject, tags, assigneeGroup, externalId } = wanted
  const tidied = {
    ...wanted,
    ...(subject === undefined ? {} : { subject: tidyLine(subject) }),
    ...(tags ? { tags: tidyTags(tags) } : {}),
    ...(assigneeGroup ? { assigneeGroup: tidyLine(assigneeGroup) || null } : {}),
    ...(externalId ? { externalId: tidyLine(externalId) || null } : {}),
  }
  if (tidied.subject === '') throw Invalid.field('subject', 'The subject cannot be empty.', 'ticket.create.subject_empty')
  return tidied
}

function refuseWrongLink(url: string | null | undefined): void {
  if (url && !(URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).username === ''))
    throw Invalid.field('externalUrl', 'The link must be a whole address that begins with https://.', 'ticket.external_url')
}

async function readNewEntity(transaction: Transaction, customerId: string, entityId: string | null | undefined): Promise<string | null> {
  if (!entityId) return null
  const name = await readEntityName(transaction, customerId, entityId)
  if (name === null) throw Invalid.field('entityId', 'There is no such resource here.', 'ticket.entity_unknown')
  return name
}

/** What is left out stays; what is set to what it is already leaves no line in the history. An undo gives no one a ticket again. */
export async function changeTicketFacts(
  context: Context,
  customerId: string,
  id: string,
  change: TicketFactChange,
  { isUndo = false } = {},
): Promise<{ version: number }> {
  const ticketId = readNumericId(id)
  const found = await checkFacts(context, customerId, ticketId, change)
  return inTransaction(context, customerId, async (transaction) => {
    const ticket = await lockSeenTicket(transaction, customerId, ticketId, change.version)
    return setFacts(transaction, context, customerId, { ticketId, ticket, ...found, isUndo })
  })
}

export type WantedFacts = Omit<TicketFactChange, 'version'>
type CheckedFacts = { wanted: WantedFacts; assignee: TicketPerson | null; requester: TicketPerson | null }

/** What can be judged before the ticket is locked: the facts, tidied, and the people they name. Throws Invalid. */
export async function checkFacts(context: Context, customerId: string, ticketId: string, change: WantedFacts): Promise<CheckedFacts> {
  const wanted = tidyFacts(change)
  refuseWrongLink(wanted.externalUrl)
  for (const fact of Object.keys(wanted))
    if (!context.isStaff && isForStaffToChange(fact))
      throw Invalid.field(fact, 'Only the provider’s staff can change this.', 'ticket.fact_of_staff')
  const person = (property: 'assigneeId' | 'requesterId', of?: 'customer') => {
    const personId = wanted[property]
    return personId ? readPerson(context, customerId, ticketId, { id: personId, property, ...(of ? { of } : {}) }) : null
  }
  return { wanted, assignee: await person('assigneeId'), requester: await person('requesterId', 'customer') }
}

const scale = new Set(['priority', 'impact', 'urgency'])
const external = new Set(['externalId', 'externalUrl'])

/** What this customer's people leave to staff on this ticket. Throws Invalid. */
async function refuseFactsOfStaff(
  transaction: Transaction,
  { actor, isStaff }: Context,
  customerId: string,
  ticket: LockedTicket,
  edits: Edit[],
): Promise<void> {
  if (isStaff || actor.type === 'system') return
  const refused = edits.find(({ field }) => external.has(field) && !maySetExternal({ isStaff }, ticket.externalByStaff))
  if (refused) throw Invalid.field(refused.field, 'The provider’s staff set this. Only they can change it.', 'ticket.fact_of_staff')
  const rated = edits.find(({ field }) => scale.has(field))
  if (!rated) return
  const { customerPriority } = await readCustomerSettings(transaction, customerId)
  if (!maySetPriority({ isStaff, isRequester: ticket.requesterId === actor.userId }, customerPriority))
    throw Invalid.field(rated.field, 'Only the provider’s staff can set the priority of this ticket.', 'ticket.priority_of_staff')
}

/** Changes checked facts of a locked ticket. */
export async function setFacts(
  transaction: Transaction,
  context: Context,
  customerId: string,
  {
    ticketId,
    ticket,
    wanted,
    assignee,
    requester,
    isUndo = false,
  }: CheckedFacts & { ticketId: string; ticket: LockedTicket; isUndo?: boolean },
): Promise<{ version: number }> {
  const { actor, now } = context
  if (ticket.status === 'closed') throw ticketIsClosed()
  const entityName = await readNewEntity(transaction, customerId, wanted.entityId)
  const edits = editsOf(ticket, wanted, { assignee, requester, entityName })
  if (edits.length === 0) return { version: ticket.version }
  await refuseFactsOfStaff(transaction, context, customerId, ticket, edits)
  const columns = Object.assign({}, ...edits.map((edit) => edit.columns)) as Edit['columns']
  if ('external_id' in columns || 'external_url' in columns) columns.external_by_staff = context.isStaff
  const version = await updateFacts(transaction, customerId, ticketId, columns)
  await insertChanges(transaction, customerId, { ticketId, changes: edits, actor, now })
  await touchTicket(transaction, customerId, { ticketId, actor, now })
  if ('priority' in columns || 'area' in columns) await followServiceLevels(transaction, customerId, [ticketId], now)
  if (assignee && !isUndo && edits.some(({ field }) => field === 'assignee'))
    await noteEvent(
      transaction,
      { customerId, actor, now },
      { topic: 'ticket', kind: 'assigned', subjectId: ticketId, namedUserIds: [assignee.userId] },
    )
  const [before, after] = (['before', 'after'] as const).map((side) => Object.fromEntries(edits.map((edit) => [edit.field, edit[side]])))
  await recordAction(transaction, context, customerId, {
    action: 'ticket.change',
    target: `ticket ${ticketId}`,
    details: { before, after },
  })
  announce(transaction, { type: 'ticket.changed', customerId, ticketId })
  return { version }
}
