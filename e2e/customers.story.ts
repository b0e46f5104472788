import { heading } from './screens.ts'
import { openUserMenu } from './sign-in.ts'
import { expect, test } from './story.ts'

test('staff look at a customer, keep looking at it from screen to screen, and come back', async ({ openAs }) => {
  const page = await openAs('staff', '/dashboard')
  await expect(heading(page)).toContainText(/open incident|All good|Nothing connected/)
  await expect(page).toHaveURL('/dashboard')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/v1/customer/') && calls.push(request.url()))

  await test.step('chosen by the keyboard', async () => {
    await page.getByRole('button', { name: 'All customers. Choose a customer' }).press('Enter')
    const search = page.getByRole('combobox', { name: 'Search by name or number' })
    await expect(search).toBeFocused()
    await expect(page.getByRole('option', { name: /Fjällbo Energi/ })).toBeVisible()
    await search.fill('nordan')
    await expect(page.getByRole('option', { name: /Nordan Retail|Fjällbo Energi|Vakt Drift/ })).toHaveCount(1)
    await search.press('Enter')
    await expect(page).toHaveURL('/dashboard?customer=1001')
    await expect(page.getByRole('button', { name: /^Looking at Nordan Retail/ })).toBeVisible()
  })

  await test.step('it stays chosen', async () => {
    await page.getByRole('link', { name: 'Alert overview' }).click()
    await expect(page).toHaveURL('/alert-overview?customer=1001')
    await page.getByRole('radio', { name: /^Resolved/ }).check()
    await expect(page).toHaveURL('/alert-overview?state=resolved&customer=1001')
    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    await expect(page).toHaveURL('/tickets/1001')
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page).toHaveURL('/dashboard?customer=1001')
    await page.reload()
    await expect(page).toHaveURL('/dashboard?customer=1001')
    await expect(heading(page)).toContainText(/open incident|All good/)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Create ticket' }).click()
    await expect(page).toHaveURL('/tickets/create?customer=1001')
    await expect(page.getByRole('main')).toContainText('Nordan Retail')
  })

  await test.step('another one, on the same kind of screen, and back to their own', async () => {
    await page.goto('/tickets/1001')
    await page.getByRole('button', { name: /^Looking at Nordan Retail/ }).click()
    await page.getByRole('option', { name: /Fjällbo Energi/ }).click()
    await expect(page).toHaveURL('/tickets/1002')
    await page.getByRole('button', { name: /^Looking at Fjällbo Energi/ }).click()
    // Groups of customers, which other stories make meanwhile, stand before these.
    const latest = page.getByRole('option').filter({ hasText: /Vakt Drift|Fjällbo Energi|Nordan Retail/ })
    await expect(latest.nth(1)).toContainText('Fjällbo Energi')
    await expect(latest.nth(2)).toContainText('Nordan Retail')
    await page.getByRole('option', { name: /Vakt Drift/ }).click()
    await expect(page).toHaveURL('/tickets/1168')
    await page.goto('/dashboard?customer=1168')
    await expect(page).toHaveURL('/dashboard')
    expect(calls.filter((url) => url.includes('/customer/1001/incident')).length).toBeGreaterThan(0)
  })

  await test.step('nothing of it is left behind after signing out', async () => {
    await (await openUserMenu(page)).getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    // The last is a mark without content, which keeps this tab from asking the provider over and over.
    const allowed = ['vakt.language', 'vakt.color-scheme', 'vakt.silent-redirect-tried']
    expect(kept.filter((key) => key.startsWith('vakt.') && !allowed.includes(key))).toEqual([])
  })
})

test('a customer neither chooses another one nor sees them by their address', async ({ openAs }) => {
  const page = await openAs('fjallboAdmin', '/dashboard?customer=1001')
  await expect(heading(page)).toContainText(/open incident|All good/)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('banner')).toContainText('Fjällbo Energi')
  await expect(page.getByRole('button', { name: /Choose a customer/ })).toHaveCount(0)
})

test('a customer that does not exist is said not to', async ({ openAs, expectError }) => {
  expectError(/status of 404/)
  const page = await openAs('staff', '/tickets/9999')
  await expect(heading(page)).toHaveText('Page not found')
})
