import { ticketAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { ServiceLevel } from './service-levels.ts'

import { ticketStatuses, ticketTypes } from './ticket-filters.ts'

export { type TicketStatus, ticketStatuses, ticketTypes } from './ticket-filters.ts'

export const ticketAreas = ['infrastructure', 'security', 'workplace', 'database', 'office 365', 'other'] as const
/** As `area` of what users say about the portal itself. */
export const feedbackArea = 'feedback'

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
  /** How bad its open incident is now, where that is worse than the priority that a person gave the ticket; else null. */
  incidentSeverity: nullable(Severity),
  /** The clock that is up first; of a ticket that is done, what was missed or met in the end. Null where nothing is promised. */
  serviceLevel: nullable(ServiceLevel),
  created: moment(),
  modified: moment(),
})
export type Ticket = Static<typeof Ticket>

export const findTicket = operation({
  summary: 'Which customer a ticket belongs to, for links that name the ticket only',
  method: 'GET',
  path: '/ticket/:ticketId',
  access: ticketAccess,
  openToLimited: true,
  result: object({ customerId: Type.String(), ticketId: Type.String() }),
})

export const NewTicket = object({
  subject: oneLine({
    pattern: '\\S',
    maxLength: 250,
    messages: { pattern: 'ticket.create.subject_empty', maxLength: 'ticket.create.subject_long' },
  }),
  description: Type.String({ pattern: '\\S', maxLength: 100_000, messages: { pattern: 'ticket.create.description_empty' } }),
  email: Type.String({
    format: 'email',
    minLength: 1,
    maxLength: 254,
    messages: { format: 'form.email_invalid', minLength: 'ticket.create.email_empty' },
  }),
  impact: scale,
  urgency: scale,
  priority: scale,
  status: oneOf(['new'], { default: 'new' }),
  type: oneOf(ticketTypes, { default: 'request' }),
  area: oneOf([...ticketAreas, feedbackArea], { default: 'other' }),
  /** What it is about, of the same customer. An incident that has a ticket already answers 409. */
  entityId: Type.Optional(Type.String({ format: 'uuid' })),
  incidentId: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
  /** Whose ticket it is, among the people of the customer; for the provider's staff, who ask on their behalf. */
  requesterId: Type.Optional(Type.String({ format: 'uuid' })),
  /** Whose ticket it is, where they have no account: `email` is theirs then. For the provider's staff. */
  requesterName: Type.Optional(oneLine({ pattern: '\\S', maxLength: 200, messages: { pattern: 'ticket.create.name_empty' } })),
})
export type NewTicket = Static<typeof NewTicket>

export const createTicket = operation({
  summary: 'Open a ticket',
  method: 'POST',
  path: '/customer/:customerId/ticket',
  access: ['@feature.tickets.write'],
  openToLimited: true,
  recordsItself: ['ticket.create'],
  signedInWhen: { area: feedbackArea },
  body: NewTicket,
  result: object({ ticketId: Type.String(), temp_id: Type.String() }),
})
