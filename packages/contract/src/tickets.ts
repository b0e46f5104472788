import { incidentStates } from './incidents.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from './schema.ts'
import { Severity } from './severity.ts'

export const ticketTypes = ['request', 'change', 'incident'] as const
export const ticketAreas = ['infrastructure', 'security', 'workplace', 'database', 'office 365', 'other'] as const
export const ticketStatuses = ['new', 'in_progress', 'waiting_for_customer', 'resolved', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** What Vakt writes on a ticket by itself: the condition cleared and nobody had taken the ticket up; or somebody had. */
export const systemTexts = ['incident_cleared_ticket_resolved', 'incident_cleared'] as const

/** 1 critical, 2 high, 3 medium, 4 low, 5 planning. */
export const Priority = Type.Integer({ minimum: 1, maximum: 5 })
const scale = Type.Integer({ minimum: 1, maximum: 5, default: 4 })

export const Ticket = object({
  ticketId: Type.String(),
  subject: Type.String(),
  type: oneOf(ticketTypes),
  area: Type.String(),
  status: oneOf(ticketStatuses),
  priority: Priority,
  assignee: nullable(Type.String()),
  assigneeGroup: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  entity: nullable(object({ entityId: Type.String(), name: Type.String() })),
  requester: object({ name: Type.String(), email: nullable(Type.String()) }),
  /** Whether a person or the monitoring opened it. */
  source: oneOf(['person', 'monitoring']),
  created: moment(),
  modified: moment(),
})
export type Ticket = Static<typeof Ticket>

export const TicketComment = object({
  commentId: Type.String(),
  author: Type.String(),
  /** True when Vakt itself wrote it. */
  bySystem: Type.Boolean(),
  /** English. Where Vakt itself wrote it, `systemText` names the text so that the reader gets it in their language. */
  body: Type.String(),
  systemText: nullable(oneOf(systemTexts)),
  /** Seen by the provider's staff only; a customer never receives one. */
  private: Type.Boolean(),
  created: moment(),
})
export type TicketComment = Static<typeof TicketComment>

/** One change, oldest first: which field, from what, to what; by whom. */
export const TicketChange = object({
  at: moment(),
  author: Type.String(),
  bySystem: Type.Boolean(),
  field: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
})
export type TicketChange = Static<typeof TicketChange>

export const TicketDetails = object({
  ...Ticket.properties,
  description: Type.String(),
  impact: Priority,
  urgency: Priority,
  alertRule: nullable(Type.String()),
  metricName: nullable(Type.String()),
  externalId: nullable(Type.String()),
  externalUrl: nullable(Type.String()),
  incident: nullable(
    object({ incidentId: Type.String(), severity: Severity, state: oneOf(incidentStates), resolvedAt: nullable(moment()) }),
  ),
  comments: Type.Array(TicketComment),
  history: Type.Array(TicketChange),
})
export type TicketDetails = Static<typeof TicketDetails>

export const listTickets = operation({
  summary: 'Tickets, the latest changed first',
  method: 'GET',
  path: '/customer/:customerId/ticket',
  access: ['@feature.tickets.read', '@feature.tickets.write'],
  query: object({
    ...pageLimit,
    type: several(oneOf(ticketTypes)),
    priority: several(Priority),
    status: several(oneOf(ticketStatuses)),
    onlyOpen: Type.Optional(Type.Boolean()),
    entityId: Type.Optional(Type.String({ format: 'uuid' })),
  }),
  listOf: Ticket,
})

export const countTickets = operation({
  summary: 'How many tickets there are, and how many of them are open',
  method: 'GET',
  path: '/customer/:customerId/ticket/count',
  access: ['@feature.tickets.read', '@feature.tickets.write'],
  result: object({ open: Type.Integer(), all: Type.Integer() }),
})

export const getTicket = operation({
  summary: 'A ticket with its conversation and history',
  method: 'GET',
  path: '/customer/:customerId/ticket/:ticketId',
  access: ['@feature.tickets.read', '@feature.tickets.write'],
  result: TicketDetails,
})

export const findTicket = operation({
  summary: 'Which customer a ticket belongs to, for links that name the ticket only',
  method: 'GET',
  path: '/ticket/:ticketId',
  access: ['@feature.tickets.read', '@feature.tickets.write'],
  result: object({ customerId: Type.String(), ticketId: Type.String() }),
})

export const NewTicket = object({
  subject: Type.String({
    pattern: '\\S',
    maxLength: 250,
    messages: { pattern: 'ticket.create.subject_empty', maxLength: 'ticket.create.subject_long' },
  }),
  description: Type.String({ pattern: '\\S', maxLength: 100_000, messages: { pattern: 'ticket.create.description_empty' } }),
  email: Type.String({ format: 'email', maxLength: 254, messages: { format: 'form.email_invalid' } }),
  impact: scale,
  urgency: scale,
  priority: scale,
  status: oneOf(['new'], { default: 'new' }),
  type: oneOf(ticketTypes, { default: 'request' }),
  area: oneOf(ticketAreas, { default: 'other' }),
})
export type NewTicket = Static<typeof NewTicket>

export const createTicket = operation({
  summary: 'Open a ticket',
  method: 'POST',
  path: '/customer/:customerId/ticket',
  access: ['@feature.tickets.write'],
  body: NewTicket,
  result: object({ ticketId: Type.String(), temp_id: Type.String() }),
})

const commentBody = Type.String({ pattern: '\\S', maxLength: 100_000, messages: { pattern: 'ticket.comment_empty' } })

export const addTicketComment = operation({
  summary: 'Add a comment; one that a customer adds to a resolved ticket opens it again',
  method: 'POST',
  path: '/customer/:customerId/ticket/:ticketId/comment',
  access: ['@feature.tickets.write'],
  body: object({ body: commentBody, private: Type.Boolean({ default: false }) }),
  result: object({ commentId: Type.String() }),
})

export const changeTicketStatus = operation({
  summary: 'Change the status, with the comment that explains it',
  method: 'PUT',
  path: '/customer/:customerId/ticket/:ticketId/status',
  access: ['@feature.tickets.write'],
  body: object({
    status: oneOf(ticketStatuses),
    comment: Type.String({ pattern: '\\S', maxLength: 100_000, messages: { pattern: 'ticket.status.comment_required' } }),
    /** The status that the user saw; if it has changed since, the call answers 409. */
    from: oneOf(ticketStatuses),
  }),
})
