import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { Access } from '@vakt/contract/features.ts'
import { homePath } from '@vakt/domain/access.ts'
import { lazy, Suspense } from 'react'
import { alertSearch } from '#web/features/alerts/alert-search.ts'
import { connectorsSearch } from '#web/features/connectors/connectors-search.ts'
import { customerListSearch } from '#web/features/customers/customer-list-search.ts'
import { entitySearch } from '#web/features/entities/entity-list-search.ts'
import { FeedbackArea } from '#web/features/feedback/feedback-area.tsx'
import { dashboardSearch } from '#web/features/incidents/dashboard-search.ts'
import { incidentSearch } from '#web/features/incidents/incident-search.ts'
import { BellMark } from '#web/features/notifications/bell-mark.tsx'
import { outboxSearch } from '#web/features/outbox/outbox-search.ts'
import { actionSearch } from '#web/features/recorded-actions/action-search.ts'
import { NotAuthorized } from '#web/features/shell/not-authorized.tsx'
import { PageNotFound } from '#web/features/shell/page-not-found.tsx'
import { RootView } from '#web/features/shell/root-view.tsx'
import { ApplicationFailure, ScreenFailure } from '#web/features/shell/screen-failure.tsx'
import { ShellLayout } from '#web/features/shell/shell-layout.tsx'
import { createTicketSearch } from '#web/features/tickets/create-ticket-search.ts'
import { ticketSearch } from '#web/features/tickets/ticket-search.ts'
import { unmatchedSearch } from '#web/features/unmatched-signals/unmatched-search.ts'
import { userSearch } from '#web/features/users/user-search.ts'
import { openFeedback } from '#web/links/open-feedback.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { parseSearch, stringifySearch } from '#web/platform/search-params.ts'
import { currentSession } from '#web/platform/session.ts'
import { customerIdOf, customerSearch, isStaff, loadShownCustomer } from '#web/platform/shown-customer.ts'
import { changeSignInState, signInState } from '#web/platform/sign-in-state.ts'

const NotificationPanel = lazy(() =>
  import('#web/features/notifications/notification-panel.tsx').then((module) => ({ default: module.NotificationPanel })),
)
const bell = {
  mark: <BellMark />,
  panel: (
    <Suspense>
      <NotificationPanel />
    </Suspense>
  ),
}

const overview: Access = ['@feature.overview.read']
const tickets: Access = ['@feature.tickets.read', '@feature.tickets.write']
const environment: Access = ['@feature.myenvironment.read', '@feature.myenvironment.write']

type CustomerSearch = { customer?: string }

/** Where the path does not say it, the search goes on saying which customer staff look at; nothing is said of their own. */
function keepCustomer<Search extends CustomerSearch>({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  const { customer, ...rest } = next(search)
  const session = currentSession()
  const match = router.state.matches.at(-1)
  if (!session || !match) return { ...rest, ...(customer ? { customer } : {}) } as Search
  const wanted = customer ?? customerIdOf(match, session)
  return (isStaff(session) && wanted !== session.customer.customer_id ? { ...rest, customer: wanted } : rest) as Search
}
const keepingCustomer = { middlewares: [keepCustomer] }

const root = createRootRoute({ component: RootView, errorComponent: ApplicationFailure, notFoundComponent: PageNotFound })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'login' },
  beforeLoad() {
    if (signInState().authed) throw redirect({ to: '/dashboard', replace: true })
  },
  component: screen(() => import('#web/features/shell/landing-page.tsx').then((module) => module.LandingPage)),
})

const application = createRoute({
  getParentRoute: () => root,
  id: 'application',
  validateSearch: customerSearch,
  beforeLoad({ location, params }) {
    const session = currentSession()
    const { customer, ...search } = location.search as CustomerSearch
    if (session && customer !== undefined && customerIdOf({ params, search: { customer } }, session) === session.customer.customer_id) {
      throw redirect({ href: location.pathname + stringifySearch(search) + (location.hash && `#${location.hash}`), replace: true })
    }
    if (signInState().authed) return
    if (!signInState().redirectedFromOrigin) changeSignInState({ redirectedFromOrigin: location.publicHref })
    throw redirect({ to: '/login', replace: true })
  },
  component: () => (
    <>
      <ShellLayout bell={bell} />
      <FeedbackArea />
    </>
  ),
  errorComponent: ApplicationFailure,
})

