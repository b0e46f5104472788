import * as agentConfigurations from '@vakt/contract/agents/agent-configurations.ts'
import * as agentTemplates from '@vakt/contract/agents/agent-templates.ts'
import * as agents from '@vakt/contract/agents/agents.ts'
import * as alertRuleCover from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import * as alertRules from '@vakt/contract/alert-rules/alert-rules.ts'
import * as alertRulesOfAll from '@vakt/contract/alert-rules/alert-rules-of-all.ts'
import * as ruleStandards from '@vakt/contract/alert-rules/rule-standards.ts'
import * as alerts from '@vakt/contract/alerts/alerts.ts'
import * as unmatchedSignals from '@vakt/contract/alerts/unmatched-signals.ts'
import * as branding from '@vakt/contract/branding.ts'
import * as allCustomers from '@vakt/contract/customers/all-customers.ts'
import * as checklists from '@vakt/contract/customers/checklists.ts'
import * as customerArchive from '@vakt/contract/customers/customer-archive.ts'
import * as customerCards from '@vakt/contract/customers/customer-cards.ts'
import * as customerClosing from '@vakt/contract/customers/customer-closing.ts'
import * as customerErasing from '@vakt/contract/customers/customer-erasing.ts'
import * as customerSettings from '@vakt/contract/customers/customer-settings.ts'
import * as customerStates from '@vakt/contract/customers/customer-states.ts'
import * as customers from '@vakt/contract/customers/customers.ts'
import * as channels from '@vakt/contract/deliveries/channels.ts'
import * as chatDestinations from '@vakt/contract/deliveries/chat-destinations.ts'
import * as deliveries from '@vakt/contract/deliveries/deliveries.ts'
import * as webhooks from '@vakt/contract/deliveries/webhooks.ts'
import * as entities from '@vakt/contract/entities/entities.ts'
import * as entitiesOfAll from '@vakt/contract/entities/entities-of-all.ts'
import * as entityHistory from '@vakt/contract/entities/entity-history.ts'
import * as entityList from '@vakt/contract/entities/entity-list.ts'
import * as entityRelations from '@vakt/contract/entities/entity-relations.ts'
import * as entityUploads from '@vakt/contract/entities/entity-uploads.ts'
import * as environmentSettings from '@vakt/contract/entities/environment-settings.ts'
import * as incidentContacts from '@vakt/contract/incidents/incident-contacts.ts'
import * as incidentDetails from '@vakt/contract/incidents/incident-details.ts'
import * as incidentMerging from '@vakt/contract/incidents/incident-merging.ts'
import * as incidents from '@vakt/contract/incidents/incidents.ts'
import * as majorIncidents from '@vakt/contract/incidents/major-incidents.ts'
import * as integrations from '@vakt/contract/integrations/integrations.ts'
import * as live from '@vakt/contract/live/live.ts'
import * as monitoringSources from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import * as sourceMapping from '@vakt/contract/monitoring-sources/source-mapping.ts'
import * as sourceSignals from '@vakt/contract/monitoring-sources/source-signals.ts'
import * as follows from '@vakt/contract/notifications/follows.ts'
import * as notifications from '@vakt/contract/notifications/notifications.ts'
import * as unreadNotifications from '@vakt/contract/notifications/unread-notifications.ts'
import * as onCall from '@vakt/contract/on-call/on-call.ts'
import * as onCallShifts from '@vakt/contract/on-call/on-call-shifts.ts'
import * as paging from '@vakt/contract/on-call/paging.ts'
import * as phoneNumbers from '@vakt/contract/on-call/phone-numbers.ts'
import * as processRuns from '@vakt/contract/processes/process-runs.ts'
import * as processes from '@vakt/contract/processes/processes.ts'
import * as processesOfAll from '@vakt/contract/processes/processes-of-all.ts'
import * as customDashboards from '@vakt/contract/reports/custom-dashboards.ts'
import * as dashboardChanges from '@vakt/contract/reports/dashboard-changes.ts'
import * as embeddedReports from '@vakt/contract/reports/embedded-reports.ts'
import * as reportMails from '@vakt/contract/reports/report-mails.ts'
import * as reports from '@vakt/contract/reports/reports.ts'
import * as reportsOfCustomers from '@vakt/contract/reports/reports-of-customers.ts'
import * as retention from '@vakt/contract/retention/retention.ts'
import * as storage from '@vakt/contract/retention/storage.ts'
import * as currentWindows from '@vakt/contract/service-windows/current-windows.ts'
import * as providerWindows from '@vakt/contract/service-windows/provider-windows.ts'
import * as serviceWindowCalendar from '@vakt/contract/service-windows/service-window-calendar.ts'
import * as serviceWindowOccurrences from '@vakt/contract/service-windows/service-window-occurrences.ts'
import * as serviceWindows from '@vakt/contract/service-windows/service-windows.ts'
import * as attachments from '@vakt/contract/tickets/attachments.ts'
import * as serviceLevels from '@vakt/contract/tickets/service-levels.ts'
import * as ticketDetails from '@vakt/contract/tickets/ticket-details.ts'
import * as ticketHours from '@vakt/contract/tickets/ticket-hours.ts'
import * as ticketList from '@vakt/contract/tickets/ticket-list.ts'
import * as ticketPresence from '@vakt/contract/tickets/ticket-presence.ts'
import * as ticketViews from '@vakt/contract/tickets/ticket-views.ts'
import * as tickets from '@vakt/contract/tickets/tickets.ts'
import * as administration from '@vakt/contract/users/administration.ts'
import * as apiTokens from '@vakt/contract/users/api-tokens.ts'
import * as chooseCustomer from '@vakt/contract/users/choose-customer.ts'
import * as formerPeople from '@vakt/contract/users/former-people.ts'
import * as handovers from '@vakt/contract/users/handovers.ts'
import * as serviceTokens from '@vakt/contract/users/service-tokens.ts'
import * as session from '@vakt/contract/users/session.ts'
import * as staffRoles from '@vakt/contract/users/staff-roles.ts'
import * as userSessions from '@vakt/contract/users/user-sessions.ts'
import * as users from '@vakt/contract/users/users.ts'
import * as cloudOps from './cloudops.ts'
import * as connectors from './connectors.ts'
import * as contactRules from './contact-rules.ts'
import * as failedJobs from './failed-jobs.ts'
import * as listViews from './list-views.ts'
import * as metrics from './metrics.ts'
import * as openNow from './open-now.ts'
import type { Operation } from './operation.ts'
import * as recordedActions from './recorded-actions.ts'
import * as secretKeys from './secret-keys.ts'
import * as setUp from './set-up.ts'
import * as team from './team.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call there is, by name: the table that the API document and the access matrix are made from. */
export const operations: Record<string, Operation> = Object.fromEntries(
  [
    administration,
    staffRoles,
    agentConfigurations,
    alertRuleCover,
    agents,
    agentTemplates,
    alertRules,
    alertRulesOfAll,
    alerts,
    allCustomers,
    apiTokens,
    attachments,
    branding,
    channels,
    checklists,
    cloudOps,
    connectors,
    currentWindows,
    contactRules,
    customerCards,
    customerArchive,
    customerClosing,
    customerErasing,
    customerSettings,
    customerStates,
    customers,
    dashboardChanges,
    deliveries,
    embeddedReports,
    entities,
    entitiesOfAll,
    entityHistory,
    entityList,
    entityRelations,
    entityUploads,
    environmentSettings,
    failedJobs,
    integrations,
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
    reportsOfCustomers,
    reports,
    retention,
    storage,
    team,
    customDashboards,
    processes,
    processesOfAll,
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
    chooseCustomer,
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
    handovers,
    formerPeople,
    webhooks,
    chatDestinations,
  ].flatMap((module) => Object.entries(module).filter(([, value]) => isOperation(value))),
) as Record<string, Operation>
