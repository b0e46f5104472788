import { findViolations } from './accessibility.ts'
import { removeLeftovers } from './leftovers.ts'
import { expect, test } from './story.ts'

test('a customer’s administrator creates a service token, which opens a ticket under its name, and revokes it', async ({
  openAs,
  request,
}) => {
  test.setTimeout(120_000)
  const page = await openAs('fjallboAdmin', '/settings/profile')
  await removeLeftovers(page, 'customer/1002/service-token', 'serviceTokenId')
  await page.getByRole('link', { name: 'Integrations' }).click()
  await page.getByRole('link', { name: 'Show: Service token' }).click()
  await page.getByRole('button', { name: 'New service token' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Create token' }).click()
  await expect(panel.getByText('Give the token a name.').first()).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Terraform')
  await panel.getByRole('combobox', { name: 'Permissions' }).click()
  await page
    .getByRole('option', { name: /tickets/i })
    .last()
    .click()
  await panel.getByRole('textbox', { name: 'Name' }).click()
  await panel.getByRole('button', { name: 'Create token' }).click()
  const secret = (await panel.getByRole('region', { name: 'Token', exact: true }).textContent()) ?? ''
  expect(secret).toMatch(/^vakt_svc_[\w-]{43}$/)
  expect(await findViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Terraform' })).toContainText('Never')

  const headers = { authorization: `Bearer ${secret}` }
  const data = { subject: 'Plan of the service token failed', description: 'See the log.', email: 'pipeline@elsewhere.example' }
  const created = await request.post('/api/v1/customer/1002/ticket', { headers, data })
  expect(created.status()).toBe(200)
  const { ticketId } = (await created.json()).result
  await page.goto(`/tickets/1002/${ticketId}/details`)
  await expect(page.getByText('service token: Terraform').first()).toBeVisible()

  await page.goto('/settings/service-tokens')
  await page.getByRole('link', { name: 'Terraform' }).click()
  await panel.getByRole('button', { name: 'Revoke token' }).click()
  await panel.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByRole('heading', { name: 'No service tokens yet' })).toBeVisible()
  expect((await request.get('/api/v1/customer/1002/ticket', { headers })).status()).toBe(401)
})

test('a reader is not offered service tokens', async ({ openAs }) => {
  const page = await openAs('reader', '/settings/profile')
  await expect(page.getByRole('link', { name: 'API tokens' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Integrations|Service tokens/ })).toHaveCount(0)
})
