import { createRoute } from '@tanstack/react-router'
import { environmentAccess } from '@vakt/contract/features.ts'
import { allAgentsSearch } from '#web/features/agents/agent-list-search.ts'
import { chatDestinationsSearch } from '#web/features/chat-destinations/chat-destinations-search.ts'
import { connectorsSearch } from '#web/features/connectors/connectors-search.ts'
import { customerListSearch } from '#web/features/customers/customer-list-search.ts'
import { failedJobsSearch } from '#web/features/failed-jobs/failed-jobs-search.ts'
import { integrationsSearch } from '#web/features/integrations/integrations-search.ts'
import { metricUsageSearch } from '#web/features/metrics/metric-usage-search.ts'
import { sourcesSearch } from '#web/features/monitoring-sources/sources-search.ts'
import { outboxSearch } from '#web/features/outbox/outbox-search.ts'
import { actionSearch } from '#web/features/recorded-actions/action-search.ts'
import { ruleStandardsSearch } from '#web/features/rule-standards/rule-standards-search.ts'
import { serviceTokensSearch } from '#web/features/service-tokens/service-tokens-search.ts'
import { unmatchedSearch } from '#web/features/unmatched-signals/unmatched-search.ts'
import { userSearch } from '#web/features/users/user-search.ts'
import { webhooksSearch } from '#web/features/webhooks/webhooks-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { application } from './application-routes.tsx'
import { keepingCustomer } from './keep-customer.ts'
import { incidentContactsScreen, integrationsScreen, serviceTokensScreen, usersScreen } from './shared-screens.tsx'

const administration = createRoute({
  getParentRoute: () => application,
  id: 'administration',
  search: keepingCustomer,
  beforeLoad: requireAccess('global-admin'),
  component: screen(() => import('#web/features/admin/admin-layout.tsx').then((module) => module.AdminLayout)),
})

/** Pages among those of the administration that other staff have, too. */
const ofStaff = createRoute({
  getParentRoute: () => application,
  id: 'of-staff',
  search: keepingCustomer,
  component: screen(() => import('#web/features/admin/admin-layout.tsx').then((module) => module.AdminLayout)),
})

const admin = createRoute({
  getParentRoute: () => administration,
  path: '/admin',
  component: screen(async () => {
    const [{ AdminPage }, { ChecklistBanner }, { LatestActions }] = await Promise.all([
      import('#web/features/admin/admin-page.tsx'),
      import('#web/features/checklists/checklist-banner.tsx'),
      import('#web/features/recorded-actions/latest-actions.tsx'),
    ])
    return () => <AdminPage checklist={<ChecklistBanner />} record={<LatestActions />} />
  }),
})

const adminCustomers = createRoute({
  getParentRoute: () => administration,
  path: '/admin/customers',
  validateSearch: customerListSearch,
  component: screen(async () => {
    const [{ CustomersPage }, { CustomerChecklist }, { LeavingCustomer }] = await Promise.all([
      import('#web/features/customers/customers-page.tsx'),
      import('#web/features/checklists/customer-checklist.tsx'),
      import('./leaving-customer.tsx'),
    ])
    return () => <CustomersPage Checklist={CustomerChecklist} Closing={LeavingCustomer} />
  }),
})

const adminChecklist = createRoute({
  getParentRoute: () => administration,
  path: '/admin/checklist',
  component: screen(async () => {
    const [{ ChecklistPage }, { SecretKeysSection }] = await Promise.all([
      import('#web/features/checklists/checklist-page.tsx'),
      import('#web/features/secret-keys/secret-keys-section.tsx'),
    ])
    return () => <ChecklistPage secretKeys={<SecretKeysSection />} />
  }),
})

const adminBranding = createRoute({
  getParentRoute: () => administration,
  path: '/admin/branding',
  component: screen(() => import('#web/features/branding/branding-page.tsx').then((module) => module.BrandingPage)),
})

