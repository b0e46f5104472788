import type { Locator, Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { openUserMenu, signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const choose = (menu: Locator, name: string) => menu.getByText(name, { exact: true }).click()

async function saveLanguage(page: Page, name: 'Svenska' | 'English'): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await choose(await openUserMenu(page), name)
  await saved
  await page.keyboard.press('Escape')
}

test('a language that is chosen is there on every screen, and in the next session too', async ({ page, openBrowser }) => {
  await signIn(page, 'reader')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await saveLanguage(page, 'Svenska')
  try {
    await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
    await expect(heading(page)).toContainText(/öppna incidenter|öppen incident|Allt OK/)
    await expect(page).toHaveTitle('Översikt · Vakt')
    await page.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link', { name: 'Larmöversikt' }).click()
    await expect(heading(page)).toContainText('Larm')
    await page.getByRole('link', { name: 'Ärenden' }).click()
    await expect(heading(page)).toContainText('Ärenden')
    await expect(page.getByRole('columnheader', { name: 'Handläggare' })).toBeVisible()
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Konversation' })).toBeVisible()
    await page.goto('/no/such/page')
    await expect(heading(page)).toHaveText('Sidan finns inte')

    const later = await (await openBrowser()).newPage()
    await signIn(later, 'reader')
    await expect(later.locator('html')).toHaveAttribute('lang', 'sv')
    await expect(heading(later)).toContainText(/öppna incidenter|öppen incident|Allt OK/)
  } finally {
    await saveLanguage(page, 'English')
  }
  await expect(heading(page)).toHaveText('Page not found')
})

test('the theme follows the system until one is chosen, and the choice stays', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', { colorScheme: 'dark' })
  const scheme = page.locator('html')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await choose(await openUserMenu(page), 'Light')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  expect(await background()).not.toBe(dark)
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await choose(await openUserMenu(page), 'System')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the dark theme prints in the colours of the light one', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', { colorScheme: 'dark' })
  await expect(heading(page)).toBeVisible()
  const readColor = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--vakt-line-1').trim())
  const dark = await readColor()
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      document.title = getComputedStyle(document.documentElement).getPropertyValue('--vakt-line-1').trim()
    })
  })
  await page.pdf()
  const printed = await page.title()
  expect(await readColor()).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(readColor).toBe(printed)
  expect(printed).not.toBe(dark)
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('on a phone, creating and the account are sheets over the whole screen', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', phone)
  const whole = { x: 0, y: 0, ...phone.viewport }
  await page.getByRole('button', { name: 'Create', exact: true }).tap()
  const create = page.getByRole('dialog', { name: 'Create' })
  await expect(create).toBeVisible()
  await expect.poll(() => create.boundingBox()).toEqual(whole)
  await create.getByRole('button', { name: 'Close' }).tap()
  await expect(create).toBeHidden()

  const menu = await openUserMenu(page)
  await expect.poll(() => menu.boundingBox()).toEqual(whole)
  await expect(menu.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await menu.getByRole('button', { name: 'Settings' }).tap()
  await expect(menu.getByText('Svenska', { exact: true })).toBeVisible()
  await menu.getByRole('button', { name: 'Menu' }).tap()
  await menu.getByRole('link', { name: 'Tickets' }).tap()
  await expect(menu).toBeHidden()
  await expect(heading(page)).toContainText('Tickets')
})

test('on a phone, the main screens are in a bar at the thumb, which covers nothing and gives way to the keyboard', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', phone)
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Alerts' }).tap()
  await expect(heading(page)).toContainText('Alert overview')
  await expect(bar.getByRole('link', { name: 'Alerts' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Incidents' }).tap()
  await expect(heading(page)).toContainText('Incidents')
  await bar.getByRole('link', { name: 'Tickets' }).tap()
  const last = page.getByRole('table').getByRole('row').last()
  await expect(last).toBeVisible()
  const edge = (await bar.boundingBox())?.y ?? 0
  const bottom = () => last.evaluate((row) => row.getBoundingClientRect().bottom)
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(await bottom()).toBeLessThanOrEqual(edge)
  }).toPass()
  await page.goto('/tickets/create')
  await page.getByRole('textbox', { name: 'Subject' }).tap()
  await expect(bar).toBeHidden()
  await page.getByRole('textbox', { name: 'Subject' }).blur()
  await expect(bar).toBeVisible()
})

test('on a phone, the first open incident is within the upper 30 % of the overview', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', phone)
  const now = page.getByRole('region', { name: 'Open now' })
  const first = now.getByRole('listitem').first()
  await expect(now.getByLabel('Search resources')).toBeVisible()
  await expect(now.getByRole('button', { name: 'Sort' })).toBeVisible()
  await expect.poll(async () => (await first.boundingBox())?.y ?? 844).toBeLessThan(844 * 0.3)
})

test('on a phone, the filters of a list wait behind one button, which says how many are set', async ({ openAs }) => {
  const page = await openAs('admin', '/alert-overview?state=all', phone)
  const filter = page.getByRole('button', { name: /^Filter/ })
  const day = page.locator('[aria-haspopup=dialog]', { hasText: /^Started/ })
  await expect(filter).toHaveText('Filter 1')
  await expect(day).toBeHidden()
  const row = page.getByRole('table').getByRole('row').nth(1)
  await expect.poll(async () => (await row.boundingBox())?.y ?? 844).toBeLessThan(844 / 3)
  await filter.tap()
  await expect(day).toBeVisible()
  await page.getByRole('button', { name: 'Severity' }).first().tap()
  await page.getByRole('option', { name: 'High' }).tap()
  await expect(filter).toHaveText('Filter 2')
  await page.keyboard.press('Escape')
  await filter.tap()
  await expect(day).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'shown' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('on a phone, a row of a table has two lines', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001', phone)
  const row = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  const boxOf = async (cell: Locator) => (await cell.boundingBox()) ?? { y: 0, height: 0 }
  const [first, second] = [row.locator('td[data-phone="first"]').first(), row.locator('td[data-phone="second"]').first()]
  await expect(first).toBeVisible()
  await expect(second).toBeVisible()
  const above = await boxOf(first)
  expect((await boxOf(second)).y).toBeGreaterThanOrEqual(above.y + above.height)
  await expect(row.locator('td[data-phone="hidden"]').first()).toBeHidden()
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})
