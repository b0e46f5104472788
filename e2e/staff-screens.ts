import type { Page } from '@playwright/test'
import { readLink } from './move-within.ts'
import { heading, type Screen } from './screens.ts'

const inTable = (page: Page) => page.getByRole('table').locator('[data-row-link]').first()
const inPanel = (page: Page) => page.getByRole('dialog').getByRole('heading').first()
const inForm = (page: Page) => page.getByRole('dialog').getByRole('textbox').first()

type Addresses = { user: string; action: string; unmatched: string; ticket: string; incident: string; source: string; mapping: string }

/** Addresses of what staff open, taken from the lists that link it. */
async function findAddresses(page: Page): Promise<Addresses> {
  const read = (list: string, link = '#content table [data-row-link]') => readLink(page, list, (page) => page.locator(link))
  // Looking at a customer is the first action that is recorded.
  const ticket = await read('/tickets/1001', '#content table a[href$="/details"]')
  const source = await read('/admin/sources?customer=1001&scope=customer')
  return {
    ticket,
    incident: await read('/incidents/1001'),
    unmatched: await read('/admin/unmatched-signals'),
    user: await read('/admin/users'),
    action: await read('/admin/actions'),
    source,
    mapping: await read(source, '[role="dialog"] a[href$="/mapping"]'),
  }
}

