import type { Page } from '@playwright/test'
import { findFreePort, startExternalProvider } from '#server/testing/external-provider.ts'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

const anna = 'anna@nordicops.example'

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Company name/ }).fill('Nordic Ops')
  const domains = page.getByRole('textbox', { name: /^Email domains/ })
  await domains.fill('nordicops.example')
  await domains.press('Enter')
  await page.getByRole('textbox', { name: /^Name/ }).fill('Anna Ek')
  await page.getByRole('textbox', { name: /^Email \*|^Email$/ }).fill(anna)
}

const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${title}`) }) })

test('an empty Vakt is set up at its one-time address, and its administrator comes to the first customer', async ({
  startOwnVakt,
  expectError,
}) => {
  test.setTimeout(120_000)
  expectError(/status of 40[0139]/)
  // The pages of the external provider.
  expectError(/fonts\.googleapis|favicon/)
  const port = await findFreePort()
  const portal = `http://localhost:${port}`
  const provider = await startExternalProvider(portal)
  try {
    const { setUpAddress, openPage } = await startOwnVakt({ DEMO: 'false', PORT: String(port), HOST: '127.0.0.1', ...provider.settings })
    const page = await openPage()

    await test.step('without the address no one can sign in, and everyone sees why', async () => {
      await page.goto('/tickets/1001')
      await expect(page.getByText(/This Vakt is not set up yet/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0)
      await page.goto('/set-up')
      await expect(heading(page)).toHaveText('The address is incomplete')
      await page.goto('/set-up?token=wrong')
      await expect(heading(page)).toHaveText('The address is not valid')
    })

    await test.step('what is wrong is said on its field, and nothing is lost', async () => {
      await page.goto(setUpAddress)
      await expect(heading(page)).toHaveText('Set up Vakt')
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Set up Vakt' }).click()
      await expect(page.getByText('The company needs a name.')).toBeVisible()
      await expect(page.getByText('Give a domain or a tenant: colleagues are recognised by one of them.')).toBeVisible()
      await fillIn(page)
      const domains = page.getByRole('textbox', { name: /^Email domains/ })
      await domains.fill('gmail.com')
      await domains.press('Enter')
      await page.getByRole('button', { name: 'Set up Vakt' }).click()
      await expect(page.getByText(/Anyone can get an address at one of these domains/)).toBeVisible()
      await expect(page.getByRole('textbox', { name: /^Company name/ })).toHaveValue('Nordic Ops')
      await page.getByRole('button', { name: 'Remove gmail.com' }).click()
    })

    await test.step('the administrator signs in with the company’s identity provider', async () => {
      await page.getByRole('button', { name: 'Set up Vakt' }).click()
      await expect(heading(page)).toHaveText('Vakt is set up')
      await expect(page.getByText(`Sign in as ${anna} with localhost`)).toBeVisible()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByPlaceholder('Enter any login').fill(anna)
      await page.getByPlaceholder('and password').fill('any')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await expect(heading(page)).toHaveText('Set-up checklist')
      await expect(page.getByText('1 of 8 steps done')).toBeVisible()
    })

    await test.step('each step is tested', async () => {
      await page.getByRole('button', { name: 'Test: Identity provider' }).click()
      await expect(step(page, 'Identity provider')).toContainText('its issuer, keys and endpoints are valid')
      await page.getByRole('button', { name: 'Test: Email' }).click()
      await expect(step(page, 'Email').getByRole('status')).toHaveText('Not configured.')
      await page.getByRole('button', { name: 'Restored elsewhere' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Restored on').fill('2999-01-01')
      await dialog.getByRole('button', { name: 'Note the restore' }).click()
      await expect(dialog.getByText('Choose a day in the past.')).toBeVisible()
      await dialog.getByLabel('Restored on').fill('2026-11-01')
      await dialog.getByRole('button', { name: 'Note the restore' }).click()
      await expect(step(page, 'A backup restored once')).toContainText('Done')
      expect(await findViolations(page)).toEqual([])
    })

    await test.step('the start page of Admin claims nothing of what is not connected', async () => {
      await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Start' }).click()
      await expect(page.getByText('Nothing is connected yet.')).toBeVisible()
      await expect(page.getByText(/^Nothing needs attention/)).toHaveCount(0)
      await page.goBack()
    })

    await test.step('each step leads to where it is done', async () => {
      await step(page, 'Monitoring source').getByRole('link', { name: 'Monitoring sources' }).click()
      await expect(page).toHaveURL('/admin/sources')
      await expect(heading(page)).toContainText('Monitoring sources')
      await page.getByRole('link', { name: 'Back to the checklist' }).click()
      await expect(heading(page)).toHaveText('Set-up checklist')
    })

    await test.step('the first customer is created, and has a list of its own', async () => {
      await step(page, 'First customer').getByRole('link', { name: 'Customers' }).click()
      await page.getByRole('button', { name: 'Create customer' }).first().click()
      const panel = page.getByRole('dialog', { name: 'Create customer' })
      await panel.getByRole('textbox', { name: /^Number/ }).fill('2001')
      await panel.getByRole('textbox', { name: /^Name/ }).fill('Solna Bygg')
      // Taken without Enter, when the field is left.
      await panel.getByRole('textbox', { name: /^Email domains/ }).fill('solnabygg.example')
      await panel.getByRole('button', { name: 'Create customer' }).click()
      const details = page.getByRole('dialog', { name: 'Customer' })
      await expect(details.getByRole('heading', { name: 'Set up this customer' })).toBeVisible()
      await expect(details.getByRole('button', { name: 'Remove solnabygg.example' })).toBeVisible()
      await details.getByRole('button', { name: 'Mark as reviewed' }).click()
      await expect(step(page, 'Permissions')).toContainText('The roles have been checked.')
      await details.getByRole('button', { name: 'Dismiss' }).click()
      await details.getByRole('button', { name: 'Show the checklist' }).click()
      await details.getByRole('link', { name: 'Open: People' }).click()
      await expect(page).toHaveURL('/admin/users?customer=2001')
      await page.getByRole('radio', { name: 'Invitations' }).check()
      await expect(page).toHaveURL(/view=invitations/)
      await page.getByRole('link', { name: 'Back to the checklist' }).click()
      await expect(details.getByRole('heading', { name: 'Set up this customer' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(details).toHaveCount(0)
    })

    await test.step('the start page of Admin says what is left until it is hidden', async () => {
      await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Start' }).click()
      const banner = page.getByRole('region', { name: 'Set-up checklist' })
      await expect(banner).toContainText('3 of 8 steps done. Left: Email, Branding, Monitoring source, First resource, Backups.')
      await banner.getByRole('button', { name: 'Hide from the start page' }).click()
      await expect(banner).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Set-up checklist' }).click()
      await page.getByRole('button', { name: 'Show on the start page' }).click()
      await expect(page.getByRole('button', { name: 'Hide from the start page' })).toBeVisible()
    })

    await test.step('a customer with nothing in it opens on every screen', async () => {
      for (const address of ['/dashboard', '/alert-overview', '/incidents/2001', '/tickets/2001', '/my-environment/2001']) {
        await page.goto(address.includes('2001') ? address : `${address}?customer=2001`)
        await expect(heading(page), address).toBeVisible()
        await expect(page.getByText(/could not be (shown|read|listed)/), address).toHaveCount(0)
      }
    })

    await test.step('the address has had its use', async () => {
      const other = await openPage()
      await other.goto(setUpAddress)
      await expect(heading(other)).toHaveText('Vakt is set up')
      await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
    })
  } finally {
    await provider.stop()
  }
})

test('without an identity provider the embedded one offers the administrator, and no user of the demo', async ({ startOwnVakt }) => {
  test.setTimeout(90_000)
  const { setUpAddress, openPage } = await startOwnVakt({ DEMO: 'false' })
  const page = await openPage()
  await page.goto(setUpAddress)
  await expect(page.getByText(/No identity provider is connected/)).toBeVisible()
  await fillIn(page)
  await page.getByRole('button', { name: 'Set up Vakt' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/No identity provider is connected yet/)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /Anna Ek/ }).click()
  await expect(heading(page)).toHaveText('Set-up checklist')
  await expect(step(page, 'Identity provider')).toContainText('Sign-in asks for no password yet.')
  await page.reload()
  await expect(heading(page)).toHaveText('Set-up checklist')
})
