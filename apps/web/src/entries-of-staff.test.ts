import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Customer } from '@vakt/contract/customers/customers.ts'
import { type Access, type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import { operations } from '@vakt/contract/operations.ts'
import type { UserContext } from '@vakt/contract/users/session.ts'
import { canAccess, featuresAnywhere, featuresElsewhere, featuresOf, isOpenToLimited, withinResourceLimit } from '@vakt/domain/access.ts'
import { type CreateItem, creationsFor, searchOfCreation } from './creations.ts'
import { innerPlacesFor } from './inner-places.ts'
import { type NavigationItem, navigationFor, searchOf } from './navigation.ts'
import type { Session } from './platform/session.ts'
import { ownShownCustomer, type ShownCustomer } from './platform/shown-customer.ts'
import { hasListOfAll, homePath, startPath } from './start-paths.ts'

type Name = keyof typeof operations

/** What the pages ask first: of the customer that is shown, or over all of them. */
const firstCalls: Record<NavigationItem['to'] | CreateItem['to'], { one: Name[]; all?: Name[] }> = {
  '/dashboard': {
    one: ['getOpenNow', 'getIncidentOverview', 'getDashboardChanges'],
    all: [
      'listCustomerStates',
      'getOpenNowOfAllCustomers',
      'getDashboardChangesOfAllCustomers',
      'noteDashboardVisit',
      'listMajorIncidents',
    ],
  },
  '/alert-overview': { one: ['listAlerts', 'countAlerts'], all: ['listAlertsOfAllCustomers', 'countAlertsOfAllCustomers'] },
  '/incidents/$customerId': {
    one: ['listIncidents', 'getIncidentOverview'],
    all: ['listIncidentsOfAllCustomers', 'getOpenNowOfAllCustomers'],
  },
  '/major-incidents': { one: ['listMajorIncidents'] },
  '/tickets/$customerId': {
    one: ['listTickets', 'countTickets', 'readTicketFilterChoices', 'listTicketViews'],
    all: ['listTicketsOfAllCustomers', 'countTicketsOfAllCustomers', 'readTicketFilterChoicesOfAllCustomers'],
  },
  '/my-environment/$customerId': {
    one: ['listEntities', 'countEntities', 'getEnvironmentSettings'],
    all: ['listEntitiesOfAllCustomers'],
  },
  '/alert-rules/$customerId': { one: ['listAlertRules'], all: ['listAlertRulesOfAllCustomers'] },
  '/automation/$customerId': { one: ['listProcesses'], all: ['listProcessesOfAllCustomers'] },
  '/service-window/$customerId': { one: ['listServiceWindows', 'getWindowTimeline'], all: ['listServiceWindowsOfAllCustomers'] },
  // Which customer they are of is asked first.
  '/reports/$customerId': { one: ['listReportMonths', 'listReportGroups'], all: ['listCustomerStates'] },
  '/admin': { one: ['listCustomerStates', 'getStorage', 'listOnCallSchedules'] },
  '/admin/agents': { one: ['listAllAgents', 'countAllAgents', 'listAgentVersions'] },
  '/admin/unmatched-signals': { one: ['listUnmatchedSignals'] },
  '/team': { one: ['getTeam'] },
  '/dashboards/$customerId': { one: ['listCustomDashboards'] },
  '/tickets/create': { one: ['createTicket'], all: ['listCustomers'] },
  '/alert-rules/$customerId/create': { one: ['createAlertRule'], all: ['listCustomerStates'] },
  '/automation/$customerId/new': { one: ['createProcess'], all: ['listCustomerStates'] },
  '/service-window/$customerId/create': { one: ['createServiceWindow'], all: ['listCustomerStates'] },
}

/** Of the pages of the settings those that are not about the user alone, and of the administration those that other staff have. */
const innerCalls: Record<string, Name[]> = {
  '/settings/shifts': ['listOwnShifts', 'listShiftSwaps', 'getShiftCalendar'],
  '/settings/notifications': ['getNotificationPreferences'],
  '/settings/contact': ['getContactPreference', 'getPhoneNumber'],
  '/settings/following': ['listFollowed'],
  '/settings/api-tokens': ['listApiTokens'],
  '/settings/sessions': ['listUserSessions'],
  '/settings/profile': ['readUserContext'],
  '/settings/language-and-theme': ['readUserContext'],
  '/admin/agents': firstCalls['/admin/agents'].one,
  '/admin/unmatched-signals': firstCalls['/admin/unmatched-signals'].one,
}

const providerId = '1168'
const customerOf = (customerId: string): Customer => ({
  ...{
    customer_id: customerId,
    customer_name: customerId,
    isProvider: false,
    tagKeys: [],
    customerPriority: 'own',
    enabledFeatures: null,
    ignoresGlobalAdminMapping: false,
  },
  role_feature_mappings: [{ role: globalAdminRole, features: [...featureKeys] }],
})

type Colleague = { who: string; session: Session; isLimited: boolean }

function colleague(role: string, isLimited: boolean, features?: readonly FeatureKey[]): Colleague {
  const own_roles = features ? [{ role, name: { en: role, sv: role }, features: [...features] }] : []
  const user = { permissions: [role], own_roles, ...(isLimited && { sees_own_customer: false }) } as unknown as UserContext
  const customer = { ...customerOf(providerId), isProvider: true }
  const holder = { roles: [role], ownRoles: own_roles }
  const held = featuresAnywhere(holder, customer)
  const session: Session = {
    user,
    customer,
    features: held,
    featuresAtOwn: isLimited ? new Set() : featuresOf(holder, customer),
    can: (access) => canAccess({ roles: [role], features: held }, access),
  }
  return { who: `${role}${features ? ` with ${features}` : ''}${isLimited ? ', limited to some customers' : ''}`, session, isLimited }
}

const roles: [string, FeatureKey[]?][] = [
  ['vakt-technician'],
  ['vakt-service-desk'],
  ['vakt-read-only'],
  // Each feature by itself, as a role that the provider made may have it.
  ...featureKeys.map((key): [string, FeatureKey[]] => ['vakt-own-role', [key]]),
]
const colleagues = roles.flatMap(([role, features]) => [false, true].map((isLimited) => colleague(role, isLimited, features)))

/** The customer that someone is at: the provider, or one of those that it serves. */
function shownTo({ session }: Colleague, customerId: string): ShownCustomer {
  if (customerId === providerId) return ownShownCustomer(session)
  const { permissions: roles, own_roles: ownRoles } = session.user
  const features = featuresElsewhere({ roles, ownRoles }, customerOf(customerId))
  const can = (access: Access) => canAccess({ roles, features }, access)
  return {
    customerId,
    name: customerId,
    isOwn: false,
    isProvider: false,
    features,
    can,
    canHere: can,
    isLimited: false,
  }
}

/** As the server decides: by the customer in the path, else by what they may do anywhere. */
function mayCall({ session }: Colleague, { path, access }: Operation, shown: ShownCustomer): boolean {
  const features = !path.includes(':customerId') ? session.features : shown.isProvider ? session.featuresAtOwn : shown.features
  return canAccess({ roles: session.user.permissions, features }, access)
}

const assertMay = (colleague: Colleague, names: readonly Name[], shown: ShownCustomer, entry: string) => {
  for (const name of names)
    assert.ok(
      mayCall(colleague, operations[name] ?? assert.fail(name), shown),
      `${entry} of ${shown.customerId} asks ${name}, which answers 403 to ${colleague.who}`,
    )
}

for (const customerId of [providerId, '1001'])
  test(`no entry of the menus and the palette leads staff who are at ${customerId} to a page that refuses them`, () => {
    for (const one of colleagues) {
      const shown = shownTo(one, customerId)
      const callsOf = (to: keyof typeof firstCalls, isAll: boolean) => (isAll ? firstCalls[to].all : undefined) ?? firstCalls[to].one
      for (const item of navigationFor(shown)) {
        const isAll = searchOf(item, shown).all === true || (item.to === '/dashboard' && shown.isProvider)
        assertMay(one, callsOf(item.to, isAll), shown, item.to)
      }
      for (const item of creationsFor(shown)) {
        const isAll = item.to === '/tickets/create' ? shown.isProvider : 'all' in searchOfCreation(item, shown)
        assertMay(one, callsOf(item.to, isAll), shown, item.to)
      }
    }
  })

test('the pages of the settings and of the administration that staff have refuse none of them', () => {
  for (const one of colleagues)
    for (const { to } of innerPlacesFor(one.session))
      assertMay(one, innerCalls[to] ?? assert.fail(`What does ${to} ask first?`), ownShownCustomer(one.session), to)
})

test('no entry leads people who are limited to some resources to a page that refuses them', () => {
  const features = withinResourceLimit(new Set(featureKeys))
  const can = (access: Access) => canAccess({ roles: [], features }, access)
  const user = { permissions: [], own_roles: [], resource_limit: { tags: ['env=prod'], resourceGroups: [] } } as unknown as UserContext
  const session: Session = { user, customer: customerOf('1001'), features, featuresAtOwn: features, can }
  const shown = ownShownCustomer(session)
  const entries = [...navigationFor(shown), ...creationsFor(shown)].map(({ to }) => ({ to, asked: firstCalls[to].one }))
  const inner = innerPlacesFor(session).map(({ to }) => ({ to, asked: innerCalls[to] ?? assert.fail(`What does ${to} ask first?`) }))
  assert.ok(entries.length > 5)
  for (const { to, asked } of [...entries, ...inner])
    for (const name of asked) {
      const operation = operations[name] ?? assert.fail(name)
      assert.ok(can(operation.access) && isOpenToLimited(operation), `${to} asks ${name}, which answers 403`)
    }
})

test('everyone of the staff starts at a page that they may open', () => {
  for (const one of colleagues) {
    const shown = ownShownCustomer(one.session)
    for (const start of [homePath(shown), startPath(shown, 'inbox'), startPath(shown, 'tickets')]) {
      const path = start.split('?')[0]
      const item = navigationFor(shown).find(({ to }) => to.replace('$customerId', providerId) === path)
      assert.ok(item, `${one.who} starts at ${start}`)
    }
  }
})

test('the lists of the provider itself have a list over all customers, to which staff who do not see it are led', () => {
  assert.equal(hasListOfAll('/incidents/1168', '1168'), true)
  assert.equal(hasListOfAll('/automation/1168/runs', '1168'), true)
  assert.equal(hasListOfAll('/incidents/1001', '1168'), false)
  assert.equal(hasListOfAll('/dashboards/1168', '1168'), false)
})

test('someone starts at the page that they chose, as long as they may see it, else at the first that they may', () => {
  const starter = (features: FeatureKey[], isProvider = false) => {
    const can = (access: Access) => canAccess({ roles: isProvider ? ['vakt-own-x'] : [], features: new Set(features) }, access)
    return { customerId: '1001', isProvider, isLimited: false, can, canHere: can }
  }
  const reader = starter(['@feature.overview.read', '@feature.tickets.read'])
  assert.equal(startPath(reader, null), '/dashboard')
  assert.equal(startPath(reader, 'tickets'), '/tickets/1001')
  assert.equal(startPath(reader, 'inbox'), '/dashboard')
  assert.equal(startPath(starter(['@feature.overview.read']), 'tickets'), '/dashboard')
  assert.equal(startPath(starter(['@feature.overview.read', '@feature.tickets.read'], true), 'inbox'), '/tickets/1001?all=true')
  assert.equal(homePath(starter(['@feature.tickets.read'])), '/tickets/1001')
  assert.equal(homePath(starter(['@feature.report.read'])), '/reports/1001')
  assert.equal(homePath(starter([])), '/tickets/1001', 'which says what is missing')
})
