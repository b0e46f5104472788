import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 } }

/** A resource that has just sent a metric of its own; the call is the one that any sender can make. */
async function sendMetric(page: Page, metric: string, minutesAgo = 0): Promise<{ entityId: string; name: string }> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const list = await page.request.get('/api/v1/customer/1001/entity?limit=1', { headers })
  const [{ entityId, name }] = (await list.json()).result
  const points = [0, 1, 2].map((minutes) => ({
    ...{ metric, unit: '%', value: 61 },
    at: new Date(Date.now() - (minutesAgo + minutes) * 60_000).toISOString(),
  }))
  const sent = await page.request.post(`/api/v1/customer/1001/entity/${entityId}/metric-point`, { headers, data: { points } })
  expect(sent.status(), await sent.text()).toBe(200)
  return { entityId, name }
}

test('a rule is made from a metric that exists, says itself in plain words, is tested before it is saved, and becomes active', async ({
  openAs,
}) => {
  test.setTimeout(150_000)
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
  await expect(words).toContainText(
    `Fires when the average of ${metric} on ${name} is above 80.5% in 3 consecutive 5-minute periods (15 minutes).`,
  )
  await expect(words).toContainText(`Would not have fired. Tested on ${name}.`)
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('textbox', { name: 'Name' }).fill(`Rule of ${metric}`)
  await form.getByRole('textbox', { name: 'Description' }).fill('Look at the consumers first.')

  // What was written is there again after a reload.
  await page.reload()
  await expect(page.getByText('Your unsaved draft is restored.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'High' })
  // What few rules need is folded, but never what is wrong with it.
  const [more, runbook] = [form.locator('summary', { hasText: /^More / }), form.getByRole('textbox', { name: 'Runbook' })]
  await expect(more).toHaveText('More Closes after 15 min · always valid')
  await expect(runbook).toBeHidden()
  await more.click()
  await runbook.fill('wiki')
  await more.click()
  await expect(form.getByText('Write an address that begins with https:// or http://.')).toBeVisible()
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect(runbook).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await runbook.fill('https://wiki.example/queue')
  await expect(more).toHaveText('More Closes after 15 min · always valid · with a runbook')
  await more.click()
  await expect(runbook).toBeHidden()
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Saved. The rule is active within a minute.')).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Alert rule' }).or(page.getByRole('complementary', { name: 'Alert rule' }))
  await expect(panel.getByText(/^Active since \d\d:\d\d$/)).toBeVisible({ timeout: 20_000 })
  await expect(panel.getByRole('region', { name: 'Covers now' })).toContainText(name)
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The alert rule is restored.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `Rule of ${metric}` })).toBeVisible()
})

const ruleCall = async (page: Page, method: 'post' | 'put' | 'get', path: string, data?: object) => {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await page.request[method](`/api/v1/customer/1001/alert-rule${path}`, { headers, ...(data ? { data } : {}) })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result
}

const ruleBody = (name: string, metricName: string) => ({
  ...{ name, metricName, description: 'Look at the consumers first.', severity: 2, aggregation: 'avg', thresholdComparison: '>' },
  ...{ threshold: 80, alertsBeforeAction: 3 },
})

test('a rule by filter leaves out the resources whose check mark is cleared, and says so', async ({ openAs }) => {
  const page = await openAs('admin', '/alert-rules/1001', wide)
  const metric = `lag ${crypto.randomUUID().slice(0, 8)}`
  const { entityId, name } = await sendMetric(page, metric)
  const rule = await ruleCall(page, 'post', '', {
    ...ruleBody(`Rule of ${metric}`, metric),
    filter: { type: [], resourceGroup: [], tag: [] },
  })
  await page.goto(`/alert-rules/1001/edit/${rule.alertRuleId}`)
  await page.getByText('Choose resources', { exact: false }).first().click()
  await page.getByRole('searchbox', { name: 'Find a resource' }).fill(name)
  await page.getByRole('checkbox', { name, exact: true }).uncheck()
  const words = page.getByRole('complementary', { name: 'In plain words' })
  await expect(words).toContainText(`on each matching resource except ${name} is above 80`)
  expect(await findViolations(page)).toEqual([])
  // The resource that has the metric is left out: the rule keeps its metric all the same.
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Saved. The rule is active within a minute.')).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Alert rule' }).or(page.getByRole('complementary', { name: 'Alert rule' }))
  await expect(panel).toContainText(`except ${name}`)
  const saved = await ruleCall(page, 'get', `/${rule.alertRuleId}`)
  expect(saved.excluded).toEqual([{ entityId, name }])
})

