import type { Page } from '@playwright/test'
import { choose } from './choose.ts'
import { removeLeftovers } from './leftovers.ts'
import { heading } from './screens.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'
import { createTicket } from './tickets.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment' })
const uniqueSubject = () => `The door of the cold store ${crypto.randomUUID().slice(0, 8)}`

test('the bell of the other side counts up live, leads to the ticket, and the mail is in the outbox in its reader’s language', async ({
  openAs,
}) => {
  const staff = await openAs('staff', '/dashboard')
  const customer = await openAs('admin', '/dashboard')
  await expect(bell(staff)).toBeVisible()
  const subject = uniqueSubject()
  const address = await createTicket(customer, subject, 'It does not close since this morning.')

  await expect(bell(staff)).toHaveAccessibleName(/unread/)
  await bell(staff).click()
  const told = panel(staff).getByRole('listitem').filter({ hasText: subject })
  await expect(told).toContainText('opened a ticket')
  await told.getByRole('link').press('Enter')
  await expect(heading(staff)).toHaveText(subject)
  await expect(staff).toHaveURL(new RegExp(`${address}$`))

  await comment(staff).fill('Vi **skickar** någon.')
  await comment(staff).press('Control+Enter')
  await expect(bell(customer)).toHaveAccessibleName(/unread/)
  await bell(customer).click()
  const answered = panel(customer).getByRole('listitem').filter({ hasText: subject })
  await expect(answered).toContainText('commented')
  await panel(customer).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel(customer).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await customer.keyboard.press('Escape')
  await expect(bell(customer)).toHaveAccessibleName('Notifications')

  await staff.goto('/admin/outbox')
  await expect(staff.getByText('No mail server is configured')).toBeVisible()
  await staff.getByRole('row').filter({ hasText: subject }).filter({ hasText: 'admin@nordan.example' }).getByRole('link').click()
  const mail = staff.getByRole('dialog', { name: 'Message' })
  const look = mail.frameLocator('iframe')
  await expect(look.getByText('kommenterade')).toBeVisible()
  await expect(look.getByText('Vi skickar någon.').locator('strong')).toHaveText('skickar')
  await mail.getByRole('button', { name: 'As text' }).click()
  await expect(mail.locator('pre')).toContainText('> Vi **skickar** någon.')

  await staff.goto(address)
  await choose(staff, 'Emails')
  await expect(staff.locator('section').filter({ hasText: 'Emails' }).first()).toContainText('Kept in the outbox')
})

test('someone chooses what to be told, and it stays so', async ({ openAs }) => {
  const page = await openAs('reader', '/settings/notifications')
  const box = page.getByRole('checkbox', { name: 'Comments: By email' })
  await box.setChecked(true)
  await box.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.reload()
  await expect(box).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Comments: In the portal' })).toBeChecked()
  await box.press('Space')
  await expect(box).toBeChecked()
})

test('a new critical incident is shown on whatever screen is open, to those who want it, leads to its page, and can be followed', async ({
  openAs,
  request,
}) => {
  const page = await openAs('reader', '/settings/notifications')
  const wanted = page.getByRole('switch', { name: 'Show new incidents on every screen' })
  await expect(wanted).toBeVisible()
  if (await wanted.isChecked()) await wanted.press('Space')
  await expect(wanted).not.toBeChecked()
  await wanted.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const first = page.waitForResponse((response) => response.url().includes('/incident/open-now'))
  await page.goto('/settings/language-and-theme')
  await first
  const condition = newCondition('store-gbg-01')
  await notify(request, 'firing', condition)
  const toast = page.getByRole('status').filter({ hasText: titleOf(condition) })
  await expect(toast).toContainText('New critical incident', { timeout: 15_000 })
  await toast.getByRole('link', { name: 'Open' }).click()
  await expect(heading(page)).toContainText(titleOf(condition))
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible()
  await notify(request, 'resolved', condition)

  await page.goto('/settings/following')
  const followed = page.getByRole('listitem').filter({ hasText: titleOf(condition) })
  await followed.getByRole('button', { name: /^Stop following/ }).click()
  await expect(followed).toHaveCount(0)

  await page.goto('/settings/notifications')
  await wanted.press('Space')
  await expect(wanted).not.toBeChecked()
})

test('a webhook is set up, its secret shown once, and what could not be delivered says why', async ({ openAs, expectError }) => {
  expectError(/status of 400/)
  const page = await openAs('staff', '/admin/webhooks?customer=1001')
  await removeLeftovers(page, 'admin/customer/1001/webhook', 'webhookId')
  await page.reload()
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const form = page.getByRole('dialog', { name: /webhook/ })
  const name = form.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Till')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click()
  await expect(name).toHaveValue('Till')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://169.254.169.254/latest')
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByText('leads into a private network')).toBeVisible()
  await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/tickets')
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByText(/^whsec_/)).toBeVisible()
  await form.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name: 'Till' }).click()
  await page.reload()
  await form.getByRole('button', { name: 'Send a test' }).click()
  // Above it may come what other stories cause meanwhile.
  const delivery = form.getByRole('region', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: /Test/ })
  await delivery.locator('summary').click()
  await expect(delivery).toContainText('the name is unknown', { timeout: 20_000 })
  await form.getByRole('button', { name: 'Remove' }).click()
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await expect(page.getByText('The webhook is removed.')).toBeVisible()
})
