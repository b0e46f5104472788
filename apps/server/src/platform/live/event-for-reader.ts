import { type LiveEvent, staffEventTypes } from '@vakt/contract/live/live-events.ts'

export type LiveReader = {
  isStaff: boolean
  /** Sees not every ticket of the customer, and so does not learn which one changed. */
  seesOwnTicketsOnly: boolean
}

const staffTypes: readonly string[] = staffEventTypes

/** What this reader may hear of an event; null for nothing. */
export function eventForReader(event: LiveEvent, { isStaff, seesOwnTicketsOnly }: LiveReader): object | null {
  if (!isStaff && ('staffOnly' in event || staffTypes.includes(event.type))) return null
  if (!seesOwnTicketsOnly) return event
  const { ticketId: _, ticketIds: __, ...rest } = event as LiveEvent & { ticketId?: string; ticketIds?: string[] }
  return rest
}

/** Readers of one kind share what is serialised. */
export const kindOfReader = ({ isStaff, seesOwnTicketsOnly }: LiveReader): string => `${isStaff} ${seesOwnTicketsOnly}`
