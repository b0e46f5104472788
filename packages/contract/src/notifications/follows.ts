import { environmentAccess, overviewAccess, ticketAccess } from '@vakt/contract/features.ts'
import { incidentStates } from '@vakt/contract/incidents/incidents.ts'
import { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, several, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { ticketStatuses } from '@vakt/contract/tickets/tickets.ts'

export const followKinds = ['incident', 'ticket', 'entity', 'tag_group'] as const
export type FollowKind = (typeof followKinds)[number]

export const FollowState = object({
  isFollowing: Type.Boolean(),
  /** Who else follows it, and the caller; null for callers who are not of the provider's staff. */
  followers: nullable(Type.Array(object({ userId: Type.String(), name: Type.String() }))),
})
export type FollowState = Static<typeof FollowState>

const choice = { isFollowing: Type.Boolean() }
const group = several(
  Type.String({
    maxLength: 256,
    description: 'Values of the customer’s tag keys in their order; an empty value means without the tag. None at all: every resource.',
  }),
)

export const getIncidentFollow = operation({
  summary: 'Whether the caller follows an incident, and for staff who does',
  method: 'GET',
  path: '/customer/:customerId/incident/:incidentId/follow',
  access: overviewAccess,
  openToLimited: true,
  result: FollowState,
})

export const followIncident = operation({
  summary: 'Follow an incident, or stop: its followers are notified when it escalates and resolves',
  method: 'PUT',
  path: '/customer/:customerId/incident/:incidentId/follow',
  access: overviewAccess,
  openToLimited: true,
  announces: { content: ['follows'], to: 'user' },
  recordsItself: ['follow.start', 'follow.stop'],
  tokenAccess: null,
  body: object(choice),
  result: FollowState,
})

export const MuteState = object({
  /** Null: the caller is notified of the incident as they chose. */
  mutedUntil: nullable(moment()),
})
export type MuteState = Static<typeof MuteState>

export const getIncidentMute = operation({
  summary: 'Until when the caller has muted their notifications of an incident',
  method: 'GET',
  path: '/customer/:customerId/incident/:incidentId/mute',
  access: overviewAccess,
  openToLimited: true,
  result: MuteState,
})

export const muteIncident = operation({
  summary: 'Mute one’s own notifications of an open incident until a time or until it escalates; null takes it back',
  method: 'PUT',
  path: '/customer/:customerId/incident/:incidentId/mute',
  access: overviewAccess,
  openToLimited: true,
  announces: { content: ['follows'], to: 'user' },
  recordsItself: ['follow.mute', 'follow.unmute'],
  tokenAccess: null,
  body: object({ until: nullable(moment()) }),
  result: MuteState,
})

export const getTicketFollow = operation({
  summary: 'Whether the caller follows a ticket, and for staff who does',
  method: 'GET',
  path: '/customer/:customerId/ticket/:ticketId/follow',
  access: ticketAccess,
  openToLimited: true,
  result: FollowState,
})

export const followTicket = operation({
  summary: 'Follow a ticket, or stop: its followers are notified as those who comment on it',
  method: 'PUT',
  path: '/customer/:customerId/ticket/:ticketId/follow',
  access: ticketAccess,
  openToLimited: true,
  announces: { content: ['follows'], to: 'user' },
  recordsItself: ['follow.start', 'follow.stop'],
  tokenAccess: null,
  body: object(choice),
  result: FollowState,
})

export const getEntityFollow = operation({
  summary: 'Whether the caller follows a resource, and for staff who does',
  method: 'GET',
  path: '/customer/:customerId/entity/:entityId/follow',
  access: environmentAccess,
  openToLimited: true,
  result: FollowState,
})

export const followEntity = operation({
  summary: 'Follow a resource, or stop: its followers are notified of its incidents',
  method: 'PUT',
  path: '/customer/:customerId/entity/:entityId/follow',
  access: environmentAccess,
  openToLimited: true,
  announces: { content: ['follows'], to: 'user' },
  recordsItself: ['follow.start', 'follow.stop'],
  tokenAccess: null,
  body: object(choice),
  result: FollowState,
})

export const getTagGroupFollow = operation({
  summary: 'Whether the caller follows a tag group, and for staff who does',
  method: 'GET',
  path: '/customer/:customerId/tag-group/follow',
  access: overviewAccess,
  openToLimited: true,
  query: object({ group }),
  result: FollowState,
})

export const followTagGroup = operation({
  summary: 'Follow a tag group, or stop: its followers are notified of the incidents of its resources',
  method: 'PUT',
  path: '/customer/:customerId/tag-group/follow',
  access: overviewAccess,
  openToLimited: true,
  announces: { content: ['follows'], to: 'user' },
  recordsItself: ['follow.start', 'follow.stop'],
  tokenAccess: null,
  body: object({ ...choice, group }),
  result: FollowState,
})

/** One thing that the caller follows and may still see. */
export const Followed = object({
  customerId: Type.String(),
  customerName: Type.String(),
  kind: oneOf(followKinds),
  /** Of the incident, ticket or resource; null for a tag group. */
  id: nullable(Type.String()),
  /** The tags of a group: key and value, which is null where the tag is missing; empty for every resource. Null for other kinds. */
  group: nullable(Type.Array(object({ key: Type.String(), value: nullable(Type.String()) }))),
  /** The title, subject or name; empty for a tag group. */
  name: Type.String(),
  /** Of an incident; `finding` is what an alert rule of Vakt found, else null. */
  incident: nullable(object({ severity: Severity, state: oneOf(incidentStates), finding: nullable(RuleFinding) })),
  /** Of a ticket. */
  ticketStatus: nullable(oneOf(ticketStatuses)),
  followedAt: moment(),
})
export type Followed = Static<typeof Followed>

export const listFollowed = operation({
  summary: 'What the caller follows, at all customers, the latest followed first; at most 500',
  method: 'GET',
  path: '/followed',
  access: 'signed-in',
  openToLimited: true,
  result: object({ followed: Type.Array(Followed) }),
})
