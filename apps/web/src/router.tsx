import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { Access } from '@vakt/contract/features.ts'
import { homePath } from '@vakt/domain/access.ts'
import { alertSearch } from '#web/features/alerts/alert-search.ts'
import { dashboardSearch } from '#web/features/incidents/dashboard-search.ts'
import { LandingPage } from '#web/features/shell/landing-page.tsx'
import { NotAuthorized } from '#web/features/shell/not-authorized.tsx'
import { PageNotFound } from '#web/features/shell/page-not-found.tsx'
import { RootView } from '#web/features/shell/root-view.tsx'
import { ApplicationFailure, ScreenFailure } from '#web/features/shell/screen-failure.tsx'
import { ShellLayout } from '#web/features/shell/shell-layout.tsx'
import { ticketSearch } from '#web/features/tickets/ticket-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { parseSearch, stringifySearch } from '#web/platform/search-params.ts'
import { currentSession } from '#web/platform/session.ts'
import { customerIdOf, customerSearch, isStaff, loadShownCustomer } from '#web/platform/shown-customer.ts'
import { changeSignInState, signInState } from '#web/platform/sign-in-state.ts'

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
  component: LandingPage,
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
  component: ShellLayout,
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

const environmentStart = createRoute({
  getParentRoute: () => application,
  path: '/my-environment',
  beforeLoad() {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const entity = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId',
  beforeLoad({ params }) {
    throw redirect({ to: '/my-environment/$customerId/$entityId/information', params, replace: true })
  },
})

const entityInformation = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/information',
  staticData: { title: 'entity' },
  beforeLoad: requireAccess(environment),
  component: screen(() => import('#web/features/entities/entity-information-page.tsx').then((module) => module.EntityInformationPage)),
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
  alertOverview,
  createTicket,
  ticketList,
  ticketById,
  ticketOfCustomer,
  ticketOfEntity,
  environmentStart,
  entity,
  entityInformation,
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