const start = createRoute({
  getParentRoute: () => application,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => application,
  path: '/dashboard',
  staticData: { title: 'overview' },
  validateSearch: dashboardSearch,
  search: keepingCustomer,
  async beforeLoad(place) {
    const session = currentSession()
    const shown = session && (await loadShownCustomer(place, session))
    const home = shown && homePath(shown.features, shown.customerId)
    if (home && home !== '/dashboard') throw redirect({ href: home, replace: true })
  },
  component: screen(() => import('#web/features/incidents/dashboard-page.tsx').then((module) => module.DashboardPage)),
})

const incidentList = createRoute({
  getParentRoute: () => application,
  path: '/incidents/$customerId',
  staticData: { title: 'incidents' },
  validateSearch: incidentSearch,
  beforeLoad: requireAccess(overview),
  component: screen(() => import('#web/features/incidents/incident-list-page.tsx').then((module) => module.IncidentListPage)),
})

const incident = createRoute({
  getParentRoute: () => application,
  path: '/incidents/$customerId/$incidentId',
  staticData: { title: 'incident' },
  beforeLoad: requireAccess(overview),
  component: screen(() => import('#web/features/incidents/incident-page.tsx').then((module) => module.IncidentPage)),
})

const alertOverview = createRoute({
  getParentRoute: () => application,
  path: '/alert-overview',
  staticData: { title: 'alerts' },
  validateSearch: alertSearch,
  search: keepingCustomer,
  beforeLoad: requireAccess(overview),
  component: screen(() => import('#web/features/alerts/alert-overview-page.tsx').then((module) => module.AlertOverviewPage)),
})

const createTicket = createRoute({
  getParentRoute: () => application,
  path: '/tickets/create',
  staticData: { title: 'createTicket' },
  validateSearch: createTicketSearch,
  search: keepingCustomer,
  beforeLoad: requireAccess(['@feature.tickets.write']),
  component: screen(() => import('#web/features/tickets/create-ticket-page.tsx').then((module) => module.CreateTicketPage)),
})

const ticketList = createRoute({
  getParentRoute: () => application,
  path: '/tickets/$customerId',
  staticData: { title: 'tickets' },
  validateSearch: ticketSearch,
  beforeLoad: requireAccess(tickets),
  component: screen(() => import('#web/features/tickets/ticket-list-page.tsx').then((module) => module.TicketListPage)),
})

const ticketDetails = {
  staticData: { title: 'ticket' },
  beforeLoad: requireAccess(tickets),
  component: screen(() => import('#web/features/tickets/ticket-details-page.tsx').then((module) => module.TicketDetailsPage)),
} as const
const ticketById = createRoute({ getParentRoute: () => application, path: '/tickets/$ticketId/details', ...ticketDetails })
const ticketOfCustomer = createRoute({
  getParentRoute: () => application,
  path: '/tickets/$customerId/$ticketId/details',
  ...ticketDetails,
})
const ticketOfEntity = createRoute({
  getParentRoute: () => application,
  path: '/tickets/$entityId/$customerId/$ticketId/details',
  ...ticketDetails,
})

const ticketInEntity = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/tickets/$ticketId',
  ...ticketDetails,
})
const ticketInEntityAlone = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$entityId/tickets/$ticketId',
  ...ticketDetails,
})

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
  staticData: { title: 'entities' },
  validateSearch: entitySearch,
  beforeLoad: requireAccess(environment),
  component: screen(() => import('#web/features/entities/entity-list-page.tsx').then((module) => module.EntityListPage)),
})

const environmentSettings = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/settings',
  staticData: { title: 'environmentSettings' },
  beforeLoad: requireAccess(['@feature.myenvironment.write']),
  component: screen(() => import('#web/features/entities/environment-settings-page.tsx').then((module) => module.EnvironmentSettingsPage)),
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
  staticData: { title: 'entity' },
  beforeLoad: requireAccess(environment),
  component: screen(() => import('#web/features/entities/entity-layout.tsx').then((module) => module.EntityLayout)),
})

