import type { Locator, Page } from '@playwright/test'

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const landing = (page: Page): Locator => page.getByRole('heading', { name: 'Your cloud, watched around the clock' })

type Addresses = { alert: string; ticket: string; entity: string }

/** Addresses of an alert, a ticket and an entity that this page's user may open, taken from the screens that link them. */
export async function findAddresses(page: Page): Promise<Addresses> {
  const read = async (link: Locator) => (await link.first().getAttribute('href')) ?? ''
  await page.goto('/alert-overview')
  const row = page.getByRole('row').filter({ has: page.locator('a[href^="/my-environment/"]') })
  const alert = await read(row.locator('a[data-alert]'))
  const entity = await read(row.locator('a[href^="/my-environment/"]'))
  await page.goto('/tickets/1001')
  const ticket = await read(page.getByRole('table').locator('a[href$="/details"]'))
  return { alert, ticket, entity }
}

/** Every screen of the signed-in, by name: where it is and what is there once it has arrived. */
export function everyScreen({ alert, ticket, entity }: Addresses): { name: string; address: string; arrived: (page: Page) => Locator }[] {
  return [
    { name: 'dashboard', address: '/dashboard?unmatched=true', arrived: (page) => page.locator('#content section li a').first() },
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
    { name: 'entity', address: entity, arrived: (page) => page.getByRole('heading', { level: 2 }).first() },
    { name: 'not authorized', address: '/authorization-failed', arrived: heading },
    { name: 'not found', address: '/no/such/page', arrived: heading },
  ]
}
