import { ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { ticketAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'

import { hourTypes, sortDirections, ticketSorts, ticketStatuses, ticketTypes } from './ticket-filters.ts'
import { Priority, Ticket } from './tickets.ts'

export { sortDirections, type TicketSort, ticketSorts } from './ticket-filters.ts'

const name = () => Type.String({ minLength: 1, maxLength: 254 })

const filter = {
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'Words of the number, the subject, the description and the comments. All must be met; each may go on, be inflected, or be misspelt.',
    }),
  ),
  type: several(oneOf(ticketTypes)),
  priority: several(Priority),
  status: several(oneOf(ticketStatuses)),
  onlyOpen: Type.Optional(Type.Boolean()),
  assignee: Type.Optional(
    Type.Array(name(), {
      maxItems: 50,
      description: 'The id or the name of an assignee, `me`, or `nobody` for unassigned tickets',
    }),
  ),
  assigneeGroup: several(name()),
  tag: Type.Optional(Type.Array(name(), { maxItems: 50, description: 'Tickets with any one of these tags' })),
  entityId: several(Type.String({ format: 'uuid' })),
  /** Values of the customer's tag keys in their order; an empty value means resources without the tag. Tickets without a resource are in no group. */
  group: several(Type.String({ maxLength: 256 })),
  requester: Type.Optional(Type.Array(name(), { maxItems: 50, description: 'The e-mail address of a requester, or `me`' })),
  source: Type.Optional(oneOf(['person', 'monitoring'], { description: 'Whether a person or the monitoring opened it' })),
  breaching: Type.Optional(Type.Boolean({ description: 'Open tickets whose next service-level target is missed' })),
  missed: Type.Optional(
    Type.Boolean({
      description: 'Tickets of which a service-level target was ever missed; false: those with a service level that never missed one',
    }),
  ),
  workedFrom: Type.Optional(
    Type.String({ format: 'date', description: 'Tickets with time registered on this day or later; only where the caller sees hours' }),
  ),
  workedTo: Type.Optional(Type.String({ format: 'date', description: 'As `workedFrom`: on this day or before' })),
  hourType: several(oneOf(hourTypes)),
  billable: Type.Optional(
    Type.Boolean({ description: 'Tickets with billable time; false: with time that is not. Of the days and types above' }),
  ),
  createdFrom: Type.Optional(moment()),
  /** Not included itself, so that days can follow on each other. */
  createdTo: Type.Optional(moment()),
}

const order = {
  sort: Type.Optional(
    oneOf(ticketSorts, { description: 'By `relevance` where there is something to search for, otherwise by `modified`, unless asked for' }),
  ),
  direction: Type.Optional(oneOf(sortDirections, { description: 'The latest, the most urgent and the newest first, unless asked for' })),
}

const TicketFilter = object(filter)
export type TicketFilter = Static<typeof TicketFilter>

/** A ticket as lists show it, with what the caller should notice. */
export const ListedTicket = object({
  ...Ticket.properties,
  /** An open ticket that changed in the last 14 days and since the caller last saw it. */
  isUnread: Type.Boolean(),
  /** An open ticket whose latest public comment is the customer's. */
  customerAnswered: Type.Boolean(),
})
export type ListedTicket = Static<typeof ListedTicket>

export const listTickets = operation({
  summary: 'Tickets, the latest changed first unless another order is asked for',
  method: 'GET',
  path: '/customer/:customerId/ticket',
  access: ticketAccess,
  openToLimited: true,
  query: object({ ...pageLimit, ...filter, ...order }),
  listOf: ListedTicket,
})

export const countTickets = operation({
  summary: 'How many tickets there are, and how many of them are open',
  method: 'GET',
  path: '/customer/:customerId/ticket/count',
  access: ticketAccess,
  openToLimited: true,
  result: object({ open: Type.Integer(), all: Type.Integer() }),
})

export const SimilarTicket = object({
  ticketId: Type.String(),
  subject: Type.String(),
  status: oneOf(ticketStatuses),
  priority: Priority,
  created: moment(),
})
export type SimilarTicket = Static<typeof SimilarTicket>

export const listSimilarTickets = operation({
  summary: 'Up to five open tickets that say something like this subject, the most similar first',
  method: 'GET',
  path: '/customer/:customerId/ticket/similar',
  access: ticketAccess,
  openToLimited: true,
  query: object({ subject: Type.Optional(Type.String({ maxLength: 500 })) }),
  result: Type.Array(SimilarTicket),
})

/** A ticket among those of all customers. */
export const InboxTicket = object({ ...ListedTicket.properties, customer: object({ customerId: Type.String(), name: Type.String() }) })
export type InboxTicket = Static<typeof InboxTicket>

export const listTicketsOfAllCustomers = operation({
  summary: 'The tickets of all customers, for the provider',
  method: 'GET',
  path: '/ticket',
  access: { staff: ['@feature.tickets.read', '@feature.tickets.write'] },
  query: object({ ...pageLimit, ...filter, ...order, customer: ofCustomers }),
  listOf: InboxTicket,
})

