import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'

/** A browser in which the user is signed in. */
export const UserSession = object({
  sessionId: Type.String(),
  /** As its user agent tells; null when it tells nothing that is known. */
  browser: nullable(Type.String()),
  system: nullable(Type.String()),
  /** Where it was last seen. */
  address: Type.String(),
  signedInAt: moment(),
  /** Right to the minute. */
  lastSeenAt: moment(),
  /** Whether it is the one that asks. */
  isCurrent: Type.Boolean(),
})
export type UserSession = Static<typeof UserSession>

export const listUserSessions = operation({
  summary: 'Where the caller is signed in, the newest first. Not possible with an API token',
  method: 'GET',
  path: '/authentication/session',
  access: 'signed-in',
  query: object(pageLimit),
  listOf: UserSession,
})

export const endUserSession = operation({
  summary: 'End a session: its next request is refused. Not possible with an API token',
  method: 'DELETE',
  path: '/authentication/session/:sessionId',
  access: 'signed-in',
  records: { action: 'session.end', target: '{sessionId}' },
})

export const endOtherSessions = operation({
  summary: 'End all sessions but the one that asks. Not possible with an API token',
  method: 'DELETE',
  path: '/authentication/session',
  access: 'signed-in',
  recordsItself: ['session.end-others'],
})

export const endOwnSession = operation({
  summary: 'End the session that asks, as the last call before the browser forgets its tokens',
  method: 'POST',
  path: '/authentication/sign-out',
  access: 'signed-in',
  recordsItself: ['session.sign-out'],
  noIdempotencyKey: 'It is part of signing out, and changes nothing the second time.',
})
