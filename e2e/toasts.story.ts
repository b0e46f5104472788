import type { Page } from '@playwright/test'
import { expect, test } from './story.ts'
import { createTicket } from './tickets.ts'

const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const toast = (page: Page) => page.locator('.mantine-Notification-root')

/** What is marked as read is refused, so that the panel has something to say while it is open. */
async function failInNotifications(page: Page, customer: Page): Promise<void> {
  await createTicket(customer, 'The lamp in the hall is out', 'Since this morning.')
  await expect(bellOf(page)).toHaveAccessibleName(/unread/)
  await page.route('**/notification/read', (route) => route.fulfill({ status: 500, json: {} }))
  await bellOf(page).click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: 'Mark all as read' }).click()
}

test('a toast lies above the open dialog, where it is reached, on a phone', async ({ openAs, expectError }) => {
  expectError(/status of 500/)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await openAs('staff', '/dashboard', phone)
  await failInNotifications(page, await openAs('admin', '/tickets/1001'))
  await expect(toast(page)).toContainText('could not')
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page)).toHaveCount(0)
})

test('a toast lies above the open dialog, stays when that is closed, and comes along when another opens after it', async ({
  openAs,
  expectError,
}) => {
  expectError(/status of 500/)
  const page = await openAs('staff', '/dashboard')
  await failInNotifications(page, await openAs('admin', '/tickets/1001'))
  // The pointer reaches it, and under the pointer it does not go by itself.
  await expect(toast(page)).toContainText('could not')
  await toast(page).hover()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page)).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
})
