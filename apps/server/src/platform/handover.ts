import type { Actor } from '#server/platform/context.ts'

type Person = { userId: string; name: string; email: string }

/** A user who leaves, and who takes what is in their hands. Each feature hands over its own part. */
export type Handover = {
  leaver: Person
  taker: Person
  actor: Actor & { type: 'user' }
  isStaff: boolean
  now: Date
}
