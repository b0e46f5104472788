import { pagingFollower } from '#server/features/paging/follow-incidents.ts'
import { automationFollower } from '#server/features/process-runs/follow-incidents.ts'
import { windowHold } from '#server/features/service-windows/windows-of-incidents.ts'
import { ticketFollower } from '#server/features/tickets/follow-incidents.ts'
import { incidentTickets } from '#server/features/tickets/incident-tickets.ts'
import type { Ports } from '#server/platform/context.ts'

/** Who does what features have others do. Followers of incidents are called in this order. */
export const ports: Ports = {
  incidents: { hold: windowHold, followers: [pagingFollower, ticketFollower, automationFollower], tickets: incidentTickets },
}
