import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

async function invite(page: Page, name: string, email: string) {
  await page.getByRole('button', { name: 'Invite user' }).click()
  const panel = page.getByRole('dialog', { name: 'Invite user' })
  await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  await panel.getByRole('textbox', { name: 'Email' }).fill(email)
  await panel.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(panel.getByRole('heading', { name: `${name} is invited` })).toBeVisible()
  await panel.getByRole('button', { name: 'Done' }).click()
}

test('a consultant of two customers chooses between them, sees each alone, and goes on when one of them ends it', async ({
  openAs,
  openBrowser,
  expectError,
}) => {
  test.setTimeout(180_000)
  // What the page of the customer that was left asks for until it begins again.
  expectError(/status of 40[14]/)
  const eva = `Eva ${randomUUID().slice(0, 8)}`
  const address = `${eva.replace(' ', '.').toLowerCase()}@consultant.example`
  const fjallbo = await openAs('fjallboAdmin', '/settings/users')
  await invite(fjallbo, eva, address)
  const browser = await openBrowser()
  const theirs = await browser.newPage()
  const banner = theirs.getByRole('banner')

  await test.step('they belong to one customer, and there is nothing to choose', async () => {
    await theirs.goto('/')
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await theirs.getByRole('button', { name: new RegExp(address) }).click()
    await expect(banner).toContainText('Fjällbo Energi')
    await expect(theirs.getByRole('button', { name: /Choose a customer/ })).toHaveCount(0)
  })

  const nordan = await openAs('admin', '/settings/users')
  await test.step('the other customer invites the same address', async () => {
    await invite(nordan, eva, address)
    await theirs.reload()
    await expect(theirs.getByRole('button', { name: 'Fjällbo Energi. Choose a customer' })).toBeVisible()
  })

  const second = await browser.newPage()
  await test.step('they choose it by the keyboard, and see it alone; the other tab follows', async () => {
    await second.goto('/dashboard')
    await expect(second.getByRole('banner')).toContainText('Fjällbo Energi')
    await theirs.getByRole('button', { name: 'Fjällbo Energi. Choose a customer' }).press('Enter')
    const sheet = theirs.getByRole('dialog', { name: 'Choose a customer' })
    await expect(sheet.getByRole('button', { name: /^Fjällbo Energi/ })).toHaveAttribute('aria-current', 'true')
    expect(await findViolations(theirs)).toEqual([])
    await sheet.getByRole('button', { name: 'Nordan Retail' }).press('Enter')
    await expect(banner).toContainText('Nordan Retail')
    await expect(heading(theirs)).toBeVisible()
    await expect(second.getByRole('banner')).toContainText('Nordan Retail', { timeout: 30_000 })
    await second.goto('about:blank')
    await theirs.getByRole('link', { name: 'Tickets', exact: true }).click()
    await expect(theirs).toHaveURL('/tickets/1001')
  })

  await test.step('a link of the other customer opens there', async () => {
    await theirs.goto('/tickets/1002')
    await expect(banner).toContainText('Fjällbo Energi')
    await expect(theirs).toHaveURL('/tickets/1002')
    await theirs.goto('/?customer=1001')
    await expect(banner).toContainText('Nordan Retail')
  })

  await test.step('one customer ends its part while the page is open: they go on at the other', async () => {
    await nordan.getByRole('link', { name: eva }).click()
    const panel = nordan.getByRole('dialog', { name: 'User' })
    await panel.getByRole('button', { name: 'Disable user' }).click()
    await panel.getByRole('button', { name: 'Yes, disable' }).click()
    await expect(panel.getByText('Disabled', { exact: true })).toBeVisible()
    await expect(banner).toContainText('Fjällbo Energi', { timeout: 30_000 })
    await expect(theirs.getByRole('button', { name: /Choose a customer/ })).toHaveCount(0)
  })
})
