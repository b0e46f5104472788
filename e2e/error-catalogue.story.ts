import type { Page, Route } from '@playwright/test'
import { heading, landing } from './screens.ts'
import { signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const api = (page: Page, path: string, answer: (route: Route) => Promise<void>) => page.route(`**/api/v1/${path}`, answer)
const refuse = (status: number) => (route: Route) => route.fulfill({ status, json: { errors: [], requestId: 'told-to-help' } })

test('a session that has expired leads back to the same address after signing in', async ({ page, expectError }) => {
  expectError(/status of (400|401)/)
  await signIn(page, 'admin', '/tickets/1001?priority=2')
  await expect(heading(page)).toContainText('Tickets')
  // From the first call of the next page on: one that the clock makes would take the link away before it is followed.
  let hasExpired = false
  await api(page, '**', (route) => {
    hasExpired ||= route.request().url().includes('/customer/1001/alert')
    return hasExpired ? refuse(401)(route) : route.fallback()
  })
  await page.getByRole('link', { name: 'Alert overview' }).press('Enter')
  await expect(landing(page)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'admin@nordan.example' }).click()
  await expect(page).toHaveURL('/alert-overview')
})

test('a call that is refused even with a fresh token is shown as refused, and nothing loops', async ({ page, expectError }) => {
  expectError(/status of 403/)
  // Without the stream: what other stories change would have the list asked for again.
  await api(page, 'live**', () => new Promise(() => {}))
  await signIn(page, 'admin', '/dashboard')
  await expect(heading(page)).toContainText(/open incident|All good/)
  let asked = 0
  await api(page, 'customer/1001/ticket?*', (route) => {
    asked += 1
    return refuse(403)(route)
  })
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(asked).toBe(2)
})

