import { ticketAccess } from '@vakt/contract/features.ts'
import { incidentStates } from '@vakt/contract/incidents/incidents.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { Attachment } from './attachments.ts'
import { ServiceLevel } from './service-levels.ts'

import { NewHours, TicketHours } from './ticket-hours.ts'
import { Priority, Ticket, ticketAreas, ticketStatuses, ticketTypes } from './tickets.ts'

/**
 * What Vakt writes on a ticket by itself: the condition cleared and no one had taken the ticket up; or someone had; its incident was merged
 * into another one, by a person or because it turned out to be about the same resource; or that was undone.
 */
export const systemTexts = [
  'incident_cleared_ticket_resolved',
  'incident_cleared',
  'incident_merged',
  'incident_bound',
  'incident_unmerged',
] as const
export type SystemText = (typeof systemTexts)[number]

/** How many comments, and how many changes, come with the ticket itself: the newest. */
export const commentsWithTicket = 500

export const TicketComment = object({
  commentId: Type.String(),
  author: Type.String(),
  /** Of the provider's staff. */
  byStaff: Type.Boolean(),
  /** True when Vakt itself wrote it. */
  bySystem: Type.Boolean(),
  /** Written by anyone who asks: they may edit it. */
  isOwn: Type.Boolean(),
  /** Markdown. Where Vakt itself wrote it: English, and `systemText` names the text so that the reader gets it in their language. */
  body: Type.String(),
  systemText: nullable(oneOf(systemTexts)),
  /** The other ticket that `systemText` is about. */
  systemTicketId: nullable(Type.String()),
  /** Seen by the provider's staff only; a customer never receives one. */
  private: Type.Boolean(),
  /** Whom the text names as `@name`. */
  mentions: Type.Array(object({ userId: Type.String(), name: Type.String() })),
  attachments: Type.Array(Attachment),
  created: moment(),
  /** 1, and one more with each edit. */
  version: Type.Integer(),
  edited: nullable(moment()),
})
export type TicketComment = Static<typeof TicketComment>

/** One change: which field, from what, to what; by whom. */
export const TicketChange = object({
  at: moment(),
  author: Type.String(),
  bySystem: Type.Boolean(),
  field: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  private: Type.Boolean(),
})
export type TicketChange = Static<typeof TicketChange>

/** `follows`: this ticket goes on where the other was closed; `followed_by`: the other way round. */
export const linkKinds = ['related', 'follows', 'followed_by'] as const

export const TicketDetails = object({
  ...Ticket.properties,
  /** Goes up with each change; anyone who changes the ticket says which one they saw. */
  version: Type.Integer(),
  description: Type.String(),
  impact: Priority,
  urgency: Priority,
  assigneeId: nullable(Type.String()),
  requesterId: nullable(Type.String()),
  alertRule: nullable(Type.String()),
  metricName: nullable(Type.String()),
  externalId: nullable(Type.String()),
  externalUrl: nullable(Type.String()),
  /** Which of the facts that differ by customer and ticket the reader may change, as far as they may write at all. */
  mayChange: object({ priority: Type.Boolean(), external: Type.Boolean() }),
  incident: nullable(
    object({ incidentId: Type.String(), severity: Severity, state: oneOf(incidentStates), resolvedAt: nullable(moment()) }),
  ),
  links: Type.Array(object({ ticketId: Type.String(), subject: Type.String(), status: oneOf(ticketStatuses), kind: oneOf(linkKinds) })),
  /** Null for anyone who may not see them. */
  hours: nullable(TicketHours),
  serviceLevels: Type.Array(ServiceLevel),
  /** Those of the ticket itself; each comment has its own. */
  attachments: Type.Array(Attachment),
  /** The newest, oldest first. */
  comments: Type.Array(TicketComment),
  /** How many comments are older than these. */
  earlierComments: Type.Integer(),
  /** The newest changes, oldest first. */
  history: Type.Array(TicketChange),
})
export type TicketDetails = Static<typeof TicketDetails>