const adminCustomerSettings = createRoute({
  getParentRoute: () => administration,
  path: '/admin/customer-settings',
  component: screen(() =>
    import('#web/features/customer-settings/customer-settings-page.tsx').then((module) => module.CustomerSettingsPage),
  ),
})

const adminCustomerCard = createRoute({
  getParentRoute: () => administration,
  path: '/admin/customer-card',
  component: screen(() => import('#web/features/customer-cards/customer-card-page.tsx').then((module) => module.CustomerCardPage)),
})

const adminIncidentContacts = createRoute({
  getParentRoute: () => administration,
  path: '/admin/incident-contacts',
  component: incidentContactsScreen,
})

const adminServiceLevels = createRoute({
  getParentRoute: () => administration,
  path: '/admin/service-levels',
  component: screen(() => import('#web/features/service-levels/service-levels-page.tsx').then((module) => module.ServiceLevelsPage)),
})

const adminOnCall = createRoute({
  getParentRoute: () => administration,
  path: '/admin/on-call',
  component: screen(() => import('#web/features/on-call/on-call-page.tsx').then((module) => module.OnCallPage)),
})

const adminPaging = createRoute({
  getParentRoute: () => administration,
  path: '/admin/paging',
  component: screen(() => import('#web/features/paging/paging-page.tsx').then((module) => module.PagingPage)),
})

const adminTeam = createRoute({
  getParentRoute: () => administration,
  path: '/admin/team',
  component: screen(() => import('#web/features/team/team-admin-page.tsx').then((module) => module.TeamAdminPage)),
})

const adminCloudOps = createRoute({
  getParentRoute: () => administration,
  path: '/admin/cloudops',
  component: screen(() => import('#web/features/cloudops/cloudops-prices-page.tsx').then((module) => module.CloudOpsPricesPage)),
})

const adminPermissions = createRoute({
  getParentRoute: () => administration,
  path: '/admin/permissions',
  component: screen(() => import('#web/features/permissions/permissions-page.tsx').then((module) => module.PermissionsPage)),
})

const adminStaffRoles = createRoute({
  getParentRoute: () => administration,
  path: '/admin/staff-roles',
  component: screen(() => import('#web/features/staff-roles/staff-roles-page.tsx').then((module) => module.StaffRolesPage)),
})

const adminUsers = createRoute({
  getParentRoute: () => administration,
  path: '/admin/users',
  validateSearch: userSearch,
  component: usersScreen,
})

const adminIntegrations = createRoute({
  getParentRoute: () => administration,
  path: '/admin/integrations',
  validateSearch: integrationsSearch,
  component: integrationsScreen,
})

const adminConnectors = createRoute({
  getParentRoute: () => administration,
  path: '/admin/connectors',
  validateSearch: connectorsSearch,
  component: screen(() => import('#web/features/connectors/connectors-page.tsx').then((module) => module.ConnectorsPage)),
})

const adminWebhooks = createRoute({
  getParentRoute: () => administration,
  path: '/admin/webhooks',
  validateSearch: webhooksSearch,
  component: screen(() => import('#web/features/webhooks/webhooks-page.tsx').then((module) => module.WebhooksPage)),
})

const adminChats = createRoute({
  getParentRoute: () => administration,
  path: '/admin/chats',
  validateSearch: chatDestinationsSearch,
  component: screen(() =>
    import('#web/features/chat-destinations/chat-destinations-page.tsx').then((module) => module.ChatDestinationsPage),
  ),
})

const adminSources = createRoute({
  getParentRoute: () => administration,
  path: '/admin/sources',
  validateSearch: sourcesSearch,
  component: screen(() => import('#web/features/monitoring-sources/sources-page.tsx').then((module) => module.SourcesPage)),
})

const adminSourceMapping = createRoute({
  getParentRoute: () => administration,
  path: '/admin/sources/$customerId/$sourceId/mapping',
  staticData: { title: 'monitoringSources' },
  component: screen(() => import('#web/features/monitoring-sources/mapping-page.tsx').then((module) => module.MappingPage)),
})

