import { createRoute, redirect } from '@tanstack/react-router'
import { environmentAccess, metricAccess, serviceWindowAccess, ticketAccess } from '@vakt/contract/features.ts'
import { agentTemplatesSearch } from '#web/features/agent-configurations/templates-search.ts'
import { agentsSearch, enrolmentTokensSearch } from '#web/features/agents/agent-list-search.ts'
import { alertRulesSearch, entityAlertRulesSearch } from '#web/features/alert-rules/alert-rules-search.ts'
import { ruleFormSearch } from '#web/features/alert-rules/rule-form-search.ts'
import { cloudOpsCostsSearch } from '#web/features/cloudops/cloudops-costs-search.ts'
import { entitySearch } from '#web/features/entities/entity-list-search.ts'
import { inventoryChangesSearch } from '#web/features/entities/inventory-changes-search.ts'
import { uploadSearch } from '#web/features/entity-uploads/upload-search.ts'
import { metricsSearch } from '#web/features/metrics/metrics-search.ts'
import { processesSearch } from '#web/features/processes/processes-search.ts'
import { entityWindowsSearch } from '#web/features/service-windows/windows-search.ts'
import { entityTicketSearch } from '#web/features/tickets/list/ticket-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { currentSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { application } from './application-routes.tsx'

const environmentStart = createRoute({
  getParentRoute: () => application,
  path: '/my-environment',
  validateSearch: entitySearch,
  beforeLoad({ search }) {
    const session = currentSession()
    // The list over all customers has the address of the provider's own.
    if (search.all && session && isStaff(session))
      throw redirect({ to: '/my-environment/$customerId', params: { customerId: session.customer.customer_id }, search, replace: true })
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const entityList = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId',
  validateSearch: entitySearch,
  beforeLoad: requireAccess(environmentAccess),
  component: screen(() => import('#web/features/entities/entity-list-page.tsx').then((module) => module.EntityListPage)),
})

const environmentSettings = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/settings',
  beforeLoad: requireAccess(['@feature.myenvironment.write']),
  component: screen(() => import('#web/features/entities/environment-settings-page.tsx').then((module) => module.EnvironmentSettingsPage)),
})

const entityUpload = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/upload',
  validateSearch: uploadSearch,
  beforeLoad: requireAccess(['@feature.myenvironment.write']),
  component: screen(() => import('#web/features/entity-uploads/upload-page.tsx').then((module) => module.UploadPage)),
})

const inventoryChanges = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/changes',
  validateSearch: inventoryChangesSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/entities/inventory-changes-page.tsx').then((module) => module.InventoryChangesPage)),
})

const cloudOpsCosts = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/cloudops-costs',
  validateSearch: cloudOpsCostsSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/cloudops/cloudops-costs-page.tsx').then((module) => module.CloudOpsCostsPage)),
})

const customerAgents = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/agents',
  validateSearch: agentsSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/agents/agents-page.tsx').then((module) => module.AgentsPage)),
})

const enrolmentTokens = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/agents/tokens',
  validateSearch: enrolmentTokensSearch,
  beforeLoad: requireAccess(['@feature.myenvironment.write']),
  component: screen(() => import('#web/features/agents/enrolment-tokens-page.tsx').then((module) => module.EnrolmentTokensPage)),
})

const agentTemplates = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/agents/templates',
  validateSearch: agentTemplatesSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/agent-configurations/templates-page.tsx').then((module) => module.AgentTemplatesPage)),
})

const templateForm = screen(() =>
  import('#web/features/agent-configurations/template-form-page.tsx').then((module) => module.TemplateFormPage),
)

const createAgentTemplate = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/agents/templates/create',
  beforeLoad: requireAccess(['@feature.myenvironment.write']),
  component: templateForm,
})

const editAgentTemplate = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/agents/templates/edit/$templateId',
  beforeLoad: requireAccess(['@feature.myenvironment.write']),
  component: templateForm,
})

const entity = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId',
  beforeLoad({ params }) {
    throw redirect({ to: '/my-environment/$customerId/$entityId/information', params, replace: true })
  },
})

const entityParts = createRoute({
  getParentRoute: () => application,
  id: 'entity-parts',
  beforeLoad: requireAccess(environmentAccess),
  component: screen(() => import('#web/features/entities/entity-layout.tsx').then((module) => module.EntityLayout)),
})

const entityInformation = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/information',
  beforeLoad: requireAccess(environmentAccess),
  component: screen(() => import('#web/features/entities/entity-information-page.tsx').then((module) => module.EntityInformationPage)),
})

const entityProperties = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/information/details',
  beforeLoad: requireAccess(environmentAccess),
  component: screen(() => import('#web/features/entities/entity-properties-page.tsx').then((module) => module.EntityPropertiesPage)),
})

