import { findViolations } from './accessibility.ts'
import { readTokens } from './sign-in.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

test('staff begin with what is open at all customers, narrow it to one, act there, and come back', async ({ openAs, request }) => {
  const condition = newCondition('all-01')
  await notify(request, 'firing', condition)
  const page = await openAs('staff', '/dashboard')
  const table = page.getByRole('table', { name: 'Incidents' })
  const rowOf = (title: string) => table.getByRole('row').filter({ has: page.getByRole('link', { name: title }) })

  await page.getByRole('link', { name: 'Incidents', exact: true }).click()
  await expect(page).toHaveURL('/incidents/1168?all=true')
  await expect(page.getByRole('button', { name: 'All customers. Choose a customer' })).toBeVisible()
  await expect(table.getByRole('row').nth(1)).toContainText('Critical')
  await expect(rowOf(titleOf(condition))).toContainText('Nordan Retail')
  await expect(table).toContainText('Fjällbo Energi')
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await page.getByRole('option', { name: /Nordan Retail/ }).click()
  await page.keyboard.press('Escape')
  await expect(table).not.toContainText('Fjällbo Energi')
  const narrowed = page.url()

  await page.getByRole('link', { name: titleOf(condition) }).focus()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await expect(rowOf(titleOf(condition))).toContainText('Acknowledged')
  await page.getByRole('link', { name: titleOf(condition) }).click()
  await expect(page).toHaveURL(/\/incidents\/1001\/\d+$/)
  await expect(page.getByRole('button', { name: /^Looking at Nordan Retail/ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(narrowed)
  await expect(rowOf(titleOf(condition))).toBeVisible()

  await page.getByRole('link', { name: 'Alert overview' }).click()
  await expect(page).toHaveURL('/alert-overview?all=true')
  const alerts = page.getByRole('table', { name: 'Alert overview' })
  await alerts.getByRole('link', { name: condition.name }).click()
  await expect(page).toHaveURL(/alert=1001(%3A|:)\d+/)
  await expect(page.getByRole('heading', { name: condition.name, level: 2 })).toBeVisible()
  await notify(request, 'resolved', condition)
})

test('staff see the alert rules of all customers, narrow them to one, and change one there', async ({ openAs }) => {
  const page = await openAs('staff', '/dashboard')
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const { result } = await (await page.request.get('/api/v1/customer/1001/entity?limit=1', { headers })).json()
  const name = `Rule ${crypto.randomUUID()}`
  const condition = { aggregation: 'avg', thresholdComparison: '>', threshold: 80, alertsBeforeAction: 3, metricName: 'cpu' }
  const data = { name, description: 'Busy.', severity: 2, entityId: result[0].entityId, ...condition }
  const made = await page.request.post('/api/v1/customer/1001/alert-rule', { headers, data })
  expect(made.status(), await made.text()).toBe(200)

  await page.getByRole('link', { name: 'Alert rules', exact: true }).click()
  await expect(page).toHaveURL('/alert-rules/1168?all=true')
  const table = page.getByRole('table', { name: 'Alert rules' })
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create alert rule' }).first()).toHaveAttribute('href', /create\?all=true/)
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await page.getByRole('option', { name: /Nordan Retail/ }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/of=1001/)
  await page.getByRole('textbox', { name: 'Search alert rules' }).fill(name)
  // The search closes what is open beside the list: it is in the address before a rule is opened.
  await expect(page).toHaveURL(/q=Rule/)
  // Beneath its header it is alone once the search has answered: until then it moves, and a click on it may be lost.
  await expect(table.getByRole('row')).toHaveCount(2)
  const row = table.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Nordan Retail')
  await row.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/rule=1001(%3A|:)/)
  const panel = page.getByRole('dialog', { name: 'Alert rule' }).or(page.getByRole('complementary', { name: 'Alert rule' }))
  await panel.getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Inactive')
})

test('in Swedish the switcher leads from one customer to all of them, in the same list', async ({ openAs }) => {
  const page = await openAs('staff', '/incidents/1001', { language: 'sv' })
  await page.getByRole('button', { name: /^Du ser Nordan Retail/ }).click()
  await page.getByRole('option', { name: 'Alla kunder' }).click()
  await expect(page).toHaveURL('/incidents/1168?all=true')
  await expect(page.getByRole('columnheader', { name: 'Kund' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Alla kunder. Välj kund' })).toBeVisible()
})

test("a customer's user sees their own incidents alone, whatever the address says", async ({ openAs }) => {
  const page = await openAs('admin', '/incidents/1001?all=true&of=1002')
  await expect(page.getByRole('table', { name: 'Incidents' })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Whose' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0)
})

test('resources without a customer in their address are those of all for staff, and the palette names their types as people do', async ({
  openAs,
}) => {
  const page = await openAs('staff', '/my-environment?all=true')
  await expect(page).toHaveURL('/my-environment/1168?all=true')
  await expect(page.getByRole('button', { name: 'All customers. Choose a customer' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('vm-wms-02')
  await expect(page.getByRole('option', { name: /vm-wms-02.*Virtual machine/ }).first()).toBeVisible()
  await expect(page.getByText('virtualmachines')).toHaveCount(0)
})

test('staff narrow the lists of all customers to a type, a resource group and a tag of the resource', async ({ openAs }) => {
  const page = await openAs('staff', '/my-environment?all=true')
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  // The list shows what is open; of these the one that changed last is the likeliest to be ended by another story.
  const { result } = await (await page.request.get('/api/v1/incident?limit=100&state=open', { headers })).json()
  const found = result.findLast((one: { entity: object | null }) => one.entity)
  const { entityId, name, type } = found.entity
  const entity = (await (await page.request.get(`/api/v1/customer/${found.customer.customerId}/entity/${entityId}`, { headers })).json())
    .result
  const [key = '', value = ''] = Object.entries<string>(entity.tags)[0] ?? []
  await page.goto('/incidents/1168?all=true')
  const table = page.getByRole('table', { name: 'Incidents' })
  const choose = async (filter: string, value: string) => {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill(value)
    await page.getByRole('option', { name: value, exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(table).toContainText(name)
  }
  await choose('Tag', `${key}=${value}`)
  await expect(page).toHaveURL(/tag=/)
  await choose('Resource group', entity.resourceGroup)
  await expect(page).toHaveURL(/resourceGroup=/)
  await page.goto(`${page.url()}&type=${encodeURIComponent(type)}`)
  await expect(table).toContainText(name)
  await expect(page.getByRole('button', { name: 'Clear type' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.goto('/alert-overview?all=true&tag=no-such-key%3Dvalue')
  await expect(page.getByText('No alert matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear tag' }).click()
  await expect(page.getByRole('table', { name: 'Alert overview' }).getByRole('row').nth(1)).toBeVisible()
})

test('staff make the reports of several customers as one file', async ({ openAs }) => {
  test.setTimeout(120_000)
  const page = await openAs('staff', '/reports/1168?all=true', { language: 'sv' })
  const form = page.getByRole('form', { name: 'Rapporter för flera kunder' })
  await form.getByRole('combobox', { name: 'Kunder och grupper' }).click()
  const choices = form.getByRole('listbox', { name: 'Kunder och grupper' })
  await choices.getByRole('option', { name: 'Nordan Retail' }).click()
  await choices.getByRole('option', { name: 'Fjällbo Energi' }).click()
  await page.keyboard.press('Escape')
  expect(await findViolations(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Skapa rapporter' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/)
  await expect(page.getByText('Rapporterna är skapade.')).toBeVisible()
})
