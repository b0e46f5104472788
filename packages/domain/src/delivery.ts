import { maySeeIncidentEvent } from './incident-notification.ts'
import type { Sight } from './notification-reader.ts'
import { maySeeTicketEvent } from './ticket-notification.ts'

/** What a delivery is about; without ticket and incident about the recipient alone, or about the provider's own affairs. */
export type DeliveryAbout = { ticketId: string | null; incidentId: string | null; private: boolean; requesterId: string | null }

/** Whether a user may still receive a delivery: the right that they had when it was written may be lost. */
export function mayReceive(reader: Sight, about: DeliveryAbout): boolean {
  if (reader.isDisabled || (about.private && !reader.isStaff)) return false
  if (about.incidentId !== null) return maySeeIncidentEvent(reader)
  return about.ticketId === null || maySeeTicketEvent(reader, about)
}

/** The pause before a failed attempt is repeated: doubled each time, at most an hour, with jitter (0 to 1). */
export function retryDelayInSeconds(attempts: number, jitter: number): number {
  return Math.round(Math.min(3600, 15 * 2 ** Math.max(0, attempts - 1)) * (0.75 + jitter / 2))
}
