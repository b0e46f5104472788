import { heading, landing } from './screens.ts'
import { expect, test } from './story.ts'

test('a server that does not answer at the start is said not to, and trying again leads to the address', async ({
  openAs,
  expectError,
}) => {
  expectError(/ERR_FAILED|status of 503/)
  const page = await openAs('admin', '/tickets/1001')
  await expect(heading(page)).toContainText('Tickets')
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.reload()
  await expect(heading(page)).toHaveText('The portal cannot be reached')
  await expect(page).toHaveURL('/tickets/1001')
  await page.unrouteAll()
  await page.route('**/api/v1/authentication/usercontext', (route) => route.fulfill({ status: 503, json: { errors: [] } }))
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(heading(page)).toHaveText('The portal cannot be reached')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toContainText('Tickets')
})

test('a provider that does not answer is told from Vakt', async ({ openBrowser, expectError }) => {
  expectError(/ERR_FAILED/)
  const page = await (await openBrowser({ locale: 'sv-SE' })).newPage()
  await page.route('**/oidc/**', (route) => route.abort())
  await page.goto('/tickets/1001')
  await expect(heading(page)).toHaveText('Inloggningen går inte att nå')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByRole('button', { name: 'Logga in' })).toBeVisible()
})

test('a clock that is wrong by a day costs at most one renewal', async ({ openAs, openBrowser }) => {
  const signedIn = await openAs('reader', '/dashboard')
  await expect(heading(signedIn)).toContainText(/open incident|All good/)
  const storageState = await signedIn.context().storageState()
  for (const hours of [-24, 24]) {
    const page = await (await openBrowser({ storageState })).newPage()
    let renewals = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/oidc/token')) renewals += 1
    })
    await page.clock.setSystemTime(Date.now() + hours * 60 * 60 * 1000)
    await page.goto('/tickets/1001')
    await expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible()
    await page.getByRole('link', { name: 'Alert overview' }).click()
    await expect(page.getByRole('table', { name: 'Alert overview' })).toBeVisible()
    expect(renewals).toBeLessThanOrEqual(1)
    storageState.origins = (await page.context().storageState()).origins
  }
})

test('Vakt can be put on the home screen', async ({ page, request }) => {
  await page.goto('/')
  await expect(landing(page)).toBeVisible()
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await request.get(address ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as Record<string, unknown> & { icons: { src: string }[] }
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', theme_color: '#000000', background_color: '#ffffff' })
  for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true)
})
