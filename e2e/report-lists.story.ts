import type { Page } from '@playwright/test'
import { readTokens, signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const listCalls =
  /\/api\/v1\/customer\/1001\/(incident|ticket|agent|entity|entity\/change|service-window-(started|held)|cloudops-month\/[\d-]+)$/
/** Tables of which each figure is a number of rows, or a row is about one. */
const countingTables = /^(Incidents|Rules that.*|Groups|Applications|Tickets|Inventory changes|Service windows|Agents|Version)$/

type Figure = { name: string; text: string; href: string }

/** Each figure of the report that leads to a list, by its table, row and column. */
const readFigures = (page: Page): Promise<Figure[]> =>
  page.getByRole('article').evaluate((report) =>
    [...report.querySelectorAll('table')].flatMap((table) =>
      [...table.querySelectorAll('tbody tr')].flatMap((row) =>
        [...row.querySelectorAll('td')].flatMap((cell, column) => {
          const link = cell.querySelector('a')
          const name = [table.getAttribute('aria-label'), row.querySelector('th')?.textContent, column].join(' | ')
          return link ? [{ name, text: link.textContent ?? '', href: link.getAttribute('href') ?? '' }] : []
        }),
      ),
    ),
  )

const open = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** What the page at this address says that the months cost together. */
async function readCost(page: Page, href: string): Promise<number> {
  await open(page, href)
  const { searchParams } = new URL(href, page.url())
  const [from = '', to = ''] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
  const months = 1 + Number(to.slice(5)) - Number(from.slice(5)) + 12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4)))
  const sums = page.locator('tfoot').getByRole('cell').last()
  const all = page.locator('main section').filter({ has: page.locator('tfoot, p') })
  await expect(all).toHaveCount(months)
  await expect(sums).toBeVisible()
  const written = await page.locator('tfoot td:last-child').allTextContents()
  return written.reduce((sum, text) => sum + Number(text.replace(/[^\d.]/g, '')), 0)
}

/** How many rows the list at this address has: as the page asks for it, to its end. */
async function countRows(page: Page, href: string): Promise<number> {
  const { accessToken } = await readTokens(page)
  const asking = page.waitForRequest((request) => request.method() === 'GET' && listCalls.test(new URL(request.url()).pathname))
  await open(page, href)
  const address = new URL((await asking).url())
  address.searchParams.set('limit', '500')
  let rows = 0
  for (let next: string | null = ''; next !== null; ) {
    const headers = { authorization: `Bearer ${accessToken}`, ...(next ? { 'x-continuation-token': next } : {}) }
    const answer = (await (await page.request.get(address.href, { headers })).json()) as {
      result: unknown[]
      continuation_token: string | null
    }
    rows += answer.result.length
    next = answer.continuation_token
  }
  return rows
}

/** A service window that starts now, so that the month that goes on has one. */
async function startWindow(page: Page): Promise<void> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': 'report-lists-window' }
  const address = '/api/v1/customer/1001/service-window'
  const data = { reason: 'Deployment', scope: { everything: true } }
  expect((await page.request.post(`${address}/start`, { headers, data })).ok()).toBe(true)
  await expect(async () => {
    const { result } = (await (await page.request.get(`${address}-started`, { headers })).json()) as { result: unknown[] }
    expect(result).toHaveLength(1)
  }).toPass()
}

test('each figure of a report opens a list of as many rows as it says: of a month, of one that goes on, of a tag group, a quarter, some days, and of the period before', async ({
  startOwnVakt,
}) => {
  test.slow()
  const { openPage } = await startOwnVakt()
  const page = await openPage()
  await signIn(page, 'staff', '/reports/1001')
  await startWindow(page)
  const months = page.getByRole('list', { name: 'Monthly reports' }).getByRole('link')
  const addresses = await Promise.all([months.nth(0), months.nth(1)].map(async (month) => (await month.getAttribute('href')) ?? ''))
  await page.goto(addresses[1] ?? '')
  const groups = page.getByRole('table', { name: 'Groups' }).getByRole('rowheader').getByRole('link')
  await expect(groups.first()).toBeVisible()
  const group = (await groups.first().getAttribute('href')) ?? ''
  const monthOf = (address: string) => new URL(address, page.url()).searchParams.get('period') ?? ''
  const quarter = await page.goto('/reports/1001').then(() =>
    page
      .getByRole('link', { name: /^Q\d \d{4}$/ })
      .first()
      .getAttribute('href'),
  )
  // Parts of two months: a list of either of them would have other rows.
  const days = `${monthOf(addresses[1] ?? '')}-11--${monthOf(addresses[0] ?? '')}-05`
  const reports = [...addresses, group, quarter ?? '', `/reports/1001/builtin/report/monthly?period=${days}`]
  const counted = new Map<string, number>()
  const tables = new Set<string>()
  for (const report of reports) {
    await page.goto(report)
    await expect(page.getByRole('table', { name: 'Service windows' })).toBeVisible()
    for (const { name, text, href } of await readFigures(page)) {
      if (name.startsWith('CloudOps')) {
        tables.add('CloudOps')
        const cost = Number(text.replace(/[^\d.]/g, ''))
        expect.soft(await readCost(page, href), `${name} of ${report}: ${href}`).toBeCloseTo(cost, 2)
      }
      if (!countingTables.test(name.split(' | ')[0] ?? '') || !/^[\d,]+$/.test(text)) continue
      tables.add(name.split(' | ')[0] ?? '')
      const rows = counted.get(href) ?? (await countRows(page, href))
      counted.set(href, rows)
      expect.soft(rows, `${name} of ${report}: ${href}`).toBe(Number(text.replaceAll(',', '')))
    }
  }
  expect([...tables].sort()).toEqual([
    'Agents',
    'Applications',
    'CloudOps',
    'Groups',
    'Incidents',
    'Inventory changes',
    'Rules that opened the most incidents',
    'Service windows',
    'Tickets',
    'Version',
  ])
})
