import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { choose } from './choose.ts'
import { heading, landing } from './screens.ts'
import { openUserMenu, signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')

/** A picture that the browser draws, so that it is a real one of its kind. */
async function drawPicture(page: Page, type: string): Promise<Buffer> {
  const dataUrl = await page.evaluate((wanted) => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    canvas.height = 500
    const context = canvas.getContext('2d')
    context?.fillRect(0, 0, 400, 500)
    return canvas.toDataURL(wanted)
  }, type)
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
}

test('the user menu leads to the settings, by keyboard, and the address of each page is its own', async ({ openAs }) => {
  const page = await openAs('reader', '/dashboard')
  const menu = await openUserMenu(page)
  await expect(menu).toContainText('reader@nordan.example')
  await expect(menu).toContainText('Nordan Retail')
  await menu.getByRole('link', { name: 'Settings' }).press('Enter')
  await expect(heading(page)).toHaveText('Profile')
  await expect(page).toHaveURL('/settings/profile')
  await expect(page).toHaveTitle('Profile · Vakt')
  for (const [name, address] of [
    ['Language, time and theme', '/settings/language-and-theme'],
    ['API tokens', '/settings/api-tokens'],
    ['Sessions', '/settings/sessions'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).press('Enter')
    await expect(heading(page)).toHaveText(name)
    await expect(page).toHaveURL(address)
  }
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
})

test('on a phone the user menu has two tabs, and the settings unfold from above', async ({ openAs }) => {
  const page = await openAs('reader', '/dashboard', { viewport: { width: 390, height: 844 } })
  const menu = await openUserMenu(page)
  await expect(menu.getByRole('link', { name: 'Tickets' })).toBeVisible()
  await expect(menu.getByRole('radio', { name: 'Svenska' })).toBeHidden()
  await menu.getByRole('button', { name: 'Settings' }).click()
  await expect(menu.getByRole('radio', { name: 'Svenska' })).toBeAttached()
  await expect(menu.getByRole('link', { name: 'Tickets' })).toBeHidden()
  await menu.getByRole('link', { name: 'All settings' }).click()
  await expect(heading(page)).toHaveText('Profile')
  await page.getByRole('navigation', { name: 'Settings' }).locator('summary').click()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await expect(heading(page)).toHaveText('Sessions')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the language is saved for the user and follows them to another browser', async ({ page, openBrowser }) => {
  await signIn(page, 'fjallboAdmin', '/settings/language-and-theme')
  await choose(page, 'Svenska')
  await expect(heading(page)).toHaveText('Språk, tid och tema')
  const other = await (await openBrowser()).newPage()
  await signIn(other, 'fjallboAdmin', '/settings/language-and-theme')
  await expect(heading(other)).toHaveText('Språk, tid och tema')
  // The screen does not wait for it; the stories that follow do.
  const saved = other.waitForResponse(
    (answer) => answer.url().endsWith('/authentication/usercontext') && answer.request().method() === 'PUT',
  )
  await choose(other, 'English')
  await expect(heading(other)).toHaveText('Language, time and theme')
  expect((await saved).ok()).toBe(true)
})

test('the time zone is saved for the user, and times on the screen follow it in every browser', async ({ page, openBrowser }) => {
  await signIn(page, 'fjallboAdmin', '/settings/language-and-theme')
  const field = page.getByRole('combobox', { name: 'Time zone' })
  await expect(field).toContainText(/Automatic|Tokyo/)
  if (!(await field.textContent())?.includes('Automatic')) {
    await field.click()
    await page.getByRole('option', { name: /^Automatic/ }).click()
  }
  await expect(field).toContainText('Automatic')
  await field.click()
  await page.getByRole('textbox', { name: 'Search' }).fill('tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await expect(field).toContainText('Asia/Tokyo')
  const other = await (await openBrowser()).newPage()
  await signIn(other, 'fjallboAdmin', '/settings/language-and-theme')
  await expect(other.getByRole('combobox', { name: 'Time zone' })).toContainText('Asia/Tokyo')
  await other.getByRole('combobox', { name: 'Time zone' }).click()
  await other.getByRole('option', { name: /^Automatic/ }).click()
  await expect(other.getByRole('combobox', { name: 'Time zone' })).toContainText('Automatic')
})

test('a photo is uploaded, shown in the menu, and removed; what is no picture is refused with a reason', async ({
  openAs,
  expectError,
}) => {
  expectError(/status of 400/)
  const page = await openAs('reader', '/settings/profile')
  await expect(heading(page)).toHaveText('Profile')
  const photo = page.getByRole('region', { name: 'Photo' })
  const removal = photo.getByRole('button', { name: 'Remove photo' })
  if (await removal.isVisible()) await removal.press('Enter')
  const input = page.locator('input[type=file]')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload photo' }).click()
  await chooser
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(photo.getByRole('alert')).toContainText('This file is not a picture')
  await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(4 * 1024 * 1024 + 1) })
  await expect(photo.getByRole('alert')).toHaveText('The file must not be larger than 4 MB')
  await input.setInputFiles({ name: 'pretends.png', mimeType: 'image/png', buffer: Buffer.from('no picture either') })
  await expect(photo.getByRole('alert')).toContainText('This file is not a picture')
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await drawPicture(page, 'image/jpeg') })
  await expect(page.getByText('Your photo has been changed.')).toBeVisible()
  await expect(photo.getByRole('alert')).toHaveCount(0)
  const inMenu = page.getByRole('button', { name: /^Account of/ }).locator('img')
  await expect(inMenu).toHaveAttribute('src', /^data:image\/webp;base64,/)
  await page.reload()
  await expect(inMenu).toBeVisible()
  await removal.press('Enter')
  await expect(inMenu).toHaveCount(0)
  await expect(photo.getByRole('button', { name: 'Upload photo' })).toBeVisible()
})

