import { type Access, metricAccess, overviewAccess, ticketAccess } from '@vakt/contract/features.ts'
import type { TileKind } from '@vakt/contract/reports/custom-dashboards.ts'

/** What a reader needs to see a tile; the server refuses the calls behind it otherwise. */
export const tileAccess: Record<TileKind, Access> = {
  openIncidents: overviewAccess,
  incidentTrend: overviewAccess,
  incidentList: overviewAccess,
  openTickets: ticketAccess,
  breachingTickets: ticketAccess,
  metric: metricAccess,
}