const entityInformation = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/information',
  beforeLoad: requireAccess(environment),
  component: screen(() => import('#web/features/entities/entity-information-page.tsx').then((module) => module.EntityInformationPage)),
})

const entityProperties = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/information/details',
  beforeLoad: requireAccess(environment),
  component: screen(() => import('#web/features/entities/entity-properties-page.tsx').then((module) => module.EntityPropertiesPage)),
})

const entityTickets = createRoute({
  getParentRoute: () => entityParts,
  path: '/my-environment/$customerId/$entityId/tickets',
  validateSearch: ticketSearch,
  beforeLoad: requireAccess(tickets),
  component: screen(() => import('#web/features/tickets/entity-tickets-page.tsx').then((module) => module.EntityTicketsPage)),
})

const administration = createRoute({
  getParentRoute: () => application,
  id: 'administration',
  staticData: { title: 'admin' },
  search: keepingCustomer,
  beforeLoad: requireAccess('global-admin'),
  component: screen(() => import('#web/features/admin/admin-layout.tsx').then((module) => module.AdminLayout)),
})

const admin = createRoute({
  getParentRoute: () => administration,
  path: '/admin',
  component: screen(async () => {
    const [{ AdminPage }, { LatestActions }] = await Promise.all([
      import('#web/features/admin/admin-page.tsx'),
      import('#web/features/recorded-actions/latest-actions.tsx'),
    ])
    return () => <AdminPage record={<LatestActions />} />
  }),
})

const adminCustomers = createRoute({
  getParentRoute: () => administration,
  path: '/admin/customers',
  staticData: { title: 'adminCustomers' },
  validateSearch: customerListSearch,
  component: screen(() => import('#web/features/customers/customers-page.tsx').then((module) => module.CustomersPage)),
})

const adminPermissions = createRoute({
  getParentRoute: () => administration,
  path: '/admin/permissions',
  staticData: { title: 'permissions' },
  component: screen(() => import('#web/features/permissions/permissions-page.tsx').then((module) => module.PermissionsPage)),
})

const adminUsers = createRoute({
  getParentRoute: () => administration,
  path: '/admin/users',
  staticData: { title: 'users' },
  validateSearch: userSearch,
  component: screen(() => import('#web/features/users/users-page.tsx').then((module) => module.UsersPage)),
})

const adminUnmatched = createRoute({
  getParentRoute: () => administration,
  path: '/admin/unmatched-signals',
  staticData: { title: 'unmatchedSignals' },
  validateSearch: unmatchedSearch,
  component: screen(() => import('#web/features/unmatched-signals/unmatched-page.tsx').then((module) => module.UnmatchedSignalsPage)),
})

const adminActions = createRoute({
  getParentRoute: () => administration,
  path: '/admin/actions',
  staticData: { title: 'actions' },
  validateSearch: actionSearch,
  component: screen(() => import('#web/features/recorded-actions/action-list-page.tsx').then((module) => module.ActionListPage)),
})

const adminServiceLevels = createRoute({
  getParentRoute: () => administration,
  path: '/admin/service-levels',
  staticData: { title: 'serviceLevels' },
  component: screen(() => import('#web/features/service-levels/service-levels-page.tsx').then((module) => module.ServiceLevelsPage)),
})

const adminCustomerSettings = createRoute({
  getParentRoute: () => administration,
  path: '/admin/customer-settings',
  staticData: { title: 'customerSettings' },
  component: screen(() =>
    import('#web/features/customer-settings/customer-settings-page.tsx').then((module) => module.CustomerSettingsPage),
  ),
})

/** Typed or shared, the address opens the form over the start page. */
const feedback = createRoute({
  getParentRoute: () => application,
  path: '/feedback',
  beforeLoad({ preload }) {
    if (!preload) openFeedback()
    throw redirect({ to: '/', replace: true })
  },
})

const adminOutbox = createRoute({
  getParentRoute: () => administration,
  path: '/admin/outbox',
  staticData: { title: 'outbox' },
  validateSearch: outboxSearch,
  component: screen(() => import('#web/features/outbox/outbox-page.tsx').then((module) => module.OutboxPage)),
})

