import { type LiveEvent, staffEventTypes } from '@vakt/contract/live/live-events.ts'
import type { StaffLimit } from '#server/platform/context.ts'

export type LiveReader = {
  isStaff: boolean
  /** Sees not every ticket of the customer, and so does not learn which one changed. */
  seesOwnTicketsOnly: boolean
  /** Sees some resources of the customer only, and so does not learn which of anything changed. */
  isLimited: boolean
  /** Of staff who see some customers only. */
  limitedTo: StaffLimit | null
}

const staffTypes: readonly string[] = staffEventTypes

/** Of the provider itself, staff who are limited to some customers hear what names nothing of it. */
const namesNothing: readonly LiveEvent['type'][] = ['access.changed', 'content.changed']

function isBeyondLimit(event: LiveEvent, limitedTo: StaffLimit | null): boolean {
  if (!limitedTo || 'userId' in event || limitedTo.customerIds.includes(event.customerId)) return false
  return event.customerId !== limitedTo.own || !namesNothing.includes(event.type)
}

/** What this reader may hear of an event; null for nothing. */
export function eventForReader(event: LiveEvent, { isStaff, seesOwnTicketsOnly, isLimited, limitedTo }: LiveReader): object | null {
  if (isBeyondLimit(event, limitedTo)) return null
  if (!isStaff && ('staffOnly' in event || staffTypes.includes(event.type))) return null
  if (isLimited && !('userId' in event))
    return { type: event.type, customerId: event.customerId, ...('content' in event && { content: event.content }) }
  if (!seesOwnTicketsOnly) return event
  const { ticketId: _, ticketIds: __, ...rest } = event as LiveEvent & { ticketId?: string; ticketIds?: string[] }
  return rest
}

/** Readers of one kind share what is serialised. */
export const kindOfReader = ({ isStaff, seesOwnTicketsOnly, isLimited, limitedTo }: LiveReader): string =>
  `${isStaff} ${seesOwnTicketsOnly} ${isLimited} ${limitedTo ? JSON.stringify(limitedTo) : ''}`
