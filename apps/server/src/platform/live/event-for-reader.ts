import { type LiveEvent, staffEventTypes } from '@vakt/contract/live-events.ts'
import { isOfFirstTypes } from '#server/platform/live/announce.ts'

export type LiveReader = {
  isStaff: boolean
  /** Sees not every ticket of the customer, and so does not learn which one changed. */
  seesOwnTicketsOnly: boolean
  /** A page of the release before, which knows neither later types nor lists of ids. */
  isOldPage: boolean
}

const staffTypes: readonly string[] = staffEventTypes

/** What this reader may hear of an event; null for nothing. */
export function eventForReader(event: LiveEvent, { isStaff, seesOwnTicketsOnly, isOldPage }: LiveReader): object | null {
  if (!isStaff && ('staffOnly' in event || staffTypes.includes(event.type))) return null
  if (isOldPage && !isOfFirstTypes(event)) return null
  const { ticketId, ticketIds, ...rest } = event as LiveEvent & { ticketId?: string; ticketIds?: string[] }
  if (isOldPage) {
    const { alertIds: _, incidentIds: __, ...known } = rest as typeof rest & { alertIds?: string[]; incidentIds?: string[] }
    return seesOwnTicketsOnly || ticketId === undefined ? known : { ...known, ticketId }
  }
  if (seesOwnTicketsOnly) return rest
  return { ...rest, ...(ticketId === undefined ? {} : { ticketId }), ...(ticketIds ? { ticketIds } : {}) }
}

/** Readers of one kind share what is serialised. */
export const kindOfReader = ({ isStaff, seesOwnTicketsOnly, isOldPage }: LiveReader): string =>
  `${isStaff} ${seesOwnTicketsOnly} ${isOldPage}`
