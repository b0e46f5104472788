import * as administration from './administration.ts'
import * as alertRuleCover from './alert-rule-cover.ts'
import * as alertRules from './alert-rules.ts'
import * as alerts from './alerts.ts'
import * as apiTokens from './api-tokens.ts'
import * as attachments from './attachments.ts'
import * as checklists from './checklists.ts'
import * as connectors from './connectors.ts'
import * as customerSettings from './customer-settings.ts'
import * as customerStates from './customer-states.ts'
import * as customers from './customers.ts'
import * as dashboardChanges from './dashboard-changes.ts'
import * as deliveries from './deliveries.ts'
import * as entities from './entities.ts'
import * as entityHistory from './entity-history.ts'
import * as entityList from './entity-list.ts'
import * as entityRelations from './entity-relations.ts'
import * as entityUploads from './entity-uploads.ts'
import * as environmentSettings from './environment-settings.ts'
import * as failedJobs from './failed-jobs.ts'
import * as follows from './follows.ts'
import * as incidentDetails from './incident-details.ts'
import * as incidentMerging from './incident-merging.ts'
import * as incidents from './incidents.ts'
import * as listViews from './list-views.ts'
import * as live from './live.ts'
import * as majorIncidents from './major-incidents.ts'
import * as metrics from './metrics.ts'
import * as monitoringSources from './monitoring-sources.ts'
import * as notifications from './notifications.ts'
import * as onCall from './on-call.ts'
import * as openNow from './open-now.ts'
import type { Operation } from './operation.ts'
import * as recordedActions from './recorded-actions.ts'
import * as ruleStandards from './rule-standards.ts'
import * as secretKeys from './secret-keys.ts'
import * as serviceLevels from './service-levels.ts'
import * as serviceTokens from './service-tokens.ts'
import * as serviceWindows from './service-windows.ts'
import * as session from './session.ts'
import * as setUp from './set-up.ts'
import * as sourceMapping from './source-mapping.ts'
import * as sourceSignals from './source-signals.ts'
import * as ticketDetails from './ticket-details.ts'
import * as ticketHours from './ticket-hours.ts'
import * as ticketList from './ticket-list.ts'
import * as ticketPresence from './ticket-presence.ts'
import * as ticketViews from './ticket-views.ts'
import * as tickets from './tickets.ts'
import * as unmatchedSignals from './unmatched-signals.ts'
import * as userSessions from './user-sessions.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call there is, by name: the table that the API document and the access matrix are made from. */
export const operations: Record<string, Operation> = Object.fromEntries(
  [
    administration,
    alertRuleCover,
    alertRules,
    alerts,
    apiTokens,
    attachments,
    checklists,
    connectors,
    customerSettings,
    customerStates,
    customers,
    dashboardChanges,
    deliveries,
    entities,
    entityHistory,
    entityList,
    entityRelations,
    entityUploads,
    environmentSettings,
    failedJobs,
    follows,
    incidentDetails,
    incidentMerging,
    majorIncidents,
    incidents,
    listViews,
    live,
    metrics,
    monitoringSources,
    sourceSignals,
    sourceMapping,
    notifications,
    onCall,
    openNow,
    recordedActions,
    ruleStandards,
    secretKeys,
    serviceLevels,
    serviceTokens,
    serviceWindows,
    session,
    setUp,
    ticketDetails,
    ticketHours,
    ticketList,
    ticketPresence,
    ticketViews,
    tickets,
    unmatchedSignals,
    userSessions,
    users,
    webhooks,
  ].flatMap((module) => Object.entries(module).filter(([, value]) => isOperation(value))),
) as Record<string, Operation>