const entityMetrics = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/metrics',
  validateSearch: metricsSearch,
  beforeLoad: requireAccess(metricAccess),
  component: screen(() => import('#web/features/metrics/entity-metrics-page.tsx').then((module) => module.EntityMetricsPage)),
})

const entityTickets = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/tickets',
  validateSearch: entityTicketSearch,
  beforeLoad: requireAccess(ticketAccess),
  component: screen(() => import('#web/features/tickets/list/entity-tickets-page.tsx').then((module) => module.EntityTicketsPage)),
})

const loadRuleForm = () => import('#web/features/alert-rules/rule-form-page.tsx')
const writing = ['@feature.myenvironment.write'] as const

const alertRuleList = createRoute({
  getParentRoute: () => application,
  path: '/alert-rules/$customerId',
  validateSearch: alertRulesSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/alert-rules/alert-rules-page.tsx').then((module) => module.AlertRulesPage)),
})

const createRule = createRoute({
  getParentRoute: () => application,
  path: '/alert-rules/$customerId/create',
  validateSearch: ruleFormSearch,
  beforeLoad: requireAccess(writing),
  component: screen(() => loadRuleForm().then((module) => module.RuleFormPage)),
})

const editRule = createRoute({
  getParentRoute: () => application,
  path: '/alert-rules/$customerId/edit/$alertRuleId',
  beforeLoad: requireAccess(writing),
  component: screen(() => loadRuleForm().then((module) => module.RuleFormPage)),
})

const entityAlertRules = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/alert-rules',
  validateSearch: entityAlertRulesSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/alert-rules/entity-alert-rules-page.tsx').then((module) => module.EntityAlertRulesPage)),
})

const createEntityRule = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/alert-rules/create',
  validateSearch: ruleFormSearch,
  beforeLoad: requireAccess(writing),
  component: screen(() => loadRuleForm().then((module) => module.RuleFormPage)),
})

const editEntityRule = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/alert-rules/edit/$alertRuleId',
  beforeLoad: requireAccess(writing),
  component: screen(() => loadRuleForm().then((module) => module.RuleFormPage)),
})

const processList = createRoute({
  getParentRoute: () => application,
  path: '/automation/$customerId',
  validateSearch: processesSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/processes/processes-page.tsx').then((module) => module.ProcessesPage)),
})

const entityProcesses = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/auto-actions',
  validateSearch: processesSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/processes/entity-processes-page.tsx').then((module) => module.EntityProcessesPage)),
})

const loadProcessForm = () => import('#web/features/processes/process-form-page.tsx')
// Who may only read opens these screens too, and is told why nothing can be changed there.
const processForm = screen(() => loadProcessForm().then((module) => module.ProcessFormPage))

const createProcess = createRoute({
  getParentRoute: () => application,
  path: '/automation/$customerId/new',
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: processForm,
})

const editProcess = createRoute({
  getParentRoute: () => application,
  path: '/automation/$customerId/edit/$processModelId',
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: processForm,
})

const createEntityProcess = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/auto-actions/new',
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: processForm,
})

const editEntityProcess = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/auto-actions/edit/$processModelId',
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: processForm,
})

const entityWindows = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/service-windows',
  validateSearch: entityWindowsSearch,
  beforeLoad: requireAccess(serviceWindowAccess),
  component: screen(() => import('#web/features/service-windows/entity-windows-page.tsx').then((module) => module.EntityWindowsPage)),
})

const entityCloudOps = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/cloudops',
  beforeLoad: requireAccess(environmentAccess),
  component: screen(() => import('#web/features/cloudops/cloudops-page.tsx').then((module) => module.CloudOpsPage)),
})

const entityAgent = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/cloudops-vmagent',
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/agent-configurations/agent-page.tsx').then((module) => module.AgentPage)),
})

const editEntityAgent = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/cloudops-vmagent/edit/$vmConfigId/$type',
  beforeLoad: requireAccess(writing),
  component: screen(() => import('#web/features/agent-configurations/agent-edit-page.tsx').then((module) => module.AgentEditPage)),
})

export const environmentRoutes = [
  environmentStart,
  entityList,
  environmentSettings,
  entityUpload,
  inventoryChanges,
  cloudOpsCosts,
  customerAgents,
  enrolmentTokens,
  agentTemplates,
  createAgentTemplate,
  editAgentTemplate,
  entity,
  entityParts.addChildren([
    entityInformation,
    entityProperties,
    entityMetrics,
    entityAlertRules,
    entityProcesses,
    entityWindows,
    entityCloudOps,
    entityAgent,
    entityTickets,
  ]),
  createEntityRule,
  editEntityRule,
  alertRuleList,
  createRule,
  editRule,
  processList,
  createProcess,
  editProcess,
  createEntityProcess,
  editEntityProcess,
  editEntityAgent,
]
