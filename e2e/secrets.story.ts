import pg from 'pg'
import { startAzureServer } from '#server/testing/azure-server.ts'
import { recordedTenant, recordInventory } from '#server/testing/recorded-inventory.ts'
import { connectionOf } from '#server/testing/run-vakt.ts'
import { findViolations } from './accessibility.ts'
import { signIn } from './sign-in.ts'
import { launchVakt } from './start-vakt.ts'
import { expect, test } from './story.ts'

/** As if the key `lost` had been taken out of SECRET_KEY too early. */
async function loseKey(dataFolder: string): Promise<void> {
  const client = new pg.Client(connectionOf(dataFolder))
  await client.connect()
  for (const table of ['webhook', 'connector'])
    await client.query(
      `update ${table} set sealed_secret = convert_to('vakt1:lost:', 'UTF8') || sealed_secret where sealed_secret is not null`,
    )
  await client.end()
}

test('secrets whose key is lost are reported where they are entered, and work again once that is done', async ({ openBrowser }) => {
  test.setTimeout(180_000)
  const azure = await startAzureServer(recordInventory(20))
  const { login, management } = azure.addresses
  const vakt = await launchVakt({ AZURE_LOGIN_URL: login, AZURE_MANAGEMENT_URL: management })
  try {
    const page = await (await openBrowser({ baseURL: vakt.origin })).newPage()
    const panel = page.getByRole('dialog')
    await signIn(page, 'staff', '/admin/webhooks?customer=1002')
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    await panel.getByRole('textbox', { name: 'Name' }).fill('Till')
    await panel.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/tickets')
    await panel.getByRole('button', { name: 'Add webhook' }).click()
    const firstSecret = await panel.getByText(/^whsec_/).textContent()
    await page.goto('/admin/connectors?customer=1002')
    await page.getByRole('button', { name: 'Connect Azure' }).click()
    await panel.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill(recordedTenant)
    await panel.getByRole('textbox', { name: 'Application (client) ID' }).fill('11111111-2222-4333-8444-555555555555')
    await panel.locator('input[name=secret]').fill('right')
    await panel.locator('input[name=secret]').press('Enter')
    await expect(panel.getByRole('region', { name: 'Runs' }).getByRole('listitem').first()).toContainText('Succeeded')

    await loseKey(vakt.dataFolder)
    await panel.getByRole('button', { name: 'Run now' }).click()
    await expect(panel.getByText('Secret needed')).toBeVisible()
    await page.reload()
    await expect(panel.getByText('can no longer be decrypted').first()).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByText('can no longer be decrypted').first()).toBeVisible()
    await panel.locator('input[name=secret]').fill('right')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByText('Secret needed')).toBeHidden()
    await panel.getByRole('button', { name: 'Run now' }).click()
    await expect(panel.getByRole('region', { name: 'Runs' }).getByRole('listitem').first()).toContainText('Succeeded')

    await page.goto('/admin/webhooks?customer=1002')
    await page.getByRole('link', { name: 'Till' }).click()
    await panel.getByRole('button', { name: 'Send a test' }).click()
    await expect(panel.getByText('Secret needed')).toBeVisible({ timeout: 20_000 })
    const delivery = panel.getByRole('region', { name: 'Deliveries' }).getByRole('listitem').first()
    await delivery.locator('summary').click()
    await expect(delivery).toContainText('the secret could not be decrypted')
    expect(await findViolations(page)).toEqual([])
    await panel.getByRole('button', { name: 'New secret' }).click()
    await panel.getByRole('button', { name: 'New secret' }).click()
    await expect(panel.getByText(/^whsec_/)).not.toHaveText(firstSecret ?? '')
    await panel.getByRole('button', { name: 'Done' }).click()
    await expect(panel.getByText('Secret needed')).toBeHidden()
    await delivery.locator('summary').click()
    await expect(delivery).toContainText('the name is unknown', { timeout: 20_000 })
    await page.close()
  } finally {
    await vakt.stop()
    azure.close()
  }
})
