import { createRoute, redirect } from '@tanstack/react-router'
import { environmentAccess, metricAccess, ticketAccess } from '@vakt/contract/features.ts'
import { serviceWindowAccess } from '@vakt/contract/service-windows.ts'
import { alertRulesSearch, entityAlertRulesSearch } from '#web/features/alert-rules/alert-rules-search.ts'
import { ruleFormSearch } from '#web/features/alert-rules/rule-form-search.ts'
import { entitySearch } from '#web/features/entities/entity-list-search.ts'
import { uploadSearch } from '#web/features/entity-uploads/upload-search.ts'
import { metricsSearch } from '#web/features/metrics/metrics-search.ts'
import { entityWindowsSearch } from '#web/features/service-windows/windows-search.ts'
import { entityTicketSearch } from '#web/features/tickets/list/ticket-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { application } from './application-routes.tsx'

const environmentStart = createRoute({
  getParentRoute: () => application,
  path: '/my-environment',
  beforeLoad() {
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
  beforeLoad: requireAccess(environmentAccess),
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
  beforeLoad: requireAccess(environmentAccess),
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

const entityWindows = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/service-windows',
  validateSearch: entityWindowsSearch,
  beforeLoad: requireAccess(serviceWindowAccess),
  component: screen(() => import('#web/features/service-windows/entity-windows-page.tsx').then((module) => module.EntityWindowsPage)),
})

export const environmentRoutes = [
  environmentStart,
  entityList,
  environmentSettings,
  entityUpload,
  entity,
  entityParts.addChildren([entityInformation, entityProperties, entityMetrics, entityAlertRules, entityWindows, entityTickets]),
  createEntityRule,
  editEntityRule,
  alertRuleList,
  createRule,
  editRule,
]
