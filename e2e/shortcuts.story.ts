import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

/** Waits until the keys of every screen are listened for. */
async function waitForKeys(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: /^(Keyboard shortcuts|Kortkommandon)$/ })).toBeVisible({ timeout: 500 })
  }).toPass()
}

test('G and a letter lead to a screen, J and K through its rows, and ? shows every key', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', { language: 'sv' })
  await expect(heading(page)).toBeVisible()
  await waitForKeys(page)
  const help = page.getByRole('dialog', { name: 'Kortkommandon' })
  await expect(help).toContainText('GTÄrenden')
  expect(await findViolations(page)).toEqual([])
  // The letters of the screens rest while a dialog is open.
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL('/dashboard')

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/^[^?]*\/tickets\/1001/)
  const links = page.getByRole('table', { name: 'Ärenden' }).locator('[data-row-link]')
  await expect(links.nth(2)).toBeVisible()
  await page.keyboard.press('j')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(links.nth(1)).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('gi')
  await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).first()).toHaveValue('gi')
  await page.keyboard.press('Escape')
  await links.nth(1).focus()
  const subject = (await links.nth(1).textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText(subject)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/incidents\/1001/)
})

test('ten tickets are changed by fewer than 30 keys', async ({ openAs }) => {
  // The newest are of stories that run meanwhile.
  const page = await openAs('staff', '/tickets/1001?sort=number&direction=asc')
  await expect(page.getByRole('table', { name: 'Tickets' }).locator('[data-row-link]').nth(10)).toBeVisible()
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  await press('j')
  await press('x')
  for (let row = 0; row < 9; row += 1) await press('Shift+ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: '10 selected' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change…' })).toBeVisible()
  await press('b')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change 10 tickets' })
  await expect(dialog.getByLabel('Status')).toBeFocused()
  for (let field = 0; field < 3; field += 1) await press('Tab')
  await expect(dialog.getByLabel('Add tags')).toBeFocused()
  for (const letter of 'seen') await press(letter)
  await press('ControlOrMeta+Enter')
  await expect(page.getByRole('status').filter({ hasText: '10 tickets have been changed.' })).toBeVisible()
  expect(presses).toBeLessThan(30)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The changes to 10 tickets are undone.' })).toBeVisible()
})

test('the names of the screens stand beside their icons where there is room, or as was chosen', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard')
  const name = page.getByRole('navigation').getByText('My environment', { exact: false }).first()
  const width = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .first()
      .evaluate((bar) => bar.getBoundingClientRect().width)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(width).toBeLessThan(100)
  await page.getByRole('button', { name: 'Menu width' }).click()
  await expect.poll(width).toBeGreaterThan(150)
  await expect(name).toBeVisible()
  await page.reload()
  await expect(name).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu width' }).click()
  await expect.poll(width).toBeLessThan(100)
})
