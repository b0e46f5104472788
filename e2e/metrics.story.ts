import type { Page } from '@playwright/test'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const minute = 60_000

/** A resource that has just sent two metrics of its own, one of them with gaps; the call is the one that any sender can make. */
async function sendMetrics(page: Page, name: string): Promise<string> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const list = await page.request.get('/api/v1/customer/1001/entity?limit=1', { headers })
  const [{ entityId }] = (await list.json()).result
  const at = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()
  const points = [
    ...[8, 18, 28, 180].map((minutes) => ({
      metric: name,
      dimensions: { disk: 'C:' },
      unit: '%',
      at: at(minutes),
      value: 60 + minutes / 4,
    })),
    { metric: `${name} old`, unit: 'rpm', at: at(90), value: 1200 },
  ]
  const sent = await page.request.post(`/api/v1/customer/1001/entity/${entityId}/metric-point`, { headers, data: { points } })
  expect(sent.status(), await sent.text()).toBe(200)
  return entityId
}

test('a resource shows its metrics with latest values, draws the chosen one, and a rule begins from it', async ({ openAs }) => {
  test.setTimeout(150_000)
  const page = await openAs('admin', '/my-environment/1001', { viewport: { width: 1440, height: 1000 } })
  const name = `disk used ${crypto.randomUUID().slice(0, 8)}`
  const entityId = await sendMetrics(page, name)
  // Periods are closed, and new metrics matched to their resource, some seconds after they came.
  await expect(async () => {
    const { accessToken } = await readTokens(page)
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await page.request.get(`/api/v1/customer/1001/entity/${entityId}/metric`, { headers })
    const { metrics } = (await answer.json()).result
    expect(metrics.filter((one: { metric: string; latest: unknown }) => one.metric.startsWith(name) && one.latest)).toHaveLength(2)
  }).toPass({ timeout: 100_000 })
  await page.goto(`/my-environment/1001/${entityId}/information`)
  await page.getByRole('link', { name: 'Metrics', exact: true }).click()
  await expect(page).toHaveURL(/\/metrics$/)

  await page.getByRole('textbox', { name: 'Search by metric or dimension' }).fill(name)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(2)
  await expect(page.getByRole('button', { name: new RegExp(`^${name} old 1,200\\srpm Nothing received since`) })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${name} 62% .*disk C:$`) }).click()

  const chart = page.getByRole('figure', { name })
  const picture = chart.getByRole('application')
  const summary = page.locator(`[id="${await picture.getAttribute('aria-describedby')}"]`)
  await expect(summary).toContainText(`${name}: lowest 62%, highest 105%, latest 62%. Data is missing`)

  await page.getByRole('radio', { name: '1 h', exact: true }).check()
  await expect(page).toHaveURL(/span=1h/)
  await expect(summary).toContainText(`${name}: lowest 62%, highest 67%, latest 62%.`)
  await picture.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/from=.*&to=/)
  await page.reload()
  await chart.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page).not.toHaveURL(/from=/)
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('row').filter({ hasText: '67%' })).toBeVisible()

  await page.getByRole('link', { name: 'Create alert rule' }).click()
  await page.getByRole('spinbutton', { name: 'Threshold', exact: true }).fill('90')
  await expect(page.getByRole('complementary', { name: 'In plain words' })).toContainText(`average of ${name} on `)
})

test('a resource without metrics says how they come', async ({ openAs }) => {
  const page = await openAs('staff', '/my-environment/1001')
  const { accessToken } = await readTokens(page)
  const list = await page.request.get('/api/v1/customer/1001/entity?limit=2', { headers: { authorization: `Bearer ${accessToken}` } })
  const [, { entityId }] = (await list.json()).result
  await page.goto(`/my-environment/1001/${entityId}/metrics`)
  await expect(page.getByRole('heading', { name: 'No metrics yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to monitoring sources' }).click()
  await expect(page).toHaveURL(/\/admin\/sources/)
})

test('the list of resources has a metric as a column, and an incident draws the metric that it is about', async ({ openAs }) => {
  test.setTimeout(90_000)
  const metric = 'instance:node_cpu_utilisation:rate5m'
  const page = await openAs('admin', '/my-environment/1001?q=vm-web', { viewport: { width: 1440, height: 1000 } })
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const ask = async (path: string) => (await (await page.request.get(`/api/v1/customer/1001/${path}`, { headers })).json()).result
  // The worker fills in the past of the demo right after the start.
  await expect(async () => expect((await ask('metric-name')).names.length).toBeGreaterThan(5)).toPass({ timeout: 60_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: `Metric: ${metric}` }).click()
  await expect(page).toHaveURL(/metric=instance/)
  const row = page.getByRole('row').filter({ hasText: 'vm-web-01' })
  await expect(row.getByRole('img', { name: `${metric}, last 6 hours` })).toBeVisible()
  await expect(row).toContainText('%')

  const incidents = await ask('incident?q=CPU%20on&limit=100')
  const monthAgo = Date.now() - 30 * 24 * 60 * minute
  const incident = incidents.find(
    (one: { title: string; openedAt: string; resolvedAt: string | null }) =>
      one.resolvedAt && Date.parse(one.openedAt) > monthAgo && !one.title.includes('-test-'),
  )
  await page.goto(`/incidents/1001/${incident.incidentId}`)
  await expect(page.getByRole('heading', { name: 'Metric around the start' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('figure', { name: 'CPU load' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'CPU load' }).click()
  await expect(page).toHaveURL(/\/metrics\?series=/)
})