export const countTicketsOfAllCustomers = operation({
  summary: 'How many open tickets there are over all customers, for the provider',
  method: 'GET',
  path: '/ticket/count',
  access: { staff: ['@feature.tickets.read', '@feature.tickets.write'] },
  result: object({ open: Type.Integer() }),
})

const choice = object({ value: Type.String(), label: Type.String(), count: Type.Integer() })

/** What the tickets of a customer can be filtered by, each with how many open tickets it has; the most frequent first. */
export const TicketFilterChoices = object({
  assignees: Type.Array(choice),
  assigneeGroups: Type.Array(choice),
  tags: Type.Array(choice),
  requesters: Type.Array(choice),
  entities: Type.Array(choice),
  /** Open tickets that no one has taken. */
  unassigned: Type.Integer(),
})
export type TicketFilterChoices = Static<typeof TicketFilterChoices>

const own = {
  /** Open tickets of the caller; left out where more people have tickets than are listed. */
  assignedToMe: Type.Optional(Type.Integer()),
}

export const readTicketFilterChoices = operation({
  summary: 'Assignees, groups, tags, requesters and resources that tickets of the customer can be filtered by',
  method: 'GET',
  path: '/customer/:customerId/ticket/filter',
  access: ticketAccess,
  openToLimited: true,
  result: object({ ...TicketFilterChoices.properties, ...own }),
})

export const readTicketFilterChoicesOfAllCustomers = operation({
  summary: 'As for one customer, over the open tickets of all of them; for the provider',
  method: 'GET',
  path: '/ticket/filter',
  access: { staff: ['@feature.tickets.read', '@feature.tickets.write'] },
  result: object({ ...TicketFilterChoices.properties, ...own, customers: Type.Array(choice) }),
})

const tag = { pattern: '\\S', maxLength: 64, messages: { maxLength: 'ticket.tag_long' } }

export const ManyTicketsChange = object({
  tickets: Type.Array(object({ customerId: Type.String({ minLength: 1, maxLength: 64 }), ticketId: Type.String({ maxLength: 20 }) }), {
    minItems: 1,
    maxItems: 200,
  }),
  /** Needs the comment. */
  status: Type.Optional(oneOf(ticketStatuses)),
  priority: Type.Optional(Priority),
  assigneeId: Type.Optional(nullable(Type.String({ format: 'uuid' }))),
  addTags: Type.Optional(Type.Array(oneLine(tag), { maxItems: 50 })),
  removeTags: Type.Optional(Type.Array(Type.String(tag), { maxItems: 50 })),
  /** Written on each of them. */
  comment: Type.Optional(Type.String({ pattern: '\\S', maxLength: 100_000 })),
})
export type ManyTicketsChange = Static<typeof ManyTicketsChange>

const Refused = object({ ticketId: Type.String(), message: Type.String(), message_translation_key: Type.String() })
const Undoable = object({
  priority: Type.Optional(Priority),
  assigneeId: Type.Optional(nullable(Type.String({ format: 'uuid' }))),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 })),
})
/** What was changed of a ticket and can be taken back. A comment cannot, nor the status that it explains: people have been told. */
const TicketUndo = object({
  customerId: Type.String({ minLength: 1, maxLength: 64 }),
  ticketId: Type.String({ maxLength: 20 }),
  was: Undoable,
  became: Undoable,
})
export type TicketUndo = Static<typeof TicketUndo>

export const ManyTicketsOutcome = object({
  changed: Type.Integer(),
  /** Those that could not be changed; nothing of them was. */
  refused: Type.Array(Refused),
  /** For `undoManyTickets`. */
  undo: Type.Array(TicketUndo),
})
export type ManyTicketsOutcome = Static<typeof ManyTicketsOutcome>

export const changeManyTickets = operation({
  summary: 'Change many tickets in one go, each by the rules of a single change; for the provider',
  method: 'PUT',
  path: '/ticket/bulk',
  access: { staff: ['@feature.tickets.write'] },
  recordsItself: ['ticket.change', 'ticket.status', 'ticket.comment'],
  limitSeconds: 120,
  takesIdempotencyKey: true,
  body: ManyTicketsChange,
  result: ManyTicketsOutcome,
})

export const undoManyTickets = operation({
  summary: 'Take back what a change of many tickets answered in `undo`, as far as no one has changed it since; for the provider',
  method: 'PUT',
  path: '/ticket/bulk/undo',
  access: { staff: ['@feature.tickets.write'] },
  recordsItself: ['ticket.change', 'ticket.status', 'ticket.comment'],
  body: object({ tickets: Type.Array(TicketUndo, { minItems: 1, maxItems: 200 }) }),
  result: object({ undone: Type.Integer(), refused: Type.Array(Refused) }),
})