test('a user context that cannot be had leaves the user signed out, and says why', async ({ openAs, expectError }) => {
  expectError(/status of (400|500)/)
  const page = await openAs('admin', '/dashboard')
  await expect(heading(page)).toContainText(/open incident|All good/)
  const notes: string[] = []
  page.on('console', (message) => message.type() === 'info' && notes.push(message.text()))
  await api(page, 'authentication/usercontext', refuse(500))
  await page.reload()
  await expect(heading(page)).toHaveText('Your account could not be loaded')
  await expect(page.getByRole('main')).toContainText('Request ID: told-to-help')
  expect(notes.join('\n')).toContain('Failed to fetch user context')
  await api(page, 'authentication/usercontext', refuse(400))
  await page.reload()
  await expect(landing(page)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('You signed in, but were not let in')
  await expect(page.getByRole('alert')).toContainText('told-to-help')
  await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/about.html')
})

test('an unauthorized route and an unknown path are views of their own, and the address stays', async ({ openAs }) => {
  const page = await openAs('reader', '/authorization-failed')
  await expect(heading(page)).toHaveText('You are not authorized to see this page')
  for (const address of ['/tickets/create', '/no/such/page']) {
    await page.goto(address)
    await expect(heading(page)).toHaveText(/not authorized|not found/)
    await expect(page).toHaveURL(address)
  }
})

test('an answer that is not ours has no id, and none is asked for', async ({ openAs, expectError }) => {
  expectError(/status of 502/)
  const page = await openAs('reader', '/dashboard')
  await expect(heading(page)).toContainText(/open incident|All good/)
  await api(page, 'customer/1001/ticket?*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('The server could not answer. Try again in a moment.')
  await expect(failure).not.toContainText('request ID')
})

test('incidents and the trend that cannot be had say so, with the id to quote', async ({ openAs, expectError }) => {
  expectError(/status of 500/)
  const page = await openAs('reader', '/tickets/1001')
  await expect(heading(page)).toContainText('Tickets')
  for (const path of ['customer/1001/incident**', 'customer/1001/incident/**']) await api(page, path, refuse(500))
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByText('Could not load data')).toBeVisible()
  await expect(page.getByText('Could not load incidents right now')).toBeVisible()
  await expect(page.getByText('told-to-help').first()).toBeAttached()
})

test('a report and the team that cannot be had say so in the words of the catalogue', async ({ openAs, expectError }) => {
  expectError(/status of 503/)
  const page = await openAs('reader', '/tickets/1001')
  await expect(heading(page)).toContainText('Tickets')
  await api(page, 'customer/1001/report/**', refuse(503))
  await api(page, 'customer/1001/team', refuse(503))
  await api(page, 'customer/1001/embedded-report/**', refuse(503))
  const go = (address: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
  for (const [address, message] of [
    ['/reports/1001/builtin/report/monthly', 'Could not generate report'],
    ['/reports/1001/powerbi/report/5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11', 'Could not generate token for PowerBI'],
    ['/team', 'Unable to load your team right now'],
  ] as const) {
    await go(address)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(message)
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  }
})

test('a part of the reports or of the team form that cannot be had says so alone, and is there once tried again', async ({
  openAs,
  expectError,
}) => {
  expectError(/status of 503/)
  const page = await openAs('staff', '/reports/1001')
  // Without the stream: what other stories change would have the part asked for again, and its button gone before it is pressed.
  await page.context().route('**/api/v1/live**', () => new Promise(() => {}))
  const main = page.getByRole('main')
  const failed = (title: string) => main.getByRole('alert').filter({ hasText: title })
  const tried = async (path: string, address: string, title: string, act = async () => {}) => {
    await api(page, path, refuse(503))
    await page.goto(address)
    await act()
    await expect(failed(title)).toHaveCount(1)
    await expect(main.getByRole('alert')).toHaveCount(1)
    await page.unrouteAll()
    await failed(title).getByRole('button', { name: 'Try again' }).click()
    await expect(failed(title)).toHaveCount(0)
  }
  await tried('customer/1001/report/prepaid', '/reports/1001', 'Could not load the prepaid time')
  for (const path of ['customer/1001/report/group', 'customer/1001/report/monthly'])
    await tried(path, '/reports/1001/builtin/report/monthly', 'Could not load the months and groups to choose from')
  await tried('admin/on-call-people', '/admin/team', 'Could not load the accounts and customers to choose from', () =>
    page.getByRole('button', { name: 'Add person' }).click(),
  )
})

test('the VM agent and the CloudOps service say what failed in the words of the catalogue', async ({ openAs, expectError }) => {
  expectError(/status of 500/)
  const page = await openAs('admin', '/my-environment/1001?q=vm-wms-02')
  await page.getByRole('link', { name: 'vm-wms-02', exact: true }).click()
  await expect(heading(page)).toContainText('vm-wms-02')
  const place = new URL(page.url()).pathname.replace(/information$/, '')
  const main = page.getByRole('main')
  const failing = async (method: string, path: string) => {
    await page.unrouteAll()
    await api(page, path, (route) => (route.request().method() === method ? refuse(500)(route) : route.fallback()))
  }

  await failing('GET', 'customer/1001/entity/*/vm-agent')
  await page.goto(`${place}cloudops-vmagent`)
  await expect(main.getByText('We could not load the configuration right now.')).toBeVisible()
  await failing('PUT', 'customer/1001/entity/*/vm-agent')
  await page.goto(`${place}cloudops-vmagent/edit/new/folders`)
  await main.getByRole('button', { name: 'Add folder' }).click()
  await main.getByRole('textbox', { name: 'Folder' }).fill('/srv/in')
  await main.getByRole('button', { name: 'Save' }).click()
  // A toast says it too.
  await expect(page.getByRole('form').getByText('We could not update the configuration')).toBeVisible()

  for (const [action, message] of [
    ['disable', 'We could not disable the CloudOps service. Please try again later.'],
    ['remove', 'We could not remove the CloudOps service. Please try again later.'],
  ] as const) {
    await failing('POST', `customer/1001/entity/*/cloudops/${action}`)
    await page.goto(`${place}cloudops`)
    const name = new RegExp(`^${action}$`, 'i')
    await main.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByText(message).first()).toBeVisible()
  }
  await failing('PUT', 'customer/1001/entity/*/cloudops')
  await page.goto(`${place}cloudops`)
  await main.getByRole('button', { name: 'Edit' }).click()
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('We could not update the CloudOps service. Please try again later.').first()).toBeVisible()
})
