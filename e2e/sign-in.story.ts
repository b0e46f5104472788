import type { Page } from '@playwright/test'
import { heading, landing } from './screens.ts'
import { chooseAccount, openUserMenu, readTokens, signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const refused = /status of 401/
const storedTokens = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('vakt.user:')))
/** What Vakt keeps but for the language, the theme, and that this tab was left on purpose. */
const keptOfUser = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (key) => key.startsWith('vakt.') && !/language$|color-scheme$|silent-redirect-tried$/.test(key),
    ),
  )
const forgetTokens = (page: Page) => page.evaluate(() => localStorage.clear())

/** What the page says of itself to those who look for the cause of a failed sign-in. */
function readNotes(page: Page): string[] {
  const notes: string[] = []
  page.on('console', (message) => message.type() === 'info' && notes.push(message.text()))
  return notes
}

function countRenewals(page: Page): { count: number } {
  const renewals = { count: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/oidc/token')) renewals.count += 1
  })
  return renewals
}

test('a deep link leads through sign-in and back to its path and query', async ({ page }) => {
  await page.goto('/tickets/1001?priority=1&priority=2&onlyOpen=false')
  await expect(landing(page)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await chooseAccount(page, 'admin')
  await expect(page.getByRole('button', { name: 'Priority: Critical, High' })).toBeVisible()
  await expect(page).toHaveURL('/tickets/1001?priority=1&priority=2&onlyOpen=false')
  const visited = await page.evaluate(() => window.navigation.entries().map(({ url }) => url ?? ''))
  expect(visited.filter((url) => url.includes('/auth/callback'))).toEqual([])
})

test('an unknown address is kept through sign-in, and said not to be found', async ({ page }) => {
  await page.goto('/nonsense/x?y=1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await chooseAccount(page, 'admin')
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page).toHaveURL('/nonsense/x?y=1')
})

test('anyone who is not signed in sees the sign-in page only, and the API refuses them', async ({ page, request }) => {
  for (const address of ['/', '/dashboard', '/alert-overview', '/tickets/create', '/authorization-failed', '/no/such/page']) {
    await page.goto(address)
    await expect(landing(page)).toBeVisible()
    await expect(page).toHaveURL('/login')
  }
  // What an answer of the provider left in the address holds up nothing.
  for (const leftOver of ['#id_token=stale', '#code=stale&state=stale']) {
    await page.goto(`/dashboard${leftOver}`)
    await expect(landing(page)).toBeVisible()
    await expect(page).toHaveURL('/login')
  }
  const answer = await request.get('/api/v1/customer/1001/ticket')
  expect(answer.status()).toBe(401)
})

test('an id token is no key to the API', async ({ page, request }) => {
  await signIn(page, 'admin')
  const { accessToken, idToken } = await readTokens(page)
  const ask = (token: string) => request.get('/api/v1/customer/1001/ticket', { headers: { authorization: `Bearer ${token}` } })
  expect((await ask(accessToken)).status()).toBe(200)
  expect((await ask(idToken)).status()).toBe(401)
})

test('tokens that are lost come back silently while the provider knows the person', async ({ page }) => {
  await signIn(page, 'admin')
  await forgetTokens(page)
  await page.goto('/tickets/1001?type=incident')
  await expect(heading(page)).toContainText('Tickets')
  await expect(page).toHaveURL('/tickets/1001?type=incident')
  expect(await storedTokens(page)).toHaveLength(1)
})

test('a silent sign-in that finds no one is noted by its code', async ({ page }) => {
  const notes = readNotes(page)
  await page.goto('/dashboard')
  await expect(landing(page)).toBeVisible()
  expect(notes.join('\n')).toContain('AADSTS50058')
})

test('a token that has expired is renewed by the next call', async ({ page }) => {
  await signIn(page, 'admin')
  const renewals = countRenewals(page)
  await page.clock.setSystemTime(Date.now() + 2 * 60 * 60 * 1000)
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible()
  expect(renewals.count).toBe(1)
})

test('a stored token that has expired is renewed at the start', async ({ page }) => {
  await signIn(page, 'admin')
  const renewals = countRenewals(page)
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('vakt.user:')) ?? ''
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), expires_at: 1 }))
  })
  await page.goto('/alert-overview')
  await expect(heading(page)).toContainText('Alert overview')
  expect(renewals.count).toBe(1)
})

