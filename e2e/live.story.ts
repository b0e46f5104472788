import type { BrowserContext, Page, Request } from '@playwright/test'
import { openUserMenu } from './sign-in.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/live'

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
  // The headless shell does not tell of the requests that end with their page.
  const watchClose = (page: Page) =>
    page.on('close', () => {
      for (const request of open) if (request.frame().page() === page) forget(request)
    })
  for (const page of context.pages()) watchClose(page)
  context.on('page', watchClose)
  context.on('requestfinished', forget)
  context.on('requestfailed', forget)
  return { seen, count: () => open.size }
}

const alertRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const alertList = (page: Page) => expect(page.getByRole('table', { name: 'Alert overview' })).toBeVisible()
const reconnecting = (page: Page) => page.getByRole('banner').getByText('Reconnecting')

test('the tabs of a browser share one connection, whichever of them closes', async ({ openAs, request }) => {
  const first = await openAs('admin', '/alert-overview')
  await alertList(first)
  const context = first.context()
  const { count } = watchStreams(context)
  await first.reload()
  await alertList(first)
  await expect.poll(count).toBe(1)
  const second = await context.newPage()
  await second.goto('/alert-overview')
  await alertList(second)
  const third = await context.newPage()
  await third.goto('/alert-overview')
  await alertList(third)
  expect(count()).toBe(1)

  const before = newCondition('sql-dw-prod')
  await notify(request, 'firing', before)
  for (const page of [first, second, third]) await expect(alertRow(page, before.name)).toBeVisible()

  await first.close()
  await expect.poll(count, { timeout: 1_000, intervals: [100] }).toBe(1)
  const after = newCondition('sql-dw-prod')
  await notify(request, 'firing', after)
  for (const page of [second, third]) await expect(alertRow(page, after.name)).toBeVisible()
  for (const condition of [before, after]) await notify(request, 'resolved', condition)
})

test('a tab that is put to sleep hands the connection on, and catches up when it wakes', async ({ openAs, request }) => {
  const leader = await openAs('admin', '/alert-overview')
  const { seen, count } = watchStreams(leader.context())
  await leader.reload()
  await alertList(leader)
  await expect.poll(count).toBe(1)
  const { opened } = seen
  const second = await leader.context().newPage()
  await second.goto('/alert-overview')
  await alertList(second)
  expect(seen.opened).toBe(opened)

  // No way is known to make Chromium freeze a page that it shows; this is all that a page hears of it.
  await leader.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect.poll(count, { timeout: 1_000, intervals: [100] }).toBe(1)
  const condition = newCondition('sql-dw-prod')
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
  const { count } = watchStreams(leader.context())
  const debug = await leader.context().newCDPSession(leader)
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
  await expect.poll(count).toBe(1)
  const condition = newCondition('sql-dw-prod')
  await notify(request, 'firing', condition)
  await expect(alertRow(second, condition.name)).toBeVisible()
  await debug.send('Debugger.resume')
  await expect(alertRow(leader, condition.name)).toBeVisible()
  await notify(request, 'resolved', condition)
})

/** Staff look at everything that is theirs to act on; a signal of any customer is there within a second or so, and long before a page asks by itself. */
const soon = { timeout: 6_000, intervals: [100] }

test('the inbox, the overview of all customers and unmatched signals change by themselves, over one connection', async ({
  openAs,
  request,
}) => {
  const inbox = await openAs('staff', '/tickets/1001?all=true')
  await expect(inbox.getByRole('table', { name: 'Tickets' })).toBeVisible()
  const context = inbox.context()
  const { count } = watchStreams(context)
  await inbox.reload()
  await expect(inbox.getByRole('table', { name: 'Tickets' })).toBeVisible()
  const dashboard = await context.newPage()
  await dashboard.goto('/dashboard')
  const customer = dashboard
    .getByRole('list', { name: 'Customers' })
    .getByRole('listitem')
    .filter({ has: dashboard.locator('a[href*="customer=1001"]') })
  await expect(customer).toBeVisible()
  const unmatched = await context.newPage()
  await unmatched.goto('/admin/unmatched-signals')
  await expect(unmatched.getByRole('table')).toBeVisible()
  await expect.poll(count).toBe(1)

  // A host of its own: on one where another story's condition still fires, this one would join its ticket.
  const matched = newCondition('vm-web-test-01')
  const before = await customer.textContent()
  await notify(request, 'firing', matched)
  const ticket = inbox.getByRole('link', { name: titleOf(matched) })
  await expect.poll(() => ticket.isVisible(), soon).toBe(true)
  await expect.poll(() => customer.textContent(), soon).not.toBe(before)
  const lost = newCondition(`host-${matched.fingerprint}`)
  await notify(request, 'firing', lost)
  await expect.poll(() => unmatched.getByText(lost.instance).first().isVisible(), soon).toBe(true)
  expect(count()).toBe(1)
  for (const condition of [matched, lost]) await notify(request, 'resolved', condition)

  for (const page of [dashboard, unmatched]) await page.close()
  await (await openUserMenu(inbox)).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(count).toBe(0)
})

test('a storm of alerts is shown while it lasts, with few requests', async ({ openAs, request }) => {
  const page = await openAs('admin', '/alert-overview')
  await alertList(page)
  const asked: number[] = []
  page.on('request', (sent) => void (/\/api\/v1\/.*alert/.test(sent.url()) && asked.push(Date.now())))
  const storm = Array.from({ length: 25 }, () => newCondition('sql-dw-prod'))
  const start = Date.now()
  const shownMeanwhile = new Set<string>()
  for (const condition of storm) {
    await notify(request, 'firing', condition)
    await page.waitForTimeout(100)
    for (const { name } of storm) if ((await alertRow(page, name).count()) > 0) shownMeanwhile.add(name)
  }
  const seconds = (Date.now() - start) / 1000
  expect(asked.length).toBeLessThanOrEqual(2 * seconds + 3)
  const last = storm.at(-1) as (typeof storm)[number]
  await expect(alertRow(page, last.name)).toBeVisible({ timeout: 2_000 })
  expect(shownMeanwhile.size).toBeGreaterThan(5)
  for (const condition of storm) await notify(request, 'resolved', condition)
})

test('a loss of the network is told after five seconds, and what was missed is there after it', async ({
  openAs,
  request,
  expectError,
}) => {
  expectError(/ERR_INTERNET_DISCONNECTED/)
  const page = await openAs('admin', '/alert-overview')
  await alertList(page)
  const { count } = watchStreams(page.context())
  await page.reload()
  await alertList(page)
  await expect.poll(count).toBe(1)
  await page.context().setOffline(true)
  await expect(reconnecting(page)).toBeHidden({ timeout: 100 })
  await page.waitForTimeout(3_000)
  await expect(reconnecting(page)).toBeHidden({ timeout: 100 })
  await expect(reconnecting(page)).toBeVisible()
  const condition = newCondition('sql-dw-prod')
  await notify(request, 'firing', condition)
  await page.context().setOffline(false)
  await expect(alertRow(page, condition.name)).toBeVisible()
  await expect(reconnecting(page)).toBeHidden()
  await notify(request, 'resolved', condition)
})