/** Every screen that the provider's staff alone have, or see otherwise than a customer does. */
export async function findStaffScreens(page: Page): Promise<Screen[]> {
  const { user, action, unmatched, ticket, incident, source, mapping } = await findAddresses(page)
  return [
    { name: 'all customers', address: '/dashboard', arrived: (page) => page.locator('#content section li a').first() },
    { name: 'service windows of all customers', address: '/service-window/1001?all=true', arrived: heading },
    { name: 'incidents of all customers', address: '/incidents/1168?all=true', arrived: inTable },
    { name: 'alerts of all customers', address: '/alert-overview?all=true', arrived: inTable },
    { name: 'alert rules of all customers', address: '/alert-rules/1168?all=true', arrived: inTable },
    { name: 'resources of all customers', address: '/my-environment/1168?all=true', arrived: inTable },
    { name: 'processes of all customers', address: '/automation/1168?all=true', arrived: heading },
    { name: 'runs of all customers', address: '/automation/1168/runs?all=true', arrived: heading },
    {
      name: 'which customer a rule is for',
      address: '/alert-rules/1168/create?all=true',
      arrived: (page) => page.getByRole('main').getByRole('combobox'),
    },
    { name: 'admin', address: '/admin', arrived: inTable },
    { name: 'branding', address: '/admin/branding', arrived: (page) => page.getByRole('region', { name: /^(Preview|Förhandsvisning)$/ }) },
    { name: 'set-up checklist', address: '/admin/checklist', arrived: (page) => page.locator('#content li button').first() },
    { name: 'my shifts', address: '/settings/shifts', arrived: heading },
    { name: 'contact rules', address: '/settings/contact', arrived: (page) => page.getByRole('heading', { level: 2 }).nth(3) },
    { name: 'customers', address: '/admin/customers', arrived: inTable },
    { name: 'a customer', address: '/admin/customers?open=1001', arrived: inForm },
    { name: 'new customer', address: '/admin/customers?create=true', arrived: inForm },
    {
      name: 'permissions',
      address: '/admin/permissions?customer=1001',
      arrived: (page) => page.getByRole('main').getByRole('checkbox').first(),
    },
    { name: 'staff roles', address: '/admin/staff-roles', arrived: (page) => page.getByRole('main').getByRole('table') },
    { name: 'users', address: '/admin/users', arrived: inTable },
    { name: 'a user', address: user, arrived: (page) => page.getByRole('dialog').getByRole('checkbox').first() },
    { name: 'invite', address: '/admin/users?customer=1001&invite=true', arrived: inForm },
    { name: 'invitations', address: '/admin/users?customer=1002&view=invitations', arrived: heading },
    {
      name: 'customer settings',
      address: '/admin/customer-settings?customer=1001',
      arrived: (page) => page.getByRole('main').getByRole('radio').first(),
    },
    {
      name: 'customer card',
      address: '/admin/customer-card?customer=1001',
      arrived: (page) => page.getByRole('main').getByRole('textbox').first(),
    },
    {
      name: 'contacts for incidents',
      address: '/admin/incident-contacts?customer=1001',
      arrived: (page) => page.getByRole('form', { name: /^(Contacts for incidents|Kontakter för incidenter)$/ }),
    },
    {
      name: 'service levels',
      address: '/admin/service-levels?customer=1001',
      arrived: (page) =>
        page
          .getByRole('form', { name: /Nordan/ })
          .getByRole('combobox')
          .first(),
    },
    {
      name: 'on-call',
      address: '/admin/on-call',
      arrived: (page) => page.getByRole('button', { name: /^(Add schedule|Lägg till schema)$/ }),
    },
    {
      name: 'paging',
      address: '/admin/paging',
      arrived: (page) => page.getByRole('button', { name: /^(Add policy|Lägg till policy)$/ }),
    },
    {
      name: 'team of the administration',
      address: '/admin/team',
      arrived: (page) => page.getByRole('button', { name: /^(Add person|Lägg till person)$/ }),
    },
    {
      name: 'CloudOps prices',
      address: '/admin/cloudops?customer=1001',
      arrived: (page) => page.getByRole('button', { name: /^(Export|Exportera) / }).first(),
    },
    { name: 'integrations', address: '/admin/integrations?customer=1001', arrived: inTable },
    { name: 'integrations of all customers', address: '/admin/integrations?all=true', arrived: inTable },
    {
      name: 'integrations that no filter matches',
      address: '/admin/integrations?q=none-of-them',
      arrived: (page) => page.locator('#content h2').first(),
    },
    { name: 'connectors', address: '/admin/connectors?customer=1001', arrived: (page) => page.locator('#content h2') },
    { name: 'new connector', address: '/admin/connectors?customer=1001&connector=new', arrived: inForm },
    {
      name: 'webhooks',
      address: '/admin/webhooks?customer=1168',
      arrived: (page) => page.locator('#content h2'),
      open: (page) => page.locator('#content').getByRole('button').last().click(),
    },
    { name: 'Teams and Slack', address: '/admin/chats?customer=1168', arrived: (page) => page.locator('#content h2') },
    { name: 'new channel of a chat', address: '/admin/chats?customer=1168&chat=new', arrived: inForm },
    { name: 'monitoring sources', address: '/admin/sources', arrived: inTable },
    { name: 'new source', address: '/admin/sources?customer=1001&source=new', arrived: inForm },
    { name: 'a source', address: source, arrived: (page) => page.getByRole('dialog').getByRole('form').first() },
    {
      name: 'mapping of a source',
      address: mapping,
      arrived: (page) => page.getByRole('main').getByRole('form'),
      open: async (page) => {
        const main = page.getByRole('main')
        await main.getByRole('textbox').first().fill('{ "id": 1, "status": "bad", "title": "Disk is full" }')
        await main.getByRole('article').waitFor()
      },
    },
    {
      name: 'service tokens',
      address: '/admin/service-tokens?customer=1001',
      arrived: (page) => page.locator('#content h2'),
      open: (page) => page.locator('#content').getByRole('button').last().click(),
    },
    { name: 'rule standards', address: '/admin/rule-standards', arrived: (page) => page.getByRole('main').getByRole('link').last() },
    {
      name: 'new rule standard',
      address: '/admin/rule-standards/create',
      arrived: (page) => page.getByRole('main').getByRole('spinbutton').first(),
    },
    {
      name: 'channels',
      address: '/admin/channels',
      arrived: (page) => page.getByRole('heading', { level: 2 }).last(),
      open: (page) =>
        page
          .getByRole('button', { name: /^(Send a test|Skicka ett test)/ })
          .nth(1)
          .click(),
    },
    { name: 'outbox', address: '/admin/outbox', arrived: (page) => inTable(page).or(page.locator('#content h2')) },
    { name: 'agents', address: '/admin/agents', arrived: (page) => inTable(page).or(page.locator('#content h2')) },
    { name: 'failed jobs', address: '/admin/failed-jobs', arrived: (page) => inTable(page).or(page.locator('#content h2')) },
    { name: 'actions', address: '/admin/actions', arrived: inTable },
    { name: 'an action', address: action, arrived: inPanel },
    { name: 'unmatched signals', address: '/admin/unmatched-signals', arrived: inTable },
    { name: 'an unmatched signal', address: unmatched, arrived: inPanel },
    { name: 'unmatched metrics', address: '/admin/unmatched-signals?tab=series', arrived: (page) => page.getByRole('radio').first() },
    { name: 'metric limits', address: '/admin/metrics', arrived: inTable },
    { name: 'storage', address: '/admin/storage', arrived: (page) => page.getByRole('table').getByRole('row').nth(1) },
    { name: 'a metric limit', address: '/admin/metrics?open=1001', arrived: (page) => page.getByRole('dialog').getByRole('spinbutton') },
    { name: 'bindings', address: '/admin/unmatched-signals?tab=bindings', arrived: (page) => page.getByRole('radio').first() },
    { name: 'dismissed', address: '/admin/unmatched-signals?tab=dismissed', arrived: (page) => page.getByRole('radio').first() },
    { name: 'set aside', address: '/admin/unmatched-signals?tab=set-aside', arrived: (page) => page.getByRole('radio').first() },
    { name: 'major incidents', address: '/major-incidents', arrived: (page) => inTable(page).or(page.locator('#content h2')) },
    { name: 'inbox of all customers', address: '/tickets/1168?all=true', arrived: inTable },
    { name: 'ticket', address: ticket, arrived: (page) => page.getByRole('main').getByRole('textbox').last() },
    { name: 'incident', address: incident, arrived: (page) => page.getByRole('main').getByRole('textbox').first() },
  ]
}
