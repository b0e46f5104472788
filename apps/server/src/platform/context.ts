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
  | {
      type: 'system'
      job: string
      /** It is a caller with an identity of its own: the record of actions names it instead of Vakt. */
      machine?: { kind: 'automation' | 'agent'; id: string; name: string }
    }

/** The name of who acts, as lists and histories show it. */
export const nameOfActor = (actor: Actor): string => (actor.type === 'user' ? actor.name : 'Vakt')

/** A call that is carried out once, however often it is made: the key is its caller's own. */
export type IdempotentCall = {
  userId: string
  key: string
  /** SHA-256 of the request; of a file, of what was read of it until now. */
  readonly requestHash: Buffer
  /** Reads what is left of a body that is a file, which the hash is of as well. */
  readFile?(): Promise<void>
  /** Encrypts answers that show a secret; absent, they are kept as they are. */
  cipher?: AnswerCipher
  /** Present where the transaction that changes something keeps the answer by itself. */
  automatic?: AutomaticAnswer
}

/** How `inTransaction` keeps the answer of a call without a line in its verb. */
type AutomaticAnswer = {
  /** The customer at which the answer is looked for. */
  customerId: string
  /** Whether the call answers something at all. */
  hasAnswer: boolean
  /** What was kept, once it is committed. */
  kept?: { answer: unknown }
  /** The verb calls `keepAnswer`. */
  isKeptByVerb?: true
  /** Whether to look for changes after the answer was kept. */
  isChecked: boolean
}

/** What a call adds to the audit log by itself, once a transaction of it has changed something at this customer. */
export type CallRecording = {
  readonly acting: Pick<Context, 'actor' | 'now' | 'requestId'>
  readonly customerId: string
  isRecorded: boolean
  /** The entry, with what the transaction returned; `missing` are the fields that name its target and are nowhere. */
  describe(returned: unknown): { entry: { action: string; target: string; details: Record<string, unknown> }; missing: string[] }
}

export type AnswerCipher = {
  encrypt(answer: unknown, requestHash: Buffer): unknown
  /** Throws where it was encrypted for another request. */
  decrypt(kept: unknown, requestHash: Buffer): unknown
}

/**
 * What a feature has others do whom it does not import. Each such feature adds its part to this interface, and `roles/` hands in who does it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Ports {}

/** The customers that someone of the staff sees. What is their own, as settings and notifications, is kept at the provider's `own`. */
export type StaffLimit = { readonly own: string; readonly customerIds: readonly string[] }

/** The resources of their customer that someone is limited to: with one of the tags (`key=value`), or in one of the groups. */
export type ResourceLimit = { readonly tags: readonly string[]; readonly resourceGroups: readonly string[] }

/** What someone with a limit reads: only what is about these resources, and tickets that they asked for. */
export type LimitedSight = ResourceLimit & { readonly userId: string }

/** What every verb is given first: who acts, when, on which connections, and where to log. */
export type Context = {
  actor: Actor
  now: Date
  /** How far a test has moved the clock of the database, in milliseconds. */
  clockShiftMs?: number
  /** Logs in as vakt_app for people, as vakt_worker for jobs. */
  pool: Pool
  log: Log
  /** Absent where nothing is done that needs one. */
  ports?: Ports | undefined
  requestId: string | null
  /** Of the provider's staff; they see private comments and act in every customer. */
  isStaff: boolean
  /** Of staff who see some customers only; absent: their administrators, and staff who see all. */
  limitedTo?: StaffLimit
  /** Of a call that was made with an Idempotency-Key. */
  idempotency?: IdempotentCall
  /** Of a call whose entry of the audit log is declared with it. */
  recording?: CallRecording
  /** The user whose tickets are all that may be seen; absent: every ticket of the customer. */
  onlyTicketsOf?: string
  /** Of calls that read, by people who are limited to some resources; absent: all of the customer's. */
  limitedSight?: LimitedSight
}

/** Of one customer: what is read for several is shared by those for whom this is the same. */
export const sightOf = ({ onlyTicketsOf, limitedSight }: Pick<Context, 'onlyTicketsOf' | 'limitedSight'>): string =>
  JSON.stringify([onlyTicketsOf, limitedSight])
