import { measureAgent, measureAgents } from './agents.ts'
import { measureAgentsReturn } from './agents-return.ts'
import type { Figure } from './figures.ts'
import { measureDashboard, measureIncidentsLarge, measureLive, measurePaging } from './incidents.ts'
import { measureIngest } from './ingest.ts'
import { measureImport, measureInventory, measureWindows } from './inventory.ts'
import { measureLiveCrowd, measureLiveStorm } from './live.ts'
import { measureStorm } from './measure-storm.ts'
import { measureMetrics } from './metrics.ts'
import { measureIdle } from './process-figures.ts'
import { measureProcesses } from './processes.ts'
import { measureMetricFlood, measureMetricsSustained } from './remote-writes.ts'
import { measureReports, measureRestore } from './reports.ts'
import { measureRules, measureVisibleAlerts } from './rules.ts'
import { measureSlowStore } from './slow-store.ts'
import { measureStaffCrowd } from './staff-crowd.ts'
import type { Vakt } from './start-vakt.ts'
import { measureTicketPage } from './ticket-page.ts'
import { measureTickets, measureTicketsLarge } from './tickets.ts'
import { measureScrolling, measureWeb } from './web.ts'
import { measureWorkQueue } from './work-queue.ts'

/** In this order, on one Vakt: what wants a quiet server first, what fills the database last. */
export const partsOfOneVakt: Record<string, (vakt: Vakt) => Promise<Figure[]>> = {
  idle: measureIdle,
  web: measureWeb,
  live: measureLive,
  tickets: measureTickets,
  'ticket-page': measureTicketPage,
  dashboard: measureDashboard,
  inventory: measureInventory,
  scrolling: measureScrolling,
  ingest: measureIngest,
  'tickets-large': measureTicketsLarge,
  'incidents-large': measureIncidentsLarge,
  reports: measureReports,
  restore: measureRestore,
  'work-queue': measureWorkQueue,
  processes: measureProcesses,
  metrics: measureMetrics,
  'metric-flood': measureMetricFlood,
  'metrics-sustained': measureMetricsSustained,
  agents: measureAgents,
  windows: measureWindows,
}

/** Each starts what it measures, with settings of its own. */
export const partsOfTheirOwn: Record<string, () => Promise<Figure[]>> = {
  import: measureImport,
  'live-crowd': measureLiveCrowd,
  'live-storm': measureLiveStorm,
  'staff-crowd': measureStaffCrowd,
  paging: measurePaging,
  rules: measureRules,
  'visible-alerts': measureVisibleAlerts,
  'slow-store': measureSlowStore,
  agent: measureAgent,
  'agents-return': measureAgentsReturn,
  storm: measureStorm,
}

/** The others take minutes: they are measured when they are asked for by name. */
export const usualParts = ['idle', 'web', 'live', 'tickets', 'ticket-page', 'dashboard', 'inventory', 'scrolling', 'ingest']
