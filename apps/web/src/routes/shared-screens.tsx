import { screen } from '#web/platform/screen.ts'

/** Screens that staff find among the admin pages and customers' administrators in their settings: named once, since what each import fetches counts for every screen. */
export const serviceTokensScreen = screen(() =>
  import('#web/features/service-tokens/service-tokens-page.tsx').then((module) => module.ServiceTokensPage),
)

export const usersScreen = screen(() => import('#web/features/users/users-page.tsx').then((module) => module.UsersPage))

export const incidentContactsScreen = screen(() =>
  import('#web/features/incident-contacts/incident-contacts-page.tsx').then((module) => module.IncidentContactsPage),
)

export const integrationsScreen = screen(async () => {
  const [{ IntegrationsPage }, { integrationKinds }] = await Promise.all([
    import('#web/features/integrations/integrations-page.tsx'),
    import('#web/integration-kinds.ts'),
  ])
  return () => <IntegrationsPage kinds={integrationKinds} />
})
