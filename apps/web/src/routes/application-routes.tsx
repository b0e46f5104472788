import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FeedbackArea } from '#web/features/feedback/feedback-area.tsx'
import { BellMark } from '#web/features/notifications/bell-mark.tsx'
import { BrandMark } from '#web/features/shell/brand-mark.tsx'
import { RootView } from '#web/features/shell/root-view.tsx'
import { ApplicationFailure, PageNotFound } from '#web/features/shell/screen-failure.tsx'
import { ShellLayout } from '#web/features/shell/shell-layout.tsx'
import { flag } from '#web/platform/list-search.ts'
import { returnPathAfter } from '#web/platform/return-path.ts'
import { screen } from '#web/platform/screen.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { currentSession } from '#web/platform/session.ts'
import { customerIdOf, customerSearch, seesOwnCustomer } from '#web/platform/shown-customer.ts'
import { changeSignInState, setUpPath, signInState } from '#web/platform/sign-in-state.ts'
import { openFeedback } from '#web/shared/feedback/open-feedback.ts'
import type { CustomerSearch } from './keep-customer.ts'
import { ownStartPath } from './own-start-path.ts'

const NotificationPanel = lazy(() =>
  import('#web/features/notifications/notification-panel.tsx').then((module) => ({ default: module.NotificationPanel })),
)
const Arrivals = lazy(() => import('#web/features/arrivals/arrivals.tsx').then((module) => ({ default: module.Arrivals })))
const bell = {
  mark: <BellMark />,
  panel: (
    <Suspense>
      <NotificationPanel />
    </Suspense>
  ),
}

export const root = createRootRoute({ component: RootView, errorComponent: ApplicationFailure, notFoundComponent: PageNotFound })

export const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad() {
    if (signInState().authed) throw redirect({ to: '/', replace: true })
  },
  component: screen(() => import('#web/features/shell/landing-page.tsx').then((module) => module.LandingPage)),
})

/** Open to anyone who has the one-time address from the log of the server. */
export const setUp = createRoute({
  getParentRoute: () => root,
  path: setUpPath,
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: screen(async () => {
    const { SetUpPage } = await import('#web/features/set-up/set-up-page.tsx')
    return () => <SetUpPage mark={<BrandMark size={32} />} />
  }),
})

/** Who does not see this customer itself, the provider, gets its lists over all customers. */
async function leadToAll({ pathname, search, hash }: { pathname: string; search: { all?: unknown }; hash: string }, customerId: string) {
  const { hasListOfAll } = await import('#web/start-paths.ts')
  if (customerId !== currentSession()?.customer.customer_id || flag(search.all) || !hasListOfAll(pathname, customerId)) return
  throw redirect({ href: pathname + stringifySearch({ ...search, all: true }) + (hash && `#${hash}`), replace: true })
}

export const application = createRoute({
  getParentRoute: () => root,
  id: 'application',
  validateSearch: customerSearch,
  beforeLoad({ location, params, preload }) {
    const session = currentSession()
    const { customer, ...search } = location.search as CustomerSearch
    if (session && customer !== undefined && customerIdOf({ params, search: { customer } }, session) === session.customer.customer_id) {
      throw redirect({ href: location.pathname + stringifySearch(search) + (location.hash && `#${location.hash}`), replace: true })
    }
    if (signInState().authed) {
      if (!session || seesOwnCustomer(session)) return
      return leadToAll(location, customerIdOf({ params, search: { ...location.search } }, session))
    }
    if (!preload) changeSignInState({ redirectedFromOrigin: returnPathAfter(location.publicHref, signInState().redirectedFromOrigin) })
    throw redirect({ to: '/login', replace: true })
  },
  component: () => (
    <>
      <ShellLayout bell={bell} />
      <FeedbackArea />
      <Suspense>
        <Arrivals />
      </Suspense>
    </>
  ),
  errorComponent: ApplicationFailure,
})

export const start = createRoute({
  getParentRoute: () => application,
  path: '/',
  async beforeLoad() {
    throw redirect({ href: await ownStartPath(), replace: true })
  },
})

/** Typed or shared, the address opens the form over the start page. */
export const feedback = createRoute({
  getParentRoute: () => application,
  path: '/feedback',
  beforeLoad({ preload }) {
    if (!preload) openFeedback()
    throw redirect({ to: '/', replace: true })
  },
})

export const authorizationFailed = createRoute({
  getParentRoute: () => application,
  path: '/authorization-failed',
  component: screen(() => import('#web/features/shell/not-authorized.tsx').then((module) => module.NotAuthorized)),
})

export const anyOther = createRoute({
  getParentRoute: () => application,
  path: '$',
  component: PageNotFound,
})
