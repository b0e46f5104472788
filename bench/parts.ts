import type { Figure } from './figures.ts'
import { measureAgent } from './measure-agent.ts'
import { measureAgents } from './measure-agents.ts'
import { measureDashboard } from './measure-dashboard.ts'
import { measureIdle } from './measure-idle.ts'
import { measureImport } from './measure-import.ts'
import { measureIncidentsLarge } from './measure-incidents-large.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureInventory } from './measure-inventory.ts'
import { measureLive } from './measure-live.ts'
import { measureLiveCrowd } from './measure-live-crowd.ts'
import { measureLiveStorm } from './measure-live-storm.ts'
import { measureMetricFlood } from './measure-metric-flood.ts'
import { measureMetrics } from './measure-metrics.ts'
import { measureMetricsSustained } from './measure-metrics-sustained.ts'
import { measurePaging } from './measure-paging.ts'
import { measureProcesses } from './measure-processes.ts'
import { measureReports } from './measure-reports.ts'
import { measureRestore } from './measure-restore.ts'
import { measureRules } from './measure-rules.ts'
import { measureScrolling } from './measure-scrolling.ts'
import { measureTicketPage } from './measure-ticket-page.ts'
import { measureTickets } from './measure-tickets.ts'
import { measureTicketsLarge } from './measure-tickets-large.ts'
import { measureVisibleAlerts } from './measure-visible-alerts.ts'
import { measureWeb } from './measure-web.ts'
import { measureWindows } from './measure-windows.ts'
import { measureWorkQueue } from './measure-work-queue.ts'
import type { Vakt } from './start-vakt.ts'

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
  paging: measurePaging,
  rules: measureRules,
  'visible-alerts': measureVisibleAlerts,
  agent: measureAgent,
}

/** The others take minutes: they are measured when they are asked for by name. */
export const usualParts = ['idle', 'web', 'live', 'tickets', 'ticket-page', 'dashboard', 'inventory', 'scrolling', 'ingest']
