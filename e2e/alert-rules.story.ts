import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 } }

/** A resource that has just sent a metric of its own; the call is the one that any sender can make. */
async function sendMetric(page: Page, metric: string): Promise<{ entityId: string; name: string }> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const list = await page.request.get('/api/v1/customer/1001/entity?limit=1', { headers })
  const [{ entityId, name }] = (await list.json()).result
  const points = [0, 1, 2].map((minutes) => ({ metric, unit: '%', at: new Date(Date.now() - minutes * 60_000).toISOString(), value: 61 }))
  const sent = await page.request.post(`/api/v1/customer/1001/entity/${entityId}/metric-point`, { headers, data: { points } })
  expect(sent.status(), await sent.text()).toBe(200)
  return { entityId, name }
}

test('a rule is made from a metric that exists, says itself in plain words, is tested before it is saved, and becomes active', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/alert-rules/1001', wide)
  const metric = `queue length ${crypto.randomUUID().slice(0, 8)}`
  const { entityId, name } = await sendMetric(page, metric)
  await page.goto(`/my-environment/1001/${entityId}/alert-rules`)
  await page.getByRole('link', { name: 'Create alert rule' }).first().click()

  const form = page.getByRole('form', { name: 'Create alert rule' })
  await form.getByRole('button', { name: 'Save rule' }).click()
  for (const missing of ['Choose a metric.', 'Enter the threshold as a number.', 'The name cannot be empty.', 'Choose a severity.'])
    await expect(form.getByText(missing)).toBeVisible()

  await form.getByRole('combobox', { name: 'Metric', exact: true }).click()
  await page.getByRole('option', { name: metric }).click()
  await form.getByRole('spinbutton', { name: 'Threshold', exact: true }).fill('80,5')
  const words = page.getByRole('complementary', { name: 'In plain words' })
  await expect(words).toContainText(`Fires when the average of ${metric} on ${name} is above 80.5 in 3 consecutive 5-minute periods.`)
  await expect(words).toContainText(`Would not have fired. Tested on ${name}.`)
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('textbox', { name: 'Name' }).fill(`Rule of ${metric}`)
  await form.getByRole('textbox', { name: 'Description' }).fill('Look at the consumers first.')

  // What was written is there again after a reload.
  await page.reload()
  await expect(page.getByText('What you wrote before is back.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'High' })
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Saved. The rule is active within a minute.')).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Alert rule' }).or(page.getByRole('complementary', { name: 'Alert rule' }))
  await expect(panel.getByText(/^Active since \d\d:\d\d$/)).toBeVisible({ timeout: 20_000 })
  await expect(panel.getByRole('region', { name: 'Covers now' })).toContainText(name)
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The alert rule is back.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `Rule of ${metric}` })).toBeVisible()
})