const adminServiceTokens = createRoute({
  getParentRoute: () => administration,
  path: '/admin/service-tokens',
  validateSearch: serviceTokensSearch,
  component: serviceTokensScreen,
})

const adminRuleStandards = createRoute({
  getParentRoute: () => administration,
  path: '/admin/rule-standards',
  validateSearch: ruleStandardsSearch,
  component: screen(() => import('#web/features/rule-standards/rule-standards-page.tsx').then((module) => module.RuleStandardsPage)),
})

const standardForm = screen(() => import('#web/features/rule-standards/standard-form-page.tsx').then((module) => module.StandardFormPage))

const createRuleStandard = createRoute({
  getParentRoute: () => administration,
  path: '/admin/rule-standards/create',
  component: standardForm,
})

const editRuleStandard = createRoute({
  getParentRoute: () => administration,
  path: '/admin/rule-standards/$standardId/edit',
  component: standardForm,
})

const adminChannels = createRoute({
  getParentRoute: () => administration,
  path: '/admin/channels',
  component: screen(() => import('#web/features/channels/channels-page.tsx').then((module) => module.ChannelsPage)),
})

const adminOutbox = createRoute({
  getParentRoute: () => administration,
  path: '/admin/outbox',
  validateSearch: outboxSearch,
  component: screen(() => import('#web/features/outbox/outbox-page.tsx').then((module) => module.OutboxPage)),
})

const adminAgents = createRoute({
  getParentRoute: () => ofStaff,
  path: '/admin/agents',
  validateSearch: allAgentsSearch,
  beforeLoad: requireAccess({ staff: environmentAccess }),
  component: screen(() => import('#web/features/agents/all-agents-page.tsx').then((module) => module.AllAgentsPage)),
})

const adminFailedJobs = createRoute({
  getParentRoute: () => administration,
  path: '/admin/failed-jobs',
  validateSearch: failedJobsSearch,
  component: screen(() => import('#web/features/failed-jobs/failed-jobs-page.tsx').then((module) => module.FailedJobsPage)),
})

const adminMetrics = createRoute({
  getParentRoute: () => administration,
  path: '/admin/metrics',
  validateSearch: metricUsageSearch,
  component: screen(() => import('#web/features/metrics/metric-usage-page.tsx').then((module) => module.MetricUsagePage)),
})

const adminStorage = createRoute({
  getParentRoute: () => administration,
  path: '/admin/storage',
  component: screen(() => import('#web/features/storage/storage-page.tsx').then((module) => module.StoragePage)),
})

const adminActions = createRoute({
  getParentRoute: () => administration,
  path: '/admin/actions',
  validateSearch: actionSearch,
  component: screen(() => import('#web/features/recorded-actions/action-list-page.tsx').then((module) => module.ActionListPage)),
})

const adminUnmatched = createRoute({
  getParentRoute: () => ofStaff,
  path: '/admin/unmatched-signals',
  validateSearch: unmatchedSearch,
  beforeLoad: requireAccess({ staff: ['@feature.appmonitor.write'] }),
  component: screen(() => import('#web/features/unmatched-signals/unmatched-page.tsx').then((module) => module.UnmatchedSignalsPage)),
})

export const administrationRoutes = administration.addChildren([
  admin,
  adminChecklist,
  adminCustomers,
  adminBranding,
  adminCustomerSettings,
  adminCustomerCard,
  adminIncidentContacts,
  adminOnCall,
  adminPaging,
  adminTeam,
  adminCloudOps,
  adminServiceLevels,
  adminPermissions,
  adminStaffRoles,
  adminUsers,
  adminIntegrations,
  adminConnectors,
  adminWebhooks,
  adminChats,
  adminSources,
  adminSourceMapping,
  adminServiceTokens,
  adminRuleStandards,
  createRuleStandard,
  editRuleStandard,
  adminChannels,
  adminOutbox,
  adminFailedJobs,
  adminMetrics,
  adminStorage,
  adminActions,
])

export const staffRoutes = ofStaff.addChildren([adminAgents, adminUnmatched])
