import type { Locator, Page } from '@playwright/test'

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const landing = (page: Page): Locator => page.getByRole('heading', { name: 'Your cloud, watched around the clock' })

type Addresses = { alert: string; ticket: string; entity: string; incident: string }

export type Screen = { name: string; address: string; arrived: (page: Page) => Locator; open?: (page: Page) => Promise<void> }

/** Addresses of an alert, a ticket, an entity and an incident that this page's user may open, taken from the screens that link them. */
export async function findAddresses(page: Page): Promise<Addresses> {
  const read = async (link: Locator) => (await link.first().getAttribute('href')) ?? ''
  await page.goto('/alert-overview')
  const row = page.getByRole('row').filter({ has: page.locator('a[href^="/my-environment/"]') })
  const alert = await read(row.locator('a[data-alert]'))
  const entity = await read(row.locator('a[href^="/my-environment/"]'))
  await page.goto('/tickets/1001')
  const ticket = await read(page.getByRole('table').locator('a[href$="/details"]'))
  await page.goto('/incidents/1001')
  const incident = await read(page.getByRole('table').locator('[data-row-link]'))
  return { alert, ticket, entity, incident }
}

const firstRow = (page: Page) => page.getByRole('table').getByRole('row').nth(1)

/** Every screen of a customer's users, by name: where it is, what is there once it has arrived, and what is opened then. */
export function everyScreen({ alert, ticket, entity, incident }: Addresses): Screen[] {
  return [
    { name: 'dashboard', address: '/dashboard?unmatched=true', arrived: (page) => page.locator('#content section li a').first() },
    { name: 'incidents', address: '/incidents/1001', arrived: (page) => page.getByRole('table').getByRole('link').first() },
    { name: 'wall', address: '/dashboard?wall=true', arrived: heading },
    { name: 'incidents', address: '/incidents/1001', arrived: firstRow },
    { name: 'incident', address: incident, arrived: (page) => page.getByRole('heading', { level: 2 }).first() },
    { name: 'alerts', address: '/alert-overview', arrived: (page) => page.getByRole('table').getByRole('link').first() },
    { name: 'alert', address: alert, arrived: (page) => page.getByRole('dialog').getByRole('heading', { level: 3 }).first() },
    { name: 'tickets', address: '/tickets/1001', arrived: (page) => page.getByRole('table').getByRole('link').first() },
    {
      name: 'no tickets',
      address: '/tickets/1001?priority=5&status=new&status=in_progress&status=resolved&status=closed&type=change',
      arrived: (page) => page.getByRole('heading', { level: 2 }),
    },
    { name: 'ticket', address: ticket, arrived: (page) => page.getByRole('textbox').last() },
    { name: 'create ticket', address: '/tickets/create', arrived: (page) => page.getByRole('textbox').first() },
    { name: 'environment', address: '/my-environment/1001', arrived: (page) => page.getByRole('table').getByRole('link').first() },
    {
      name: 'environment in groups',
      address: '/my-environment/1001?by=tag:application',
      arrived: (page) => page.getByRole('table').getByRole('button', { name: /webshop/ }),
    },
    { name: 'environment settings', address: '/my-environment/1001/settings', arrived: (page) => page.getByRole('combobox').first() },
    { name: 'upload', address: '/my-environment/1001/upload', arrived: (page) => page.locator('#content').getByRole('button').first() },
    { name: 'entity', address: entity, arrived: (page) => page.getByRole('heading', { level: 2 }).first() },
    {
      name: 'entity properties',
      address: entity.replace(/information$/, 'information/details'),
      arrived: (page) => page.getByRole('treeitem').first(),
    },
    {
      name: 'entity tickets',
      address: entity.replace(/information$/, 'tickets?onlyOpen=false'),
      arrived: (page) => page.getByRole('table').getByRole('link').first(),
    },
    { name: 'profile', address: '/settings/profile', arrived: (page) => page.getByRole('region').getByRole('button').first() },
    { name: 'language and theme', address: '/settings/language-and-theme', arrived: heading },
    { name: 'notification preferences', address: '/settings/notifications', arrived: (page) => page.getByRole('checkbox').first() },
    { name: 'API tokens', address: '/settings/api-tokens', arrived: (page) => page.locator('#content').getByRole('button').first() },
    { name: 'sessions', address: '/settings/sessions', arrived: (page) => page.locator('#content li p').first() },
    { name: 'feedback', address: '/feedback', arrived: (page) => page.getByRole('dialog').getByRole('textbox') },
    { name: 'not authorized', address: '/authorization-failed', arrived: heading },
    { name: 'not found', address: '/no/such/page', arrived: heading },
  ]
}

const inAdmin = (page: Page) => page.locator('#content')
const pressed = (name: RegExp) => (page: Page) => inAdmin(page).getByRole('button', { name }).first().click()

/** Every screen of the provider's administrators, with what is opened over it to make something new. */
export const adminScreens: readonly Screen[] = [
  {
    name: 'admin',
    address: '/admin',
    arrived: (page) =>
      inAdmin(page)
        .getByRole('link', { name: /webhook/i })
        .first(),
  },
  { name: 'customers', address: '/admin/customers', arrived: firstRow, open: pressed(/^(Create customer|Lägg upp kund|Skapa kund)$/) },
  { name: 'permissions', address: '/admin/permissions?customer=1002', arrived: (page) => page.getByRole('switch').first() },
  { name: 'users', address: '/admin/users?customer=1001', arrived: heading, open: pressed(/^(Invite user|Bjud in användare)$/) },
  { name: 'invitations', address: '/admin/users?customer=1001&view=invitations', arrived: heading },
  {
    name: 'customer settings',
    address: '/admin/customer-settings?customer=1001',
    arrived: (page) => inAdmin(page).getByRole('combobox').first(),
  },
  { name: 'service levels', address: '/admin/service-levels?customer=1001', arrived: (page) => inAdmin(page).getByRole('textbox').first() },
  { name: 'connectors', address: '/admin/connectors?customer=1002', arrived: heading, open: pressed(/Azure/) },
  { name: 'webhooks', address: '/admin/webhooks?customer=1001', arrived: heading, open: pressed(/webhook/i) },
  { name: 'outbox', address: '/admin/outbox', arrived: heading },
  { name: 'unmatched signals', address: '/admin/unmatched-signals', arrived: heading },
  { name: 'actions', address: '/admin/actions', arrived: heading },
]
