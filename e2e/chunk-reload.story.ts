import type { Page } from '@playwright/test'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

const chunk = /\/assets\/alert-overview-page-[^/]+\.js$/
const failures = /ERR_FAILED|dynamically imported module/

/** How often the page has gone past every cache, by the mark in its address. */
function countReloads(page: Page): { count: number } {
  const reloads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).searchParams.has('_r')) reloads.count += 1
  })
  return reloads
}

test('a screen whose file fails once is there after one reload', async ({ openAs, expectError }) => {
  expectError(failures)
  const page = await openAs('admin', '/tickets/1001')
  const reloads = countReloads(page)
  await page.route(chunk, (route) => (reloads.count === 0 ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Alert overview' }).click()
  await expect(heading(page)).toContainText('Alert overview')
  expect(reloads.count).toBe(1)
  await expect(page).toHaveURL('/alert-overview')
})

test('a screen whose file goes on failing says so and does not reload again', async ({ openAs, expectError }) => {
  expectError(failures)
  const page = await openAs('admin', '/tickets/1001')
  const reloads = countReloads(page)
  await page.route(chunk, (route) => route.abort())
  await page.getByRole('link', { name: 'Alert overview' }).click()
  await expect(heading(page)).toHaveText('The portal could not be loaded')
  expect(reloads.count).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toContainText('Alert overview')
  expect(reloads.count).toBe(1)
})

test('a screen that goes on failing within a frame that loads says so and does not reload again', async ({ openAs, expectError }) => {
  expectError(failures)
  const page = await openAs('staff', '/dashboard')
  const reloads = countReloads(page)
  await page.route(/\/assets\/storage-page-[^/]+\.js$/, (route) => route.abort())
  await page.goto('/admin/storage')
  await expect(heading(page)).toHaveText('The portal could not be loaded')
  expect(reloads.count).toBe(1)
})
