import type { BrowserContext, Page, Request } from '@playwright/test'
import { openUserMenu } from './sign-in.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const isStream = (request: Request) => request.url().endsWith('/live')

/** The streams that the pages of this browser hold open. */
function watchStreams(context: BrowserContext) {
  const open = new Set<Request>()
  const seen = { opened: 0 }
  context.on('request', (request) => {
    if (!isStream(request)) return
    open.add(request)
    seen.opened += 1
  })
  const forget = (request: Request) => void open.delete(request)
  context.on('requestfinished', forget)
  context.on('requestfailed', forget)
  return { seen, customers: () => [...open].map((request) => request.url().match(/customer\/([^/]+)\//)?.[1]).sort() }
}

const alertRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const alertList = (page: Page) => expect(page.getByRole('table', { name: 'Alerts' })).toBeVisible()
const reconnecting = (page: Page) => page.getByRole('banner').getByText('Reconnecting')

test('the tabs of a browser share one connection, whichever of them closes', async ({ openAs, request }) => {
  const first = await openAs('admin', '/alert-overview')
  await alertList(first)
  const context = first.context()
  const { customers } = watchStreams(context)
  await first.reload()
  await alertList(first)
  await expect.poll(customers).toEqual(['1001'])
  const second = await context.newPage()
  await second.goto('/alert-overview')
  await alertList(second)
  const third = await context.newPage()
  await third.goto('/alert-overview')
  await alertList(third)
  expect(customers()).toEqual(['1001'])

  const before = newCondition('vm-dc-02')
  await notify(request, 'firing', before)
  for (const page of [first, second, third]) await expect(alertRow(page, before.name)).toBeVisible()

  await first.close()
  await expect.poll(customers, { timeout: 1_000, intervals: [100] }).toEqual(['1001'])
  const after = newCondition('vm-dc-02')
  await notify(request, 'firing', after)
  for (const page of [second, third]) await expect(alertRow(page, after.name)).toBeVisible()
  for (const condition of [before, after]) await notify(request, 'resolved', condition)
})

test('a tab that is put to sleep hands the connection on, and catches up when it wakes', async ({ openAs, request }) => {
  const leader = await openAs('admin', '/alert-overview')
  const { seen, customers } = watchStreams(leader.context())
  await leader.reload()
  await alertList(leader)
  await expect.poll(customers).toEqual(['1001'])
  const { opened } = seen
  const second = await leader.context().newPage()
  await second.goto('/alert-overview')
  await alertList(second)
  expect(seen.opened).toBe(opened)

  // No way is known to make Chromium freeze a page that it shows; this is all that a page hears of it.
  await leader.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect.poll(customers, { timeout: 1_000, intervals: [100] }).toEqual(['1001'])
  const condition = newCondition('vm-dc-02')
  await notify(request, 'firing', condition)
  await expect(alertRow(second, condition.name)).toBeVisible()
  await expect(alertRow(leader, condition.name)).toBeHidden()
  await leader.evaluate(() => document.dispatchEvent(new Event('resume')))
  await expect(alertRow(leader, condition.name)).toBeVisible()
  expect(seen.opened).toBe(opened + 1)
  await notify(request, 'resolved', condition)
})

test('a tab that hangs does not keep the others from hearing', async ({ openAs, request }) => {
  const leader = await openAs('admin', '/alert-overview')
  await alertList(leader)
  const second = await leader.context().newPage()
  await second.goto('/alert-overview')
  await alertList(second)
  const { customers } = watchStreams(leader.context())
  const debug = await leader.context().newCDPSession(leader)
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
  await expect.poll(customers).toEqual(['1001'])
  const condition = newCondition('vm-dc-02')
  await notify(request, 'firing', condition)
  await expect(alertRow(second, condition.name)).toBeVisible()
  await debug.send('Debugger.resume')
  await expect(alertRow(leader, condition.name)).toBeVisible()
  await notify(request, 'resolved', condition)
})

test('tabs that show different customers are heard for each, and signing out closes every stream', async ({ openAs, request }) => {
  const alerts = await openAs('staff', '/tickets/1001')
  await expect(alerts.getByRole('table', { name: 'Tickets' })).toBeVisible()
  const { customers } = watchStreams(alerts.context())
  await alerts.reload()
  const other = await alerts.context().newPage()
  await other.goto('/tickets/1002')
  await expect(other.getByRole('table', { name: 'Tickets' })).toBeVisible()
  await expect.poll(customers).toEqual(['1001', '1002'])
  // A host of its own: on one where another story's condition still fires, this one would join its ticket.
  const condition = newCondition('vm-web-test-01')
  await notify(request, 'firing', condition)
  await expect(alerts.getByRole('link', { name: titleOf(condition) })).toBeVisible()
  await notify(request, 'resolved', condition)
  await other.close()
  await expect.poll(customers).toEqual(['1001'])
  await (await openUserMenu(alerts)).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(customers).toEqual([])
})

test('a loss of the network is told after five seconds, and what was missed is there after it', async ({
  openAs,
  request,
  expectError,
}) => {
  expectError(/ERR_INTERNET_DISCONNECTED/)
  const page = await openAs('admin', '/alert-overview')
  await alertList(page)
  const { customers } = watchStreams(page.context())
  await page.reload()
  await alertList(page)
  await expect.poll(customers).toEqual(['1001'])
  await page.context().setOffline(true)
  await expect(reconnecting(page)).toBeHidden({ timeout: 100 })
  await page.waitForTimeout(3_000)
  await expect(reconnecting(page)).toBeHidden({ timeout: 100 })
  await expect(reconnecting(page)).toBeVisible()
  const condition = newCondition('vm-dc-02')
  await notify(request, 'firing', condition)
  await page.context().setOffline(false)
  await expect(alertRow(page, condition.name)).toBeVisible()
  await expect(reconnecting(page)).toBeHidden()
  await notify(request, 'resolved', condition)
})