const write = ['@feature.tickets.write'] as const
const ticket = '/customer/:customerId/ticket/:ticketId'

export const getTicket = operation({
  summary: 'A ticket with its conversation and history',
  method: 'GET',
  path: ticket,
  access: ticketAccess,
  openToLimited: true,
  result: TicketDetails,
})

export const listTicketComments = operation({
  summary: 'The comments of a ticket, the newest first',
  method: 'GET',
  path: `${ticket}/comment`,
  access: ticketAccess,
  openToLimited: true,
  query: object({ ...pageLimit, before: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,17}$', description: 'Only older than this' })) }),
  listOf: TicketComment,
})

const text = (empty: string) =>
  Type.String({ pattern: '\\S', maxLength: 100_000, messages: { pattern: empty, maxLength: 'ticket.comment_long' } })
/** Time registered with the comment, by staff: stored with it or not at all. */
const hours = Type.Optional(NewHours)
const mentions = Type.Array(Type.String({ format: 'uuid' }), { maxItems: 50, uniqueItems: true, default: [] })

export const addTicketComment = operation({
  summary: 'Add a comment; one that a customer adds to a resolved ticket opens it again',
  method: 'POST',
  path: `${ticket}/comment`,
  access: write,
  openToLimited: true,
  recordsItself: ['ticket.comment'],
  body: object({ body: text('ticket.comment_empty'), private: Type.Boolean({ default: false }), mentions, hours }),
  /** The files of the comment are uploaded to its temp_id. */
  result: object({ commentId: Type.String(), temp_id: Type.String() }),
})

export const editTicketComment = operation({
  summary: 'Change the text of an own comment; what it said before is kept',
  method: 'PUT',
  path: `${ticket}/comment/:commentId`,
  access: write,
  openToLimited: true,
  recordsItself: ['ticket.comment-edit'],
  body: object({
    body: text('ticket.comment_empty'),
    mentions,
    version: Type.Integer({ description: 'The version of the comment that was seen' }),
  }),
})

export const listCommentVersions = operation({
  summary: 'What a comment said, from the first version to the one of now',
  method: 'GET',
  path: `${ticket}/comment/:commentId/version`,
  access: ticketAccess,
  openToLimited: true,
  result: object({ versions: Type.Array(object({ version: Type.Integer(), body: Type.String(), written: moment() })) }),
})

const version = Type.Integer({
  description: 'The version of the ticket that was seen; if there is a newer one, the call answers 409 with it',
})

export const changeTicketStatus = operation({
  summary: 'Change the status, with the comment that explains it',
  method: 'PUT',
  path: `${ticket}/status`,
  access: write,
  openToLimited: true,
  recordsItself: ['ticket.status'],
  takesIdempotencyKey: true,
  body: object({ status: oneOf(ticketStatuses), comment: text('ticket.status.comment_required'), mentions, hours, version }),
  result: object({ commentId: Type.String(), temp_id: Type.String() }),
})

const optionalText = (maxLength: number) => Type.Optional(nullable(oneLine({ pattern: '\\S', maxLength })))
const optionalId = Type.Optional(nullable(Type.String({ format: 'uuid' })))

export const TicketFactChange = object({
  version,
  subject: Type.Optional(
    oneLine({
      pattern: '\\S',
      maxLength: 250,
      messages: { pattern: 'ticket.create.subject_empty', maxLength: 'ticket.create.subject_long' },
    }),
  ),
  type: Type.Optional(oneOf(ticketTypes)),
  area: Type.Optional(oneOf(ticketAreas)),
  impact: Type.Optional(Priority),
  urgency: Type.Optional(Priority),
  priority: Type.Optional(Priority),
  assigneeId: optionalId,
  assigneeGroup: optionalText(100),
  tags: Type.Optional(
    Type.Array(oneLine({ pattern: '\\S', maxLength: 64, messages: { maxLength: 'ticket.tag_long' } }), {
      maxItems: 50,
      messages: { maxItems: 'ticket.tags_many' },
    }),
  ),
  entityId: optionalId,
  requesterId: Type.Optional(Type.String({ format: 'uuid' })),
  externalId: optionalText(200),
  externalUrl: optionalText(2000),
})
export type TicketFactChange = Static<typeof TicketFactChange>

export const changeTicketFacts = operation({
  summary: 'Change what a ticket says about itself; what is left out stays',
  method: 'PUT',
  path: ticket,
  access: write,
  openToLimited: true,
  recordsItself: ['ticket.change'],
  body: TicketFactChange,
  result: object({ version: Type.Integer() }),
})

/** The facts as they are now: what comes with a 409 in `current`. */
export const CurrentTicket = object({
  version: Type.Integer(),
  ...Type.Pick(TicketDetails, [
    'subject',
    'type',
    'area',
    'status',
    'impact',
    'urgency',
    'priority',
    'assignee',
    'assigneeId',
    'assigneeGroup',
    'tags',
    'entity',
    'requester',
    'requesterId',
    'externalId',
    'externalUrl',
    'modified',
  ]).properties,
})
export type CurrentTicket = Static<typeof CurrentTicket>

export const TicketPerson = object({
  userId: Type.String(),
  name: Type.String(),
  /** Only of the customer's own people. */
  email: nullable(Type.String()),
  isStaff: Type.Boolean(),
})
export type TicketPerson = Static<typeof TicketPerson>

export const findTicketPeople = operation({
  summary: 'Who can be named on a ticket: at most 20 by name',
  method: 'GET',
  path: `${ticket}/person`,
  access: ticketAccess,
  openToLimited: true,
  query: object({
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name or of the e-mail address' })),
    of: Type.Optional(oneOf(['customer', 'staff'], { description: 'Only people of the customer, or only the provider’s' })),
  }),
  result: object({ people: Type.Array(TicketPerson, { maxItems: 20 }) }),
})

export const findTicketRequesters = operation({
  summary: 'For whom staff can open a ticket: the people of the customer by name, at most 500',
  method: 'GET',
  path: '/customer/:customerId/ticket/requester',
  access: { staff: ['@feature.tickets.write'] },
  query: object({ q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name or of the e-mail address' })) }),
  result: object({
    people: Type.Array(object({ userId: Type.String(), name: Type.String(), email: Type.String() }), { maxItems: 500 }),
  }),
})

export const findTicketEntities = operation({
  summary: 'Which entities a ticket can be about: at most 20 by name',
  method: 'GET',
  path: '/customer/:customerId/ticket/entity',
  access: write,
  openToLimited: true,
  query: object({ q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name' })) }),
  result: object({
    entities: Type.Array(object({ entityId: Type.String(), name: Type.String(), type: Type.String() }), { maxItems: 20 }),
  }),
})

export const linkTickets = operation({
  summary: 'Link two tickets of a customer; what is linked already stays as it is',
  method: 'PUT',
  path: `${ticket}/link/:otherTicketId`,
  access: write,
  recordsItself: ['ticket.link'],
})

export const unlinkTickets = operation({
  summary: 'Take the link of two tickets away',
  method: 'DELETE',
  path: `${ticket}/link/:otherTicketId`,
  access: write,
  recordsItself: ['ticket.unlink'],
})

export const followUpTicket = operation({
  summary: 'Open a ticket that goes on where another was closed, about the same thing and linked to it',
  method: 'POST',
  path: `${ticket}/follow-up`,
  access: write,
  openToLimited: true,
  recordsItself: ['ticket.create', 'ticket.link'],
  body: object({ description: text('ticket.create.description_empty') }),
  result: object({ ticketId: Type.String(), temp_id: Type.String() }),
})
