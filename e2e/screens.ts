import type { Locator, Page } from '@playwright/test'
import { type Place, readLink } from './move-within.ts'

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const landing = (page: Page): Locator => page.getByRole('heading', { name: 'Your cloud, watched around the clock' })

/** Stands on the lists of alert rules whether or not there are any. */
const createRule = (page: Page): Locator => page.getByRole('main').getByRole('link', { name: /^(Create alert rule|Skapa larmregel)$/ })

/** Stands on the lists of service windows whether or not there are any. */
const createWindow = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^(Create service window|Skapa servicefönster)$/ })
    .first()

type Addresses = { alert: string; ticket: string; entity: string; incident: string; machine: string }

export type Screen = Place & { name: string; open?: (page: Page) => Promise<void> }

/** Addresses of an alert, a ticket, an entity and an incident that this page's user may open, taken from the screens that link them. */
async function findAddresses(page: Page): Promise<Addresses> {
  const inTable = (link: string) => (page: Page) => page.getByRole('table').locator(link)
  const row = (page: Page) => page.getByRole('row').filter({ has: page.locator('a[href^="/my-environment/"]') })
  return {
    alert: await readLink(page, '/alert-overview', (page) => row(page).locator('a[data-opens]')),
    entity: (await row(page).locator('a[href^="/my-environment/"]').first().getAttribute('href')) ?? '',
    ticket: await readLink(page, '/tickets/1001', inTable('a[href$="/details"]')),
    incident: await readLink(page, '/incidents/1001', inTable('[data-row-link]')),
    machine: await readLink(page, '/my-environment/1001?q=vm-web-01', (page) =>
      page.getByRole('table').getByRole('link', { name: 'vm-web-01', exact: true }),
    ),
  }
}

/** Every screen of a customer's users, by name: where it is, what is there once it has arrived, and what is opened then. */
export async function findCustomerScreens(page: Page): Promise<Screen[]> {
  const { alert, ticket, entity, incident, machine } = await findAddresses(page)
  return [
    { name: 'team', address: '/team', arrived: (page) => page.getByRole('list', { name: /^(People|Personer)$/ }) },
    {
      name: 'own dashboards',
      address: '/dashboards/1001',
      arrived: (page) => page.getByRole('button', { name: /^(New dashboard|Ny instrumentpanel)$/ }),
    },
    {
      name: 'reports',
      address: '/reports/1001',
      arrived: (page) => page.getByRole('list', { name: /^(Monthly reports|Månadsrapporter)$/ }),
    },
    { name: 'report', address: '/reports/1001/builtin/report/monthly', arrived: (page) => page.getByRole('table').first() },
    { name: 'dashboard', address: '/dashboard?unmatched=true', arrived: (page) => page.locator('#content section li a').first() },
    { name: 'incidents', address: '/incidents/1001', arrived: (page) => page.getByRole('table').getByRole('link').first() },
    { name: 'wall', address: '/dashboard?wall=true', arrived: heading },
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
    {
      name: 'environment with a metric',
      address: `/my-environment/1001?q=vm-web&metric=${encodeURIComponent('instance:node_cpu_utilisation:rate5m')}`,
      arrived: (page) => page.getByRole('table').getByRole('img').first(),
    },
    { name: 'automation', address: '/automation/1001', arrived: (page) => page.getByRole('table').getByRole('link').first() },
    {
      name: 'create process',
      address: '/automation/1001/new',
      arrived: (page) => page.getByRole('main').getByRole('button', { name: /^(Add step|Lägg till steg)$/ }),
    },
    {
      name: 'automation runs',
      address: '/automation/1001/runs',
      arrived: (page) => page.getByRole('heading', { level: 1, name: /^(Automation runs|Körningar)$/ }),
    },
    { name: 'alert rules', address: '/alert-rules/1001', arrived: createRule },
    {
      name: 'create alert rule',
      address: '/alert-rules/1001/create',
      arrived: (page) => page.getByRole('main').getByRole('spinbutton').first(),
    },
    { name: 'service windows', address: '/service-window/1001', arrived: createWindow },
    {
      name: 'create service window',
      address: '/service-window/1001/create',
      arrived: (page) => page.getByRole('main').getByRole('textbox').first(),
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
    { name: 'entity service windows', address: entity.replace(/information$/, 'service-windows'), arrived: createWindow },
    {
      name: 'entity metrics',
      address: machine.replace(/information$/, 'metrics'),
      arrived: (page) => page.getByRole('figure').getByRole('application'),
    },
    {
      name: 'entity CloudOps',
      address: machine.replace(/information$/, 'cloudops'),
      arrived: (page) => page.getByRole('heading', { name: /^(History|Historik)$/ }),
    },
    {
      name: 'VM agent',
      address: machine.replace(/information$/, 'cloudops-vmagent'),
      arrived: (page) => page.locator('#agent-services'),
    },
    {
      name: 'inventory changes',
      address: '/my-environment/1001/changes',
      arrived: (page) => page.getByRole('table').or(page.locator('#content h2')).first(),
    },
    {
      name: 'VM agents',
      address: '/my-environment/1001/agents',
      arrived: (page) => page.getByRole('table').or(page.locator('#content h2')).first(),
    },
    {
      name: 'agent templates',
      address: '/my-environment/1001/agents/templates',
      arrived: (page) => page.getByRole('table').or(page.locator('#content h2')).first(),
    },
    { name: 'new agent template', address: '/my-environment/1001/agents/templates/create', arrived: (page) => page.getByRole('form') },
    {
      name: 'enrolment tokens',
      address: '/my-environment/1001/agents/tokens',
      arrived: (page) => page.getByRole('table').or(page.locator('#content h2')).first(),
    },
    {
      name: 'VM agent services',
      address: machine.replace(/information$/, 'cloudops-vmagent/edit/new/services'),
      arrived: (page) => page.getByRole('form'),
    },
    { name: 'entity alert rules', address: entity.replace(/information$/, 'alert-rules'), arrived: createRule },
    { name: 'profile', address: '/settings/profile', arrived: (page) => page.getByRole('region').getByRole('button').first() },
    { name: 'language and theme', address: '/settings/language-and-theme', arrived: heading },
    { name: 'notification preferences', address: '/settings/notifications', arrived: (page) => page.getByRole('checkbox').first() },
    { name: 'how you are reached', address: '/settings/contact', arrived: (page) => page.getByRole('switch').first() },
    { name: 'API tokens', address: '/settings/api-tokens', arrived: (page) => page.locator('#content').getByRole('button').first() },
    { name: 'integrations of the customer', address: '/settings/integrations', arrived: heading },
    { name: 'sessions', address: '/settings/sessions', arrived: (page) => page.locator('#content li p').first() },
    { name: 'feedback', address: '/feedback', arrived: (page) => page.getByRole('dialog').getByRole('textbox') },
    { name: 'not authorized', address: '/authorization-failed', arrived: heading },
    { name: 'not found', address: '/no/such/page', arrived: heading },
  ]
}
