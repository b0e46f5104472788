import { findViolations } from './accessibility.ts'
import { choose } from './choose.ts'
import { readTokens } from './sign-in.ts'
import { newCondition, notify } from './signals.ts'
import { expect, test } from './story.ts'

test('all alert rules that match are selected, also those not shown yet, and changed together; a deletion is undone', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/alert-rules/1001')
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const list = await page.request.get('/api/v1/customer/1001/entity?limit=1', { headers })
  const [{ entityId }] = (await list.json()).result
  const of = `matching ${crypto.randomUUID().slice(0, 8)}`
  const common = { description: 'One of many.', severity: 1, aggregation: 'avg', thresholdComparison: '>', threshold: 80 }
  const rule = { ...common, alertsBeforeAction: 3, metricName: of, entityId }
  // One page is 100 rules.
  for (let from = 0; from < 104; from += 8)
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const data = { ...rule, name: `${of} ${String(from + index).padStart(3, '0')}` }
        const answer = await page.request.post('/api/v1/customer/1001/alert-rule', { headers, data })
        expect(answer.status(), await answer.text()).toBe(200)
      }),
    )
  const said = (text: string) => page.getByRole('status').filter({ hasText: text })
  const chooseAll = async () => {
    await page.getByRole('checkbox', { name: 'Select all shown alert rules' }).check()
    await expect(said('100 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Select all that match' }).click()
    await expect(said('104 selected')).toBeVisible()
  }
  await page.goto(`/alert-rules/1001?q=${encodeURIComponent(of)}`)
  await chooseAll()
  expect(await findViolations(page)).toEqual([])
  const bar = page.getByRole('region', { name: '104 selected' })
  await bar.getByRole('button', { name: 'Disable' }).click()
  await expect(said('104 alert rules are disabled.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `${of} 000` })).toContainText('Inactive')

  await page.reload()
  await chooseAll()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No alert rule matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(said('104 alert rules are back.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `${of} 000` })).toBeVisible()

  // The list is left to the other stories as it was.
  await page.reload()
  await chooseAll()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No alert rule matches')).toBeVisible()
})

test('a name that means no resource is dismissed, and restored', async ({ openAs, request }) => {
  const condition = newCondition(`vm-dismiss-${crypto.randomUUID().slice(0, 8)}`)
  await notify(request, 'firing', condition)
  const page = await openAs('staff', '/admin/unmatched-signals')
  const row = page.getByRole('row').filter({ hasText: condition.instance })
  const said = (text: string) => page.getByRole('status').filter({ hasText: text })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(said('1 name is dismissed.')).toBeVisible()
  await expect(row).toBeHidden()
  await choose(page, 'Dismissed')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(said('1 name is listed as unmatched again.')).toBeVisible()
  await expect(row).toBeHidden()
  await page.goto('/admin/unmatched-signals')
  await expect(row).toBeVisible()
  await notify(request, 'resolved', condition)
})
