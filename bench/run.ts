import os from 'node:os'
import { toolAdvice } from './bare-sql.ts'
import { drawTable, type Figure } from './figures.ts'
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
import { measureStorm } from './measure-storm.ts'
import { measureTicketPage } from './measure-ticket-page.ts'
import { measureTickets } from './measure-tickets.ts'
import { measureTicketsLarge } from './measure-tickets-large.ts'
import { measureVisibleAlerts } from './measure-visible-alerts.ts'
import { measureWeb } from './measure-web.ts'
import { measureWindows } from './measure-windows.ts'
import { measureWorkQueue } from './measure-work-queue.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

/** In this order: what wants a quiet server first, what fills the database last. */
const parts: Record<string, (vakt: Vakt) => Promise<Figure[]>> = {
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
  import: measureImport,
  'incidents-large': measureIncidentsLarge,
  reports: measureReports,
  restore: measureRestore,
  'live-crowd': measureLiveCrowd,
  'live-storm': measureLiveStorm,
  'work-queue': measureWorkQueue,
  processes: measureProcesses,
  paging: measurePaging,
  metrics: measureMetrics,
  rules: measureRules,
  'visible-alerts': measureVisibleAlerts,
  'metric-flood': measureMetricFlood,
  'metrics-sustained': measureMetricsSustained,
  agents: measureAgents,
  windows: measureWindows,
  agent: measureAgent,
  storm: measureStorm,
}

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Takes minutes, or a Vakt of its own beside the one of the others; measured only when asked for by name. */
const onRequest = [
  'tickets-large',
  'incidents-large',
  'import',
  'reports',
  'restore',
  'live-crowd',
  'live-storm',
  'work-queue',
  'processes',
  'paging',
  'metrics',
  'rules',
  'visible-alerts',
  'metric-flood',
  'metrics-sustained',
  'windows',
  'agents',
  'agent',
  'storm',
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
if (toolAdvice) say(toolAdvice)

const figures: Figure[] = []
const vakt = await startVakt()
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 ? !asked.includes(name) : onRequest.includes(name)) continue
    say(`Measuring ${name} …`)
    try {
      figures.push(...(await measure(vakt)))
    } catch (error) {
      say(`${name} could not be measured: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
} finally {
  await vakt.stop()
}
say(
  `\n${drawTable(figures)}\n\n${os.availableParallelism()} cores, Node ${process.versions.node}, load at the end ${os.loadavg()[0]?.toFixed(1)}`,
)
