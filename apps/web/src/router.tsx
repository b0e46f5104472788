import { type AnyRoute, createRoute, createRouter } from '@tanstack/react-router'
import { ScreenFailure } from '#web/features/shell/screen-failure.tsx'
import { screen } from '#web/platform/screen.ts'
import { parseSearch, stringifySearch } from '#web/platform/search-params.ts'
import { administrationRoutes, staffRoutes } from '#web/routes/administration-routes.tsx'
import { anyOther, application, authorizationFailed, feedback, login, root, setUp, start } from '#web/routes/application-routes.tsx'
import { environmentRoutes } from '#web/routes/environment-routes.ts'
import { keepCustomerOf } from '#web/routes/keep-customer.ts'
import { overviewRoutes } from '#web/routes/overview-routes.tsx'
import { processRunRoutes } from '#web/routes/process-run-routes.ts'
import { reportRoutes } from '#web/routes/report-routes.ts'
import { serviceWindowRoutes } from '#web/routes/service-window-routes.ts'
import { settingsRoutes } from '#web/routes/settings-routes.ts'
import { ticketRoutes } from '#web/routes/ticket-routes.ts'

/** For those who work on Vakt: a production build holds no trace of it. */
const development = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/forms',
        component: screen(() => import('#web/features/dev-forms/dev-forms-page.tsx').then((module) => module.DevFormsPage)),
      }),
      createRoute({
        getParentRoute: () => root,
        path: '/dev/charts',
        component: screen(() => import('#web/features/dev-charts/dev-charts-page.tsx').then((module) => module.DevChartsPage)),
      }),
    ]
  : []

const screens = [
  start,
  ...overviewRoutes,
  ...ticketRoutes,
  ...environmentRoutes,
  ...serviceWindowRoutes,
  ...reportRoutes,
  ...processRunRoutes,
  feedback,
  settingsRoutes,
  administrationRoutes,
  staffRoutes,
  authorizationFailed,
  anyOther,
]

export const router = createRouter({
  routeTree: root.addChildren([login, setUp, application.addChildren(screens), ...(development as [])]),
  defaultErrorComponent: ScreenFailure,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  scrollRestoration: true,
  trailingSlash: 'preserve',
  parseSearch,
  stringifySearch,
})

keepCustomerOf(() => router.state.matches.at(-1))

/** Fetches the file of the screen at this path, before anybody knows who is to see it. */
export function fetchScreen(pathname: string): void {
  const [matchedRoutes] = router.getMatchedRoutes(pathname)
  for (const route of matchedRoutes) void router.loadRouteChunk(route as AnyRoute)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The address of the checklist with the link that led here. */
    checklist?: string
  }
}
