import * as administration from './administration.ts'
import * as agentConfigurations from './agent-configurations.ts'
import * as agentTemplates from './agent-templates.ts'
import * as agents from './agents.ts'
import * as alertRuleCover from './alert-rule-cover.ts'
import * as alertRules from './alert-rules.ts'
import * as alerts from './alerts.ts'
import * as allCustomers from './all-customers.ts'
import * as apiTokens from './api-tokens.ts'
import * as attachments from './attachments.ts'
import * as channels from './channels.ts'
import * as chatDestinations from './chat-destinations.ts'
import * as checklists from './checklists.ts'
import * as cloudOps from './cloudops.ts'
import * as connectors from './connectors.ts'
import * as contactRules from './contact-rules.ts'
import * as currentWindows from './current-windows.ts'
import * as customDashboards from './custom-dashboards.ts'
import * as customerCards from './customer-cards.ts'
import * as customerSettings from './customer-settings.ts'
import * as customerStates from './customer-states.ts'
import * as customers from './customers.ts'
import * as dashboardChanges from './dashboard-changes.ts'
import * as deliveries from './deliveries.ts'
import * as embeddedReports from './embedded-reports.ts'
import * as entities from './entities.ts'
import * as entityHistory from './entity-history.ts'
import * as entityList from './entity-list.ts'
import * as entityRelations from './entity-relations.ts'
import * as entityUploads from './entity-uploads.ts'
import * as environmentSettings from './environment-settings.ts'
import * as failedJobs from './failed-jobs.ts'
import * as follows from './follows.ts'
import * as incidentContacts from './incident-contacts.ts'
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
import * as onCallShifts from './on-call-shifts.ts'
import * as openNow from './open-now.ts'
import type { Operation } from './operation.ts'
import * as paging from './paging.ts'
import * as phoneNumbers from './phone-numbers.ts'
import * as processRuns from './process-runs.ts'
import * as processes from './processes.ts'
import * as providerWindows from './provider-windows.ts'
import * as recordedActions from './recorded-actions.ts'
import * as reportMails from './report-mails.ts'
import * as reports from './reports.ts'
import * as ruleStandards from './rule-standards.ts'
import * as secretKeys from './secret-keys.ts'
import * as serviceLevels from './service-levels.ts'
import * as serviceTokens from './service-tokens.ts'
import * as serviceWindowCalendar from './service-window-calendar.ts'
import * as serviceWindowOccurrences from './service-window-occurrences.ts'
import * as serviceWindows from './service-windows.ts'
import * as session from './session.ts'
import * as setUp from './set-up.ts'
import * as sourceMapping from './source-mapping.ts'
import * as sourceSignals from './source-signals.ts'
import * as team from './team.ts'
import * as ticketDetails from './ticket-details.ts'
import * as ticketHours from './ticket-hours.ts'
import * as ticketList from './ticket-list.ts'
import * as ticketPresence from './ticket-presence.ts'
import * as ticketViews from './ticket-views.ts'
import * as tickets from './tickets.ts'
import * as unmatchedSignals from './unmatched-signals.ts'
import * as unreadNotifications from './unread-notifications.ts'
import * as userSessions from './user-sessions.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call there is, by name: the table that the API document and the access matrix are made from. */
export const operations: Record<string, Operation> = Object.fromEntries(
  [
    administration,
    agentConfigurations,
    alertRuleCover,
    agents,
    agentTemplates,
    alertRules,
    alerts,
    allCustomers,
    apiTokens,
    attachments,
    channels,
    checklists,
    cloudOps,
    connectors,
    currentWindows,
    contactRules,
    customerCards,
    customerSettings,
    customerStates,
    customers,
    dashboardChanges,
    deliveries,
    embeddedReports,
    entities,
    entityHistory,
    entityList,
    entityRelations,
    entityUploads,
    environmentSettings,
    failedJobs,
    follows,
    incidentContacts,
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
    onCallShifts,
    openNow,
    paging,
    phoneNumbers,
    reportMails,
    reports,
    team,
    customDashboards,
    processes,
    processRuns,
    providerWindows,
    recordedActions,
    ruleStandards,
    secretKeys,
    serviceLevels,
    serviceTokens,
    serviceWindowCalendar,
    serviceWindowOccurrences,
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
    unreadNotifications,
    userSessions,
    users,
    webhooks,
    chatDestinations,
  ].flatMap((module) => Object.entries(module).filter(([, value]) => isOperation(value))),
) as Record<string, Operation>
