import type { Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'

/** On whose behalf something is done. */
export type Actor =
  | {
      type: 'user'
      userId: string
      name: string
      email: string
      /** It is a service token, with its id for `userId`; the record of actions tells it from a person. */
      isServiceToken?: true
    }
  | { type: 'system'; job: string }

/** The name of who acts, as lists and histories show it. */
export const nameOfActor = (actor: Actor): string => (actor.type === 'user' ? actor.name : 'Vakt')

/** A call that is carried out once, however often it is made: the key is its caller's own. */
export type IdempotentCall = { userId: string; key: string; requestHash: Buffer }

/** What every verb is given first: who acts, when, on which connections, and where to log. */
export type Context = {
  actor: Actor
  now: Date
  /** Logs in as vakt_app for people, as vakt_worker for jobs. */
  pool: Pool
  log: Log
  requestId: string | null
  /** Of the provider's staff; they see private comments and act in every customer. */
  isStaff: boolean
  /** Of a call that was made with an Idempotency-Key; its verb keeps the answer with `keepAnswer`. */
  idempotency?: IdempotentCall
  /** The user whose tickets are all that may be seen; absent: every ticket of the customer. */
  onlyTicketsOf?: string
}
