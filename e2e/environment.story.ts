import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { heading } from './screens.ts'
import { newCondition, notify } from './signals.ts'
import { expect, test } from './story.ts'

const table = (page: Page) => page.getByRole('table', { name: 'My environment' })
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const option = (page: Page, name: RegExp) => page.getByRole('option', { name })

test('the environment is filtered by the keyboard, with counts that follow, and the address brings it back', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My environment' }).click()
  await expect(table(page)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'application', exact: true }))
  await page.keyboard.press('Enter')
  await option(page, /^webshop/).click()
  await expect(page).toHaveURL(/tag=application%3Dwebshop/)
  // What was there before stays until the answer has come.
  await expect(async () => {
    const count = Number(await heading(page).locator('span').textContent())
    expect(count).toBeGreaterThan(2)
    expect(await table(page).getByRole('row').count()).toBe(count + 1)
  }).toPass()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'environment', exact: true }).click()
  const before = await option(page, /^test/).textContent()
  await option(page, /^test/).click()
  await expect(heading(page).locator('span')).toHaveText(/\d+/.exec(before ?? '')?.[0] ?? '')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('button', { name: 'application: webshop', exact: true })).toBeVisible()
  await expect(heading(page).locator('span')).toHaveText(/\d+/.exec(before ?? '')?.[0] ?? '')

  await page.getByRole('textbox', { name: 'Search name, id or tag' }).fill('nothing is called this')
  await expect(page.getByRole('heading', { name: 'No resources match your filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/my-environment\/1001\/?$/)
  await expect(table(page).getByRole('link').first()).toBeVisible()
})

test('groups open with the keyboard, an entity is one Enter away, and back brings the list', async ({ openAs }) => {
  const page = await openAs('admin', '/my-environment/1001')
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitem', { name: 'application' }).click()
  const groups = table(page).locator('button[data-row-link]')
  await expect(groups.last()).toHaveText(/^Without application/)
  const webshop = groups.filter({ hasText: 'webshop' })
  await webshop.focus()
  await page.keyboard.press('Enter')
  await expect(webshop).toHaveAttribute('aria-expanded', 'true')
  const first = table(page).getByRole('link').first()
  await expect(first).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  const name = (await first.textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(name)
  await page.goBack()
  await expect(page).toHaveURL(/by=tag/)
  await expect(groups.first()).toBeVisible()
})

test('an alert lights up its entity where someone looks at the list, and goes out again', async ({ openAs, request }) => {
  const page = await openAs('reader', '/my-environment/1001?q=vm-reporting-01')
  await expect(row(page, 'vm-reporting-01')).toContainText('All good')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Changes', 'VM agents'])
  await page.keyboard.press('Escape')
  const condition = newCondition('vm-reporting-01')
  await notify(request, 'firing', condition)
  await expect(row(page, 'vm-reporting-01')).toContainText('1 critical')
  await expect(page.getByText('1 needs attention, 1 critical')).toBeVisible()
  await notify(request, 'resolved', condition)
  await expect(row(page, 'vm-reporting-01')).toContainText('All good')
})

test('what is filtered is exported, and nothing else', async ({ openAs }) => {
  const page = await openAs('admin', '/my-environment/1001?tag=application%3Dpos')
  await expect(table(page).getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const lines = (await readFile(await (await waiting).path(), 'utf8')).trim().split('\r\n')
  await expect(table(page).getByRole('link')).toHaveCount(lines.length - 1)
  for (const name of await table(page).getByRole('link').allInnerTexts())
    expect(lines.some((line) => line.includes(`,${name},`))).toBe(true)
})

test('another tag group shows in the overview at once, and the palette finds an entity', async ({ openAs }) => {
  const page = await openAs('admin', '/my-environment/1001/settings')
  const group = async (name: string, at: string) => {
    await page.goto(at)
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await option(page, new RegExp(`^${name} \\(`)).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The settings are saved.')).toBeVisible()
  }
  const overview = await openAs('reader', '/dashboard')
  const webshop = overview.getByRole('button', { name: /webshop/ })
  await expect(webshop.first()).toBeVisible()
  await group('cost-center', '/my-environment/1001/settings')
  await expect(webshop).toHaveCount(0)
  await group('application', '/my-environment/1001/settings')
  await expect(webshop.first()).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('vm-reporting')
  // A resource is named with its type and group; incidents and tickets may be about it, too.
  await page.getByRole('option', { name: /^vm-reporting-01 Virtual machine · / }).click()
  await expect(heading(page)).toHaveText('vm-reporting-01')
})
