import { findViolations } from './accessibility.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 } }

test('staff apply a standard to customers, see where one differs, and put it right; the customer sees whose rule it is', async ({
  openAs,
}) => {
  test.setTimeout(150_000)
  const page = await openAs('staff', '/admin', wide)
  await page.getByRole('navigation').getByRole('link', { name: 'Rule standards' }).first().click()
  await page.getByRole('link', { name: 'Create standard' }).first().click()
  const name = `Standard ${crypto.randomUUID().slice(0, 8)}`
  const rule = `Backlog of ${name}`
  const form = page.getByRole('form', { name: 'Create rule standard' })
  await form.getByRole('button', { name: 'Save standard' }).click()
  await expect(form.getByText('The name cannot be empty.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('textbox', { name: 'Name of the rule' }).fill(rule)
  await form.getByRole('combobox', { name: 'Metric' }).fill('backlog')
  await form.getByRole('spinbutton', { name: 'Threshold', exact: true }).fill('80')
  await form.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'High' })
  await form.getByRole('textbox', { name: 'What to do first' }).fill('Look at the consumers.')
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save standard' }).click()

  const panel = page.getByRole('dialog', { name: 'Rule standard' })
  await expect(panel).toContainText('avg Backlog > 80 for 15 min')
  await expect(panel).toContainText('Customers cannot change these rules.')
  const add = panel.getByRole('region', { name: 'Apply to customers' })
  await add.getByRole('checkbox', { name: 'Nordan Retail' }).check()
  await add.getByRole('button', { name: 'Apply to 1 customer' }).click()
  const followers = panel.getByRole('region', { name: 'Customers that follow it' })
  await expect(followers.getByRole('listitem').filter({ hasText: 'Nordan Retail' })).toContainText('No differences')
  expect(await findViolations(page)).toEqual([])

  // The customer reads whose rule it is, and has no way to change it.
  const customer = await openAs('admin', `/alert-rules/1001?q=${encodeURIComponent(name)}`, wide)
  await expect(customer.getByRole('row').filter({ hasText: rule })).toContainText('From your provider')
  await customer.getByRole('link', { name: rule }).click()
  const details = customer.getByRole('dialog', { name: 'Alert rule' })
  await expect(details).toContainText(`From your provider: ${name}. Ask your provider to change it.`)
  await expect(details.getByRole('link', { name: 'Copy' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(details.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  await customer.close()

  // A colleague disables the rule at the customer: that is a difference.
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const path = '/api/v1/customer/1001/alert-rule'
  const [found] = (await (await page.request.get(`${path}?q=${encodeURIComponent(name)}`, { headers })).json()).result
  expect((await page.request.post(`${path}/${found.alertRuleId}/disable`, { headers })).status()).toBe(200)
  await page.reload()
  const nordan = followers.getByRole('listitem').filter({ hasText: 'Nordan Retail' }).first()
  await expect(nordan).toContainText('Changed · Enabled: yes → no')
  await panel.getByRole('button', { name: 'Apply again to the 1 customer that differs' }).click()
  await expect(nordan).toContainText('No differences')

  await nordan.getByRole('button', { name: 'Exclude resources' }).click()
  const first = nordan.getByRole('checkbox').first()
  const resource = ((await first.locator('..').textContent()) ?? '').trim()
  await first.uncheck()
  await nordan.getByRole('button', { name: 'Save and apply' }).click()
  await expect(nordan).toContainText(`Excluded: ${resource}`)
  await nordan.getByRole('button', { name: 'Stop' }).click()
  await nordan.getByRole('alert').getByRole('button', { name: 'Stop' }).click()
  await expect(panel).toContainText('No customer follows this standard yet.')
  await panel.getByRole('button', { name: 'Delete' }).click()
  await panel.getByRole('alert').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The standard is deleted.')).toBeVisible()
})
