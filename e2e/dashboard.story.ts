import type { Page } from '@playwright/test'
import { heading } from './screens.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

test('the dashboard names what is open; a filter hides rows and says so, never changes the headline', async ({ openAs, request }) => {
  const condition = newCondition('app-intranet')
  await notify(request, 'firing', condition)
  const page = await openAs('admin', '/dashboard')
  const openNow = page.getByRole('region', { name: 'Open now' })
  const row = openNow.getByRole('listitem').filter({ hasText: titleOf(condition) })
  await expect(row).toContainText('Critical')
  await expect(row).toContainText('app-intranet')
  await expect(row).toContainText(/\d min/)
  await expect(row.getByRole('link', { name: /^#\d+$/ })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(heading(page)).toHaveText(/^\d+ open incidents?, \d+ critical$/)

  await page.goto('/dashboard?q=nothing-is-called-this')
  await expect(page.getByText('No open incident matches the filters')).toBeVisible()
  // The same words as without the filter; the numbers change as incidents of other stories come and go.
  await expect(heading(page)).toHaveText(/^[1-9]\d* open incidents?, [1-9]\d* critical$/)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: /^webshop: show its incidents/ }).click()
  await page.getByRole('button', { name: /^pos \/ production: show its incidents/ }).click()
  await expect(page.getByRole('button', { name: /show its incidents/, expanded: true })).toHaveCount(2)
  await expect(page).toHaveURL(/open=webshop&open=pos%2Fproduction/)

  await row.getByRole('link', { name: titleOf(condition) }).click()
  await expect(heading(page)).toHaveText(titleOf(condition))
  await notify(request, 'resolved', condition)
})

test('going back finds the dashboard scrolled to where it was', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard')
  await page.setViewportSize({ width: 1440, height: 500 })
  const last = page.getByRole('heading', { name: 'Incidents, past 30 days' })
  await expect(page.getByRole('figure')).toBeVisible()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(100)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(heading(page)).toContainText('Tickets')
  await page.goBack()
  await expect(last).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(40)
})

test('staff see the open incidents of all customers, the inbox, and which customer is worst', async ({ openAs }) => {
  const page = await openAs('staff', '/dashboard')
  await expect(heading(page)).toContainText(/open incidents? at \d+ customers?/)
  await expect(page.getByRole('region', { name: 'Open now' }).getByRole('listitem').first()).toContainText('Nordan Retail')
  const customers = page.getByRole('list', { name: 'Customers' })
  await customers.getByRole('link', { name: 'Nordan Retail' }).click()
  await expect(page).toHaveURL('/dashboard?customer=1001')
  await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible()
  await page.goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'Inbox of all customers' })
    .getByRole('link', { name: /Unassigned/ })
    .click()
  await expect(page).toHaveURL(/all=true&assignee=nobody/)
  await expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible()

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await page.getByRole('option', { name: /Nordan Retail/ }).click()
  await expect(page).toHaveURL('/dashboard?of=1001')
  await expect(page.getByText(/^\d+ of \d+ shown/)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page, 'the filter is remembered').toHaveURL('/dashboard?of=1001')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(page, 'the tickets of all customers').toHaveURL('/tickets/1168?all=true')
})

test('staff take an incident on the dashboard; who works on a ticket is not for its customer to say', async ({ openAs, request }) => {
  const condition = newCondition('afw-hub')
  await notify(request, 'firing', condition)
  try {
    const row = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: titleOf(condition) }) })
    const customer = await openAs('admin', '/dashboard')
    await expect(row(customer)).toContainText('Unassigned')
    await expect(row(customer).getByRole('button')).toHaveCount(0)
    const staff = await openAs('staff', '/dashboard')
    await row(staff)
      .getByRole('button', { name: `Assign to me: ${titleOf(condition)}` })
      .click()
    await expect(row(staff)).toContainText('Karin Lindqvist')
    await expect(row(customer)).toContainText('Karin Lindqvist')
  } finally {
    await notify(request, 'resolved', condition)
  }
})
