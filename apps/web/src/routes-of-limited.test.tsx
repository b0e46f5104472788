import type { Customer } from '@vakt/contract/customers/customers.ts'
import { featureKeys } from '@vakt/contract/features.ts'
import { operations } from '@vakt/contract/operations.ts'
import type { UserContext } from '@vakt/contract/users/session.ts'
import { isOpenToLimited } from '@vakt/domain/access.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isClosedByLimit } from './features/shell/missing-features.ts'
import { NotAuthorizedError } from './platform/route-access.ts'
import { currentSession, refreshSession } from './platform/session.ts'
import { changeSignInState } from './platform/sign-in-state.ts'
import { router } from './router.tsx'

/** The screens that people may open who are limited to some resources, and what each asks first. */
const openToLimited: Record<string, string[]> = {
  '/dashboard': ['getOpenNow', 'getIncidentOverview', 'getDashboardChanges'],
  '/incidents/$customerId': ['listIncidents', 'getIncidentOverview'],
  '/incidents/$customerId/$incidentId': ['getIncident', 'getIncidentContext', 'listMetricTrends'],
  '/alert-overview': ['listAlerts', 'countAlerts'],
  '/tickets/create': ['createTicket'],
  '/tickets/$customerId': ['listTickets', 'countTickets', 'readTicketFilterChoices', 'listTicketViews'],
  '/tickets/$ticketId/details': ['findTicket'],
  '/tickets/$customerId/$ticketId/details': ['getTicket', 'listTicketComments'],
  '/tickets/$entityId/$customerId/$ticketId/details': ['getTicket'],
  '/my-environment/$customerId/$entityId/tickets/$ticketId': ['getTicket'],
  '/my-environment/$entityId/tickets/$ticketId': ['findTicket'],
  '/my-environment/$customerId': ['listEntities', 'countEntities', 'getEnvironmentSettings'],
  '/my-environment/$customerId/$entityId/information': ['getEntity'],
  '/my-environment/$customerId/$entityId/information/details': ['getEntity', 'getEntityProperties'],
  '/my-environment/$customerId/$entityId/metrics': ['getEntity', 'listEntityMetrics'],
  '/my-environment/$customerId/$entityId/cloudops': ['getEntity', 'getCloudOps', 'listCloudOpsVersions'],
  '/my-environment/$customerId/$entityId/tickets': ['getEntity', 'listTickets'],
  '/team': ['getTeam'],
  '/settings/profile': ['readUserContext'],
  '/settings/language-and-theme': ['readUserContext'],
  '/settings/notifications': ['getNotificationPreferences'],
  '/settings/contact': ['getContactPreference', 'getPhoneNumber'],
  '/settings/following': ['listFollowed'],
  '/settings/api-tokens': ['listApiTokens'],
  '/settings/sessions': ['listUserSessions'],
  '/authorization-failed': [],
  '/$': [],
}

const customer = {
  customer_id: '1001',
  customer_name: 'Nordan',
  role_feature_mappings: [{ role: 'admin', features: [...featureKeys] }],
} as unknown as Customer
const bo = {
  customer_id: '1001',
  permissions: ['admin'],
  own_roles: [],
  resource_limit: { tags: ['system=shop'], resourceGroups: [] },
} as unknown as UserContext

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) =>
    Promise.resolve(Response.json({ result: String(address).includes('/usercontext') ? bo : customer })),
  )
  changeSignInState({ authed: true, initiated: true, ready: true, accessToken: 'token', expires: Date.now() / 1000 + 3600 })
  await refreshSession()
  expect(currentSession()?.user.resource_limit).toEqual(bo.resource_limit)
})
afterEach(() => vi.restoreAllMocks())

// biome-ignore lint/suspicious/noExplicitAny: the routes of the table have all kinds of parameters and searches
type Route = any

/** What stops them on the way to this screen: undefined where nothing does. */
async function findRefusal(route: Route): Promise<unknown> {
  const [pathname, search] = [route.fullPath, {}]
  const params = Object.fromEntries([...pathname.matchAll(/\$(\w+)/g)].map(([, name]) => [name, name === 'customerId' ? '1001' : '7']))
  const chain: Route[] = []
  for (let one = route; one; one = one.parentRoute) chain.unshift(one)
  try {
    for (const { options } of chain)
      await options.beforeLoad?.({ params, search, preload: true, location: { pathname, search, hash: '', publicHref: pathname } })
  } catch (thrown) {
    return thrown
  }
}

const isRedirect = (thrown: unknown) => thrown instanceof Response || (thrown as { options?: unknown }).options !== undefined

test('each screen of the route table that asks what is closed to people who are limited to some resources says so, instead of failing', async () => {
  const routes = Object.values<Route>(router.routesById).filter(({ id, fullPath }) => id.endsWith(fullPath) && fullPath !== '/')
  const open: string[] = []
  for (const route of routes) {
    const path = route.fullPath
    if (['/login', '/set-up'].includes(path) || path.startsWith('/dev/')) continue
    const refusal = await findRefusal(route)
    if (refusal === undefined) open.push(path)
    else if (refusal instanceof NotAuthorizedError) {
      const { missing } = refusal
      const isOfStaff = missing === 'global-admin' || (typeof missing === 'object' && missing !== null && 'staff' in missing)
      expect(isOfStaff || isClosedByLimit(missing), `${path} says why`).toBe(true)
    } else expect(isRedirect(refusal), `${path}: ${refusal}`).toBe(true)
  }
  expect(open.toSorted()).toEqual(Object.keys(openToLimited).toSorted())
})

test('what these screens ask first is open to them', () => {
  for (const [path, names] of Object.entries(openToLimited))
    for (const name of names) {
      const operation = operations[name as keyof typeof operations]
      expect(operation && isOpenToLimited(operation) && currentSession()?.can(operation.access), `${path} asks ${name}`).toBe(true)
    }
})