test('a token that the server refuses is renewed and the call repeated', async ({ page, expectError }) => {
  expectError(refused)
  await signIn(page, 'admin')
  const renewals = countRenewals(page)
  await page.route('**/api/v1/customer/1001/ticket?**', (route) => route.fulfill({ status: 401, json: { errors: [] } }), { times: 1 })
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible()
  expect(renewals.count).toBe(1)
})

test('a server that goes on refusing ends the session, and signing in again leads back', async ({ page, expectError }) => {
  expectError(refused)
  await signIn(page, 'admin')
  await page.route('**/api/v1/customer/1001/ticket?**', (route) => route.fulfill({ status: 401, json: { errors: [] } }))
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(landing(page)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await chooseAccount(page, 'admin')
  await expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible()
  await expect(page).toHaveURL('/tickets/1001')
})

test('signing out empties the browser of tokens, in every tab', async ({ page, context, expectError }) => {
  // The other tab finds out as its live stream ends.
  expectError(refused)
  await signIn(page, 'admin', '/tickets/1001')
  const secondTab = await context.newPage()
  await secondTab.goto('/tickets/create')
  await secondTab.getByRole('textbox', { name: 'Subject' }).fill('Half a thought')
  await (await openUserMenu(page)).getByRole('button', { name: 'Sign out' }).click()
  await expect(landing(page)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(landing(secondTab)).toBeVisible()
  await expect(secondTab).toHaveURL('/login')
  await expect(secondTab.getByRole('status')).toHaveCount(0)
  for (const tab of [page, secondTab]) expect(await keptOfUser(tab)).toEqual([])
  await secondTab.goto('/tickets/1001')
  await expect(landing(secondTab)).toBeVisible()
})

test('sign-in is seen to go on, first by a word, then by a spinner, while the screen is fetched', async ({ page, openAs }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/authentication/configuration', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Loading authentication...')).toBeVisible()
  release()
  await expect(landing(page)).toBeVisible()

  const signedIn = await openAs('admin', '/dashboard')
  await expect(heading(signedIn)).toBeVisible()
  let releaseUser = () => {}
  const userHeld = new Promise<void>((resolve) => {
    releaseUser = resolve
  })
  await signedIn.route('**/api/v1/authentication/usercontext', async (route) => {
    await userHeld
    await route.continue()
  })
  const screenIsFetched = signedIn.waitForRequest(/\/assets\/dashboard-page-[^/]+\.js$/)
  await signedIn.reload()
  const spinner = signedIn.getByRole('status', { name: 'Loading' }).locator('svg')
  await expect(spinner).toBeVisible()
  await expect(spinner).toHaveAttribute('width', '50')
  await expect(spinner).toHaveAttribute('height', '50')
  await screenIsFetched
  releaseUser()
  await expect(heading(signedIn)).toBeVisible()
})

test('a return path to somewhere else is refused', async ({ page, baseURL }) => {
  // What would be another origin is read as a path of our own, which no screen answers.
  const leadsTo = { '//evil.example/': '/evil.example/', '/login?returnTo=https://evil.example/': '/dashboard' }
  for (const [address, path] of Object.entries(leadsTo)) {
    await page.goto(`${baseURL}${address}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await chooseAccount(page, 'admin')
    await expect(heading(page)).toContainText(/open incident|All good|Page not found/)
    await expect(page).toHaveURL(path)
    await page.context().clearCookies()
    await forgetTokens(page)
  }
})