test('an API token is made, shown once, works, and is revoked', async ({ openAs, request }) => {
  const page = await openAs('fjallboAdmin', '/settings/api-tokens')
  await expect(heading(page)).toHaveText('API tokens')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'New token' }).press('Enter')
  const form = page.getByRole('form', { name: 'New API token' })
  const name = `Nightly export ${crypto.randomUUID().slice(0, 8)}`
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form).toContainText('Give the token a name.')
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('combobox', { name: /Permissions/ }).click()
  await page.getByRole('option', { name: 'Tickets: read' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Create token' }).press('Enter')

  const field = page.getByRole('textbox', { name: 'Token' })
  await expect(field).toBeFocused()
  const secret = await field.inputValue()
  expect(secret).toMatch(/^vakt_pat_/)
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await expect.poll(() => findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(heading(page)).toBeFocused()
  const row = rows(page, 'Your API tokens').filter({ hasText: name })
  await expect(row).toContainText('Tickets: read')
  await expect(row).toContainText('never used')
  await page.reload()
  await expect(row).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  const ask = () => request.get('/api/v1/customer/1002/ticket', { headers: { authorization: `Bearer ${secret}` } })
  expect((await ask()).status()).toBe(200)
  await row.getByRole('button', { name: `Revoke ${name}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect.poll(() => findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: `Revoke ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Revoke token' }).click()
  await expect(row).toHaveCount(0)
  expect((await ask()).status()).toBe(401)
})

test('a session that is ended from elsewhere is signed out at once, told why, and can sign in again', async ({
  otherVakt,
  expectError,
}) => {
  expectError(/status of 401/)
  const [mine, other] = [await otherVakt.openPage(), await otherVakt.openPage()]
  await signIn(mine, 'reader', '/settings/sessions')
  const all = rows(mine, 'Your sessions')
  await expect(all.first()).toContainText('this one')
  await signIn(other, 'reader', '/settings/sessions')
  await expect(rows(other, 'Your sessions').first()).toContainText('this one')
  await mine.reload()
  await expect(all).toHaveCount(2)
  await expect(all.first()).toContainText('Chrome on Linux')
  await expect(all.first()).toContainText('127.0.0.1')
  await all.nth(1).getByRole('button', { name: 'End Chrome on Linux' }).press('Enter')
  await mine.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expect(all).toHaveCount(1)
  await expect(mine.getByText('No other sessions.')).toBeVisible()

  await expect(landing(other)).toBeVisible()
  await expect(other.getByRole('status').filter({ hasText: 'ended from another browser' })).toBeVisible()
  await other.goto('/tickets/1001')
  await expect(landing(other)).toBeVisible()
  const kept = await other.evaluate(() => Object.keys(localStorage).filter((key) => /^vakt\.(user:|session)/.test(key)))
  expect(kept).toEqual([])
  await signIn(other, 'reader', '/settings/sessions')
  await expect(rows(other, 'Your sessions')).toHaveCount(2)

  await mine.reload()
  await mine.getByRole('button', { name: 'End all others' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await expect(landing(other)).toBeVisible()
  await expect(all).toHaveCount(1)
})
