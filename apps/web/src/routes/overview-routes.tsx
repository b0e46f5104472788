import { createRoute, redirect } from '@tanstack/react-router'
import { metricAccess, overviewAccess } from '@vakt/contract/features.ts'
import { lazy } from 'react'
import { alertSearch } from '#web/features/alerts/alert-search.ts'
import { customDashboardsSearch } from '#web/features/custom-dashboards/custom-dashboards-search.ts'
import { dashboardSearch } from '#web/features/incidents/dashboard-search.ts'
import { incidentSearch } from '#web/features/incidents/incident-search.ts'
import { readRememberedCustomers } from '#web/features/incidents/remembered-customers.ts'
import { majorIncidentSearch } from '#web/features/major-incidents/major-incident-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { currentSession } from '#web/platform/session.ts'
import { isStaff, loadShownCustomer } from '#web/platform/shown-customer.ts'
import { application } from './application-routes.tsx'
import { keepingCustomer } from './keep-customer.ts'

const OpenMajorIncidents = lazy(() =>
  import('#web/features/major-incidents/open-major-incidents.tsx').then((module) => ({ default: module.OpenMajorIncidents })),
)

const dashboard = createRoute({
  getParentRoute: () => application,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  search: keepingCustomer,
  async beforeLoad(place) {
    const session = currentSession()
    const shown = session && (await loadShownCustomer(place, session))
    if (shown && !shown.can(overviewAccess)) {
      const { homePath } = await import('#web/start-paths.ts')
      throw redirect({ href: homePath(shown), replace: true })
    }
    if (!session || !shown?.isOwn || !isStaff(session) || place.search.of) return
    const of = readRememberedCustomers()
    if (of.length > 0) throw redirect({ to: '/dashboard', search: { ...place.search, of }, replace: true })
  },
  component: screen(async () => {
    const { DashboardPage } = await import('#web/features/incidents/dashboard-page.tsx')
    return () => <DashboardPage majorIncidents={<OpenMajorIncidents />} />
  }),
})

const customDashboards = createRoute({
  getParentRoute: () => application,
  path: '/dashboards/$customerId',
  validateSearch: customDashboardsSearch,
  beforeLoad: requireAccess(metricAccess, 'whole'),
  component: screen(() =>
    import('#web/features/custom-dashboards/custom-dashboards-page.tsx').then((module) => module.CustomDashboardsPage),
  ),
})

const team = createRoute({
  getParentRoute: () => application,
  path: '/team',
  search: keepingCustomer,
  component: screen(() => import('#web/features/team/team-page.tsx').then((module) => module.TeamPage)),
})

const incidentList = createRoute({
  getParentRoute: () => application,
  path: '/incidents/$customerId',
  validateSearch: incidentSearch,
  beforeLoad: requireAccess(overviewAccess),
  component: screen(() => import('#web/features/incidents/incident-list-page.tsx').then((module) => module.IncidentListPage)),
})

const AddToMajorIncident = lazy(() =>
  import('#web/features/major-incidents/add-to-major-incident.tsx').then((module) => ({ default: module.AddToMajorIncident })),
)

const IncidentMetric = lazy(() =>
  import('#web/features/metrics/incident-metric.tsx').then((module) => ({ default: module.IncidentMetric })),
)

const incident = createRoute({
  getParentRoute: () => application,
  path: '/incidents/$customerId/$incidentId',
  beforeLoad: requireAccess(overviewAccess),
  component: screen(async () => {
    const { IncidentPage } = await import('#web/features/incidents/incident-page.tsx')
    return () => <IncidentPage AddToMajorIncident={AddToMajorIncident} IncidentMetric={IncidentMetric} />
  }),
})

const majorIncidentList = createRoute({
  getParentRoute: () => application,
  path: '/major-incidents',
  validateSearch: majorIncidentSearch,
  search: keepingCustomer,
  beforeLoad: requireAccess({ staff: overviewAccess }),
  component: screen(() =>
    import('#web/features/major-incidents/major-incident-list-page.tsx').then((module) => module.MajorIncidentListPage),
  ),
})

const majorIncident = createRoute({
  getParentRoute: () => application,
  path: '/major-incidents/$majorIncidentId',
  search: keepingCustomer,
  beforeLoad: requireAccess({ staff: overviewAccess }),
  component: screen(() => import('#web/features/major-incidents/major-incident-page.tsx').then((module) => module.MajorIncidentPage)),
})

const alertOverview = createRoute({
  getParentRoute: () => application,
  path: '/alert-overview',
  validateSearch: alertSearch,
  search: keepingCustomer,
  beforeLoad: requireAccess(overviewAccess),
  component: screen(() => import('#web/features/alerts/alert-overview-page.tsx').then((module) => module.AlertOverviewPage)),
})

export const overviewRoutes = [dashboard, incidentList, incident, majorIncidentList, majorIncident, alertOverview, customDashboards, team]
