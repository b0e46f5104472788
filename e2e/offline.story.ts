import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

const isPrepared = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')

test('without a network a page says so in the user’s language, shows nothing old, and is back with it', async ({ openAs, expectError }) => {
  expectError(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const page = await openAs('admin', '/tickets/1001', { language: 'sv', colorScheme: 'dark', serviceWorkers: 'allow' })
  await expect(heading(page)).toContainText('Ärenden')
  await expect.poll(() => isPrepared(page)).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ingen anslutning' })).toBeVisible()
  await expect(page).toHaveURL('/tickets/1001')
  await expect(page.getByRole('table')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await page.context().setOffline(false)
  await expect(heading(page)).toContainText('Ärenden')
})

test('the browser keeps the view of no connection, and not one answer of the server', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', { language: 'en', serviceWorkers: 'allow' })
  await expect.poll(() => isPrepared(page)).toBe(true)
  await page.reload()
  await expect(heading(page)).toContainText(/open incident|All good/)
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return stores.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.sort()).toEqual(['/icon.svg', '/offline.css', '/offline.html', '/offline.js'])
})
