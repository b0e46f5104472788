import { createRoute, redirect } from '@tanstack/react-router'
import { shiftAccess } from '@vakt/contract/features.ts'
import { integrationsSearch } from '#web/features/integrations/integrations-search.ts'
import { serviceTokensSearch } from '#web/features/service-tokens/service-tokens-search.ts'
import { userSearch } from '#web/features/users/user-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { application } from './application-routes.tsx'
import { keepingCustomer } from './keep-customer.ts'
import { incidentContactsScreen, integrationsScreen, serviceTokensScreen, usersScreen } from './shared-screens.tsx'

const settings = createRoute({
  getParentRoute: () => application,
  id: 'settings',
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

const settingsNotifications = createRoute({
  getParentRoute: () => settings,
  path: '/settings/notifications',
  component: screen(() =>
    import('#web/features/notifications/notification-preferences-page.tsx').then((module) => module.NotificationPreferencesPage),
  ),
})

const settingsFollowing = createRoute({
  getParentRoute: () => settings,
  path: '/settings/following',
  component: screen(() => import('#web/features/settings/followed-page.tsx').then((module) => module.FollowedPage)),
})

const settingsShifts = createRoute({
  getParentRoute: () => settings,
  path: '/settings/shifts',
  beforeLoad: requireAccess(shiftAccess),
  component: screen(() => import('#web/features/on-call-shifts/my-shifts-page.tsx').then((module) => module.MyShiftsPage)),
})

const settingsContact = createRoute({
  getParentRoute: () => settings,
  path: '/settings/contact',
  component: screen(() => import('#web/features/contact-rules/contact-page.tsx').then((module) => module.ContactPage)),
})

const settingsTokens = createRoute({
  getParentRoute: () => settings,
  path: '/settings/api-tokens',
  component: screen(() => import('#web/features/settings/api-token-page.tsx').then((module) => module.ApiTokenPage)),
})

const settingsUsers = createRoute({
  getParentRoute: () => settings,
  path: '/settings/users',
  validateSearch: userSearch,
  beforeLoad: requireAccess('administrators'),
  component: usersScreen,
})

const settingsIncidentContacts = createRoute({
  getParentRoute: () => settings,
  path: '/settings/incident-contacts',
  beforeLoad: requireAccess('administrators'),
  component: incidentContactsScreen,
})

const settingsIntegrations = createRoute({
  getParentRoute: () => settings,
  path: '/settings/integrations',
  validateSearch: integrationsSearch,
  beforeLoad: requireAccess('administrators'),
  component: integrationsScreen,
})

const settingsServiceTokens = createRoute({
  getParentRoute: () => settings,
  path: '/settings/service-tokens',
  validateSearch: serviceTokensSearch,
  beforeLoad: requireAccess('administrators'),
  component: serviceTokensScreen,
})

const settingsSessions = createRoute({
  getParentRoute: () => settings,
  path: '/settings/sessions',
  component: screen(() => import('#web/features/settings/session-list-page.tsx').then((module) => module.SessionListPage)),
})

export const settingsRoutes = settings.addChildren([
  settingsStart,
  settingsProfile,
  settingsAppearance,
  settingsNotifications,
  settingsFollowing,
  settingsShifts,
  settingsContact,
  settingsTokens,
  settingsUsers,
  settingsIncidentContacts,
  settingsIntegrations,
  settingsServiceTokens,
  settingsSessions,
])
