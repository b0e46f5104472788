import type { Page } from '@playwright/test'
import { choose } from './choose.ts'
import { tabTo } from './keyboard.ts'
import { expect, test } from './story.ts'

const openMachine = async (page: Page) => {
  await page.goto('/tickets/1001?q=plocklistor&onlyOpen=false')
  await page.getByRole('table', { name: 'Tickets' }).locator('[data-row-link]').first().click()
  const link = page.locator('aside a[href*="/my-environment/"]').first()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'vm-wms-02' })).toBeVisible()
}

test('from a ticket to its machine, on to what it belongs with, its properties and its tickets, by keyboard', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  await openMachine(page)
  await expect(page).toHaveURL(/\/information$/)
  await expect(page.getByRole('link', { name: 'Azure portal' })).toHaveAttribute(
    'href',
    /^https:\/\/portal\.azure\.com\/#resource\/subscriptions\//,
  )

  await expect(page.getByText('properties.hardwareProfile.vmSize')).toBeVisible()

  const network = page.getByRole('link', { name: 'vnet-hub' })
  await tabTo(page, network)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'vnet-hub' })).toBeVisible()
  const other = page.getByRole('link', { name: 'vm-wms-01', exact: true })
  await expect(other).toBeVisible()
  await other.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'vm-wms-01-data' })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'All properties' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/information\/details$/)
  const tree = page.getByRole('tree')
  await page.getByRole('textbox', { name: 'Search names and values' }).fill('managedDisk')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 matches')).toBeVisible()
  await tabTo(page, tree)
  await page.keyboard.press('End')
  await expect(page.getByText('storageProfile.osDisk.managedDisk', { exact: false }).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Search names and values' }).fill('')
  await page.keyboard.press('Enter')
  await tabTo(page, tree)
  await page.keyboard.press('Home')
  await expect(tree.getByRole('treeitem', { selected: true })).toContainText('diagnosticsProfile')
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-expanded', 'false')
})

test('the tickets of an entity, one of them opened within it, and a new one about it', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  await openMachine(page)
  await page.getByRole('navigation', { name: 'Parts of the resource' }).getByRole('link', { name: 'Tickets' }).click()
  const rows = page.getByRole('table', { name: 'Tickets about the resource' })
  await rows.getByRole('link', { name: 'Plocklistor skrivs ut dubbelt' }).click()
  await expect(page).toHaveURL(/\/my-environment\/1001\/[\w-]+\/tickets\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plocklistor skrivs ut dubbelt')
  await page.getByRole('link', { name: 'Tickets about vm-wms-02' }).click()
  await choose(page, 'All')
  await expect(page).toHaveURL(/onlyOpen=false/)
  await expect(rows.getByRole('link').nth(1)).toBeVisible()
  await page.getByRole('link', { name: 'Create ticket' }).first().click()
  await expect(page).toHaveURL(/\/tickets\/create\?entityId=/)
})

test('an address of another customer’s entity says that it is not there', async ({ openAs, expectError }) => {
  expectError(/404/)
  const page = await openAs('reader', '/my-environment/1001/11111111-1111-4111-8111-111111111111/tickets')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not find the resource')
})
