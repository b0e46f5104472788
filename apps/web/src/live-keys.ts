import { agentConfigurations } from '#web/features/agent-configurations/live-keys.ts'
import { alertRules } from '#web/features/alert-rules/live-keys.ts'
import { alerts } from '#web/features/alerts/live-keys.ts'
import { cloudops } from '#web/features/cloudops/live-keys.ts'
import { connectors } from '#web/features/connectors/live-keys.ts'
import { customDashboards } from '#web/features/custom-dashboards/live-keys.ts'
import { entities } from '#web/features/entities/live-keys.ts'
import { incidents } from '#web/features/incidents/live-keys.ts'
import { integrations } from '#web/features/integrations/live-keys.ts'
import { monitoringSources } from '#web/features/monitoring-sources/live-keys.ts'
import { notifications } from '#web/features/notifications/live-keys.ts'
import { outbox } from '#web/features/outbox/live-keys.ts'
import { paging } from '#web/features/paging/live-keys.ts'
import { processRuns } from '#web/features/process-runs/live-keys.ts'
import { processModels } from '#web/features/processes/live-keys.ts'
import { serviceWindows } from '#web/features/service-windows/live-keys.ts'
import { ticketPresence, tickets } from '#web/features/tickets/live-keys.ts'
import { unmatchedSignals } from '#web/features/unmatched-signals/live-keys.ts'
import type { AllLiveKeys } from '#web/platform/live-keys.ts'

/** Which queries live events change, by the first word of the queries. */
export const liveKeys: AllLiveKeys = {
  'agent-configurations': agentConfigurations,
  'alert-rules': alertRules,
  alerts,
  cloudops,
  connectors,
  'custom-dashboards': customDashboards,
  entities,
  incidents,
  integrations,
  'monitoring-sources': monitoringSources,
  notifications,
  outbox,
  paging,
  'process-models': processModels,
  'process-runs': processRuns,
  'service-windows': serviceWindows,
  tickets,
  'ticket-presence': ticketPresence,
  'unmatched-signals': unmatchedSignals,
}