const adminConnectors = createRoute({
  getParentRoute: () => administration,
  path: '/admin/connectors',
  staticData: { title: 'connectors' },
  validateSearch: connectorsSearch,
  component: screen(() => import('#web/features/connectors/connectors-page.tsx').then((module) => module.ConnectorsPage)),
})

const adminWebhooks = createRoute({
  getParentRoute: () => administration,
  path: '/admin/webhooks',
  staticData: { title: 'webhooks' },
  component: screen(() => import('#web/features/webhooks/webhooks-page.tsx').then((module) => module.WebhooksPage)),
})

const settings = createRoute({
  getParentRoute: () => application,
  id: 'settings',
  staticData: { title: 'settings' },
  search: keepingCustomer,
  component: screen(() => import('#web/features/settings/settings-layout.tsx').then((module) => module.SettingsLayout)),
})
const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/settings',
  beforeLoad() {
    throw redirect({ to: '/settings/profile', replace: true })
  },
})
const settingsProfile = createRoute({
  getParentRoute: () => settings,
  path: '/settings/profile',
  component: screen(() => import('#web/features/settings/profile-page.tsx').then((module) => module.ProfilePage)),
})
const settingsAppearance = createRoute({
  getParentRoute: () => settings,
  path: '/settings/language-and-theme',
  component: screen(() => import('#web/features/settings/appearance-page.tsx').then((module) => module.AppearancePage)),
})
const settingsTokens = createRoute({
  getParentRoute: () => settings,
  path: '/settings/api-tokens',
  component: screen(() => import('#web/features/settings/api-token-page.tsx').then((module) => module.ApiTokenPage)),
})
const settingsSessions = createRoute({
  getParentRoute: () => settings,
  path: '/settings/sessions',
  component: screen(() => import('#web/features/settings/session-list-page.tsx').then((module) => module.SessionListPage)),
})
const settingsNotifications = createRoute({
  getParentRoute: () => settings,
  path: '/settings/notifications',
  component: screen(() =>
    import('#web/features/notifications/notification-preferences-page.tsx').then((module) => module.NotificationPreferencesPage),
  ),
})

const authorizationFailed = createRoute({
  getParentRoute: () => application,
  path: '/authorization-failed',
  staticData: { title: 'notAuthorized' },
  component: NotAuthorized,
})

const anyOther = createRoute({
  getParentRoute: () => application,
  path: '$',
  staticData: { title: 'notFound' },
  component: PageNotFound,
})

/** For those who work on Vakt: a production build holds no trace of it. */
const development = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/forms',
        component: screen(() => import('#web/features/dev-forms/dev-forms-page.tsx').then((module) => module.DevFormsPage)),
      }),
    ]
  : []

const screens = [
  start,
  dashboard,
  incidentList,
  incident,
  alertOverview,
  createTicket,
  ticketList,
  ticketById,
  ticketOfCustomer,
  ticketOfEntity,
  ticketInEntity,
  ticketInEntityAlone,
  environmentStart,
  entityList,
  environmentSettings,
  entity,
  entityParts.addChildren([entityInformation, entityProperties, entityTickets]),
  feedback,
  settings.addChildren([settingsStart, settingsProfile, settingsAppearance, settingsNotifications, settingsTokens, settingsSessions]),
  administration.addChildren([
    admin,
    adminCustomers,
    adminCustomerSettings,
    adminServiceLevels,
    adminPermissions,
    adminUsers,
    adminConnectors,
    adminWebhooks,
    adminOutbox,
    adminActions,
    adminUnmatched,
  ]),
  authorizationFailed,
  anyOther,
]

export const router = createRouter({
  routeTree: root.addChildren([login, application.addChildren(screens), ...(development as [])]),
  defaultErrorComponent: ScreenFailure,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  scrollRestoration: true,
  trailingSlash: 'preserve',
  parseSearch,
  stringifySearch,
})

/** Whether a screen answers at this path; the page-not-found view does not count. */
export function isOwnRoute(pathname: string): boolean {
  const [, , foundRoute] = router.getMatchedRoutes(pathname)
  return foundRoute !== undefined && foundRoute.id !== anyOther.id
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
