import { startAzureServer } from '#server/testing/azure-server.ts'
import { recordedTenant, recordInventory } from '#server/testing/recorded-inventory.ts'
import { findViolations } from './accessibility.ts'
import { signIn } from './sign-in.ts'
import { launchVakt } from './start-vakt.ts'
import { expect, test } from './story.ts'

test('Azure is connected, tried and run; what each run added and changed is there to look at, and nothing else', async ({
  openBrowser,
}) => {
  test.setTimeout(180_000)
  const azure = await startAzureServer(recordInventory())
  const vakt = await launchVakt({ AZURE_LOGIN_URL: azure.addresses.login, AZURE_MANAGEMENT_URL: azure.addresses.management })
  try {
    const browser = await openBrowser({ baseURL: vakt.origin })
    const page = await browser.newPage()
    await signIn(page, 'staff', '/admin/connectors?customer=1002')
    await page.getByRole('button', { name: 'Connect Azure' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill('contoso')
    await panel.getByRole('button', { name: 'Connect and run' }).click()
    await expect(panel.getByText('Write an id such as').first()).toBeVisible()
    await panel.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill(recordedTenant)
    await panel.getByRole('textbox', { name: 'Application (client) ID' }).fill('11111111-2222-4333-8444-555555555555')
    await panel.locator('input[name=secret]').fill('wrong')
    await panel.locator('input[name=secret]').press('Enter')
    await panel.getByRole('button', { name: 'Test the connection' }).click()
    await expect(panel.getByText('Azure does not accept the client secret')).toBeVisible()
    const latest = panel.getByRole('region', { name: 'Runs' }).getByRole('listitem').first()
    await expect(latest).toContainText('Failed')
    await panel.getByRole('button', { name: 'Edit', exact: true }).click()
    // What would be tried is what is stored.
    await expect(panel.getByRole('button', { name: 'Test the connection' })).toHaveCount(0)
    await panel.locator('input[name=secret]').fill('right')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('button', { name: 'Test the connection' }).click()
    await expect(panel.getByText('It works: 2,400 resources in Nordan Produktion, Nordan Test.')).toBeVisible()
    await panel.getByRole('button', { name: 'Run now' }).click()
    await expect(latest).toContainText('2,400 added', { timeout: 60_000 })
    await expect(latest).toContainText('Succeeded')
    expect(await findViolations(page)).toEqual([])

    const moved = azure.resources.find(({ type }) => type === 'microsoft.storage/storageaccounts')
    if (!moved) throw new Error('There is no such resource.')
    moved.location = 'uksouth'
    await panel.getByRole('button', { name: 'Run now' }).click()
    await expect(latest).toContainText('1 changed', { timeout: 60_000 })
    await latest.getByRole('button').first().press('Enter')
    const changes = latest.getByRole('listitem')
    await expect(changes).toHaveCount(1)
    await expect(changes).toContainText(moved.name)
    await expect(changes).toContainText('uksouth')
    await expect(page).toHaveURL(/run=/)
    await page.reload()
    await expect(changes).toContainText('uksouth')
    await changes.getByRole('link', { name: moved.name }).click()
    await expect(page.getByText('uksouth').first()).toBeVisible()
    await page.close()
  } finally {
    await vakt.stop()
    azure.close()
  }
})
