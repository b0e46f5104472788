import { ticketAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

/** Each open ticket tells of itself this often, in seconds; who was silent for more than twice as long has left. */
export const heartbeatInSeconds = 20

/** Customers see `writing_privately` as `reading`. */
export const presenceDoings = ['reading', 'writing', 'writing_privately'] as const
export type PresenceDoing = (typeof presenceDoings)[number]

const Present = object({ userId: Type.String(), name: Type.String(), byStaff: Type.Boolean(), doing: oneOf(presenceDoings) })
export type Present = Static<typeof Present>

const presence = '/customer/:customerId/ticket/:ticketId/presence/:tab'

export const showPresence = operation({
  summary: 'Report that the caller has the ticket open, and learn who else has',
  method: 'PUT',
  path: presence,
  access: ticketAccess,
  openToLimited: true,
  recordsNothing: 'Who looks at a ticket is shown for a minute, and kept nowhere.',
  body: object({ doing: oneOf(presenceDoings) }),
  result: object({ others: Type.Array(Present) }),
})

export const endPresence = operation({
  summary: 'Tell that the ticket was closed or left',
  method: 'DELETE',
  path: presence,
  access: ticketAccess,
  openToLimited: true,
  recordsNothing: 'Who looks at a ticket is shown for a minute, and kept nowhere.',
})
