import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { removeLeftovers } from './leftovers.ts'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Integrations' })
const gallery = (page: Page) => page.getByRole('region', { name: 'What can be connected' })
const name = 'Operations, story of integrations'
const chat = {
  service: 'slack',
  name,
  address: 'https://hooks.slack.com/services/T0000/B0000/story',
  kinds: ['incident_opened'],
  fromSeverity: 'low',
  language: 'en',
}

test('staff see what is connected, find nothing by a filter, reach the form of a kind, and see live what someone connects', async ({
  openAs,
}) => {
  test.setTimeout(120_000)
  const page = await openAs('staff', '/admin?customer=1001')
  const ofAdmin = page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Integrations' })
  await removeLeftovers(page, 'admin/customer/1001/chat-destination', 'destinationId')
  await ofAdmin.click()
  await expect(heading(page)).toHaveText(/Integrations/)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()

  const search = page.getByRole('textbox', { name: 'Search integrations' })
  await search.fill('none of them')
  await expect(page.getByRole('heading', { name: 'No integration matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()

  await gallery(page).getByRole('link', { name: 'Connect a webhook' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add webhook' })).toBeVisible()
  await expect(ofAdmin).toHaveAttribute('aria-current', 'page')

  await page.goto('/admin/integrations?all=true')
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  const { accessToken } = await readTokens(page)
  const path = '/api/v1/admin/customer/1001/chat-destination'
  const added = await page.request.post(path, { headers: { authorization: `Bearer ${accessToken}` }, data: chat })
  expect(added.status()).toBe(200)
  const row = table(page).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Nordan Retail')
  await expect(row).toContainText('Nothing since')
  await row.getByRole('link').press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await removeLeftovers(page, 'admin/customer/1001/chat-destination', 'destinationId')
  await ofAdmin.click()
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('on a narrow phone the list and the gallery fit, in both languages', async ({ openAs }) => {
  for (const language of ['en', 'sv'] as const) {
    const page = await openAs('staff', '/admin/integrations?all=true', { viewport: { width: 320, height: 700 }, language })
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('link', { name: /Connect a webhook|Anslut en webhook/ })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await findViolations(page)).toEqual([])
  }
})

test('a customer’s administrator sees its sources without a page of staff, and creates a token from there', async ({ openAs }) => {
  const page = await openAs('admin', '/settings/integrations')
  await expect(table(page).getByRole('row').nth(1)).toContainText('Monitoring source')
  await expect(gallery(page).getByRole('link', { name: /source|webhook/i })).toHaveCount(0)
  await gallery(page).getByRole('link', { name: 'Create a service token' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create token' })).toBeVisible()
})