test('thresholds are moved in the chart, and the field follows; on a phone the preview stands above the button that saves', async ({
  openAs,
}) => {
  test.setTimeout(150_000)
  const page = await openAs('admin', '/alert-rules/1001', wide)
  const metric = `depth ${crypto.randomUUID().slice(0, 8)}`
  const { entityId } = await sendMetric(page, metric, 10)
  // Periods are closed, and new metrics matched to their resource, some seconds after they came.
  await expect(async () => {
    const { accessToken } = await readTokens(page)
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await page.request.get(`/api/v1/customer/1001/entity/${entityId}/metric`, { headers })
    const { metrics } = (await answer.json()).result
    expect(metrics.filter((one: { metric: string; latest: unknown }) => one.metric === metric && one.latest)).toHaveLength(1)
  }).toPass({ timeout: 100_000 })
  await page.goto(`/my-environment/1001/${entityId}/alert-rules/create?metric=${encodeURIComponent(metric)}`)
  const field = page.getByRole('spinbutton', { name: 'Threshold', exact: true })
  await field.fill('80')
  const handle = page.getByRole('slider', { name: 'Threshold threshold. Arrow keys move it.' })
  await expect(handle).toBeVisible({ timeout: 30_000 })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('PageUp')
  await expect(field).toHaveValue('91')
  await expect(page.getByRole('complementary', { name: 'In plain words' })).toContainText('is above 91')
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle has no place.')
  await page.mouse.move(box.x + 60, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + box.height / 2 + 66, { steps: 5 })
  await page.mouse.up()
  expect(Number(await field.inputValue())).toBeLessThan(70)
  await field.fill('40')
  await expect(handle).toHaveAttribute('aria-valuenow', '40')
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const [preview, save] = [page.getByRole('complementary', { name: 'In plain words' }), page.getByRole('button', { name: 'Save rule' })]
  // Once the page has taken the width of a phone.
  await expect(async () => {
    const [above, below] = [await preview.boundingBox(), await save.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }).toPass()
})

test('of two editors the second sees what the first changed, keeps what is written, and saves both', async ({ openAs, expectError }) => {
  expectError(/409/)
  const page = await openAs('admin', '/alert-rules/1001', wide)
  const metric = `jobs ${crypto.randomUUID().slice(0, 8)}`
  const { entityId } = await sendMetric(page, metric)
  const body = { ...ruleBody(`Rule of ${metric}`, metric), entityId }
  const { alertRuleId } = await ruleCall(page, 'post', '', body)
  // A rule of one resource is edited on it, whatever the address says.
  await page.goto(`/alert-rules/1001/edit/${alertRuleId}`)
  await expect(page).toHaveURL(`/my-environment/1001/${entityId}/alert-rules/edit/${alertRuleId}`)
  const field = page.getByRole('spinbutton', { name: 'Threshold', exact: true })
  await field.fill('70')
  await ruleCall(page, 'put', `/${alertRuleId}`, { ...body, threshold: 90, severity: 3, version: 1 })
  await page.getByRole('button', { name: 'Save rule' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'while you were editing it' })
  await expect(conflict.getByRole('row', { name: 'Threshold above 80% above 90% above 70%' })).toBeVisible()
  await expect(conflict.getByRole('row', { name: 'Severity High Urgent High' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  // Neither is lost by a reload.
  await page.reload()
  await expect(conflict).toBeVisible()
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(conflict).toBeHidden()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Saved. The rule is active within a minute.')).toBeVisible()
  const saved = await ruleCall(page, 'get', `/${alertRuleId}`)
  expect([saved.threshold, saved.severity, saved.version]).toEqual([70, 3, 3])
})

test('by the keyboard alone: a rule is found by its name, switched off and on, copied, deleted and restored', async ({ openAs }) => {
  const page = await openAs('admin', '/alert-rules/1001', wide)
  const metric = `depth ${crypto.randomUUID().slice(0, 8)}`
  const { entityId } = await sendMetric(page, metric)
  const name = `Rule of ${metric}`
  await ruleCall(page, 'post', '', { ...ruleBody(name, metric), entityId, runbookUrl: 'https://wiki.example/queue' })
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(metric)
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Alert rule' }).getByRole('heading', { name })).toBeVisible()
  await page.goto(`/alert-rules/1001?q=${encodeURIComponent(metric)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('link', { name }).focus()
  await page.keyboard.press('o')
  await expect(row).toContainText('Inactive')
  await page.keyboard.press('o')
  await expect(row).not.toContainText('Inactive')
  await row.getByRole('link', { name }).focus()
  await page.keyboard.press('Delete')
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('link', { name }).focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} (copy)`)
})

test('where the filters leave no rule the list says how many they hide, of those it is about', async ({ openAs }) => {
  const page = await openAs('admin', '/alert-rules/1001', wide)
  const name = `Rule ${crypto.randomUUID().slice(0, 8)}`
  const { entityId } = await sendMetric(page, `metric of ${name}`)
  await ruleCall(page, 'post', '', { ...ruleBody(name, `metric of ${name}`), entityId })
  for (const path of ['/alert-rules/1001', `/my-environment/1001/${entityId}/alert-rules`]) {
    await page.goto(`${path}?q=${crypto.randomUUID()}`)
    await expect(page.getByText('No alert rule matches')).toBeVisible()
    await expect(page.getByText(/^The filters hide \d+\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
})

test('from the list a rule is made on any metric of the customer, for the resources that have it', async ({ openAs }) => {
  const page = await openAs('admin', '/alert-rules/1001', wide)
  await page.getByRole('link', { name: 'Create alert rule' }).first().click()
  const form = page.getByRole('form', { name: 'Create alert rule' })
  await form.getByRole('combobox', { name: 'Metric', exact: true }).click()
  const option = page.getByRole('option', { name: 'instance:node_cpu_utilisation:rate5m' })
  await expect(option).toContainText(/\d+ resources/)
  await option.click()
  await expect(form.getByText('microsoft.compute/virtualmachines').first()).toBeVisible()
  await form.getByRole('spinbutton', { name: 'Threshold', exact: true }).fill('80')
  await expect(page.getByRole('complementary', { name: 'In plain words' })).toContainText(
    /Would (not )?have fired.* Tested on [a-z0-9-]+\./,
  )
  expect(await findViolations(page)).toEqual([])
})
