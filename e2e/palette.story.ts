import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to or do' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const arrived = (page: Page) => expect(heading(page)).toContainText(/open incident|All good/)

async function openByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

test('by the keyboard alone: pages, a ticket by its number, the latest choices, and back to where it was opened', async ({
  openAs,
  expectError,
}) => {
  expectError(/status of 404/)
  const page = await openAs('admin', '/dashboard', { language: 'en' })
  await arrived(page)
  await openByKeys(page)
  await page.keyboard.type('larm')
  await expect(option(page, /Alert overview/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/alert-overview')
  await expect(heading(page)).toBeFocused()

  await page.goto('/tickets/1001')
  const link = page.getByRole('table').getByRole('link').first()
  const [subject, address] = [(await link.textContent()) ?? '', (await link.getAttribute('href')) ?? '']
  const number = /\/(\d+)\/details/.exec(address)?.[1] ?? ''
  await openByKeys(page)
  await page.keyboard.type(subject.slice(0, 12))
  await expect(option(page, subject).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('#999999999')
  await expect(palette(page).getByRole('status')).toContainText('Nothing matches')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(number)
  await expect(option(page, subject)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(subject)

  // The palette offers what can be done on the page when it is opened.
  await expect(page.getByRole('button', { name: 'Change: Status' })).toBeVisible()
  const ticketsItem = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tickets' })
  await ticketsItem.focus()
  await openByKeys(page)
  // What can be done to the open ticket first, then the latest choices.
  await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(palette(page).getByRole('option', { name: subject })).toBeVisible()
  await page.keyboard.type('resolve')
  await expect(option(page, 'Change: Status')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(ticketsItem).toBeFocused()
})

test('Enter before the search has answered goes to what was typed, not to what was found before', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001', { language: 'en' })
  const links = page.getByRole('table').getByRole('link', { name: /./ })
  const [one, other] = [links.nth(0), links.nth(1)]
  const [found, wanted] = [(await one.textContent()) ?? '', (await other.textContent()) ?? '']
  const number = /\/(\d+)\/details/.exec((await other.getAttribute('href')) ?? '')?.[1] ?? ''
  await openByKeys(page)
  await page.keyboard.type(found.slice(0, 12))
  await expect(option(page, found).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  // At once: a part of a number is the number of another ticket, or of none.
  await page.keyboard.insertText(number)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(wanted)
})

test('what is typed before it is there stands in it, and does nothing to the page beneath', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001', { language: 'en' })
  await expect(heading(page)).toContainText('Tickets')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('/larn')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('m')
  await expect(palette(page)).toHaveCount(0)
  release()
  await expect(palette(page).getByRole('combobox')).toHaveValue('/larm')
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect(option(page, /Alert overview/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: /^Search/ })).toHaveValue('')
})

test('theme and sign-out are done from it, and nothing of its user stays in the browser', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', { language: 'en' })
  await arrived(page)
  await openByKeys(page)
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await openByKeys(page)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('vakt.palette-recent'))).toBeNull()
})

test('it offers what the user may, and customers to staff', async ({ openAs }) => {
  const reader = await openAs('ticketsOnly', '/', { language: 'en' })
  await expect(reader.getByRole('table', { name: 'Tickets' })).toBeVisible()
  await openByKeys(reader)
  await expect(option(reader, /^Tickets/)).toBeVisible()
  await expect(option(reader, /Overview/)).toHaveCount(0)
  await reader.keyboard.type('fjäll')
  await expect(palette(reader).getByRole('status')).toContainText('Nothing matches')

  const staff = await openAs('staff', '/tickets/1168', { language: 'en' })
  await expect(heading(staff)).toContainText('Tickets')
  await openByKeys(staff)
  await staff.keyboard.type('fjäll')
  await expect(option(staff, /Fjällbo Energi/)).toHaveAttribute('aria-selected', 'true')
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL('/tickets/1002')
  await openByKeys(staff)
  await staff.keyboard.type('jour')
  await expect(option(staff, /On-call/)).toHaveAttribute('aria-selected', 'true')
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/^[^?]*\/admin\/on-call/)
})

test('on a phone it is a button in the bar and fills the screen', async ({ openAs }) => {
  const viewport = { width: 390, height: 844 }
  const page = await openAs('admin', '/dashboard', { language: 'sv', viewport, hasTouch: true, isMobile: true })
  await expect(heading(page)).toContainText(/öppna|öppen|Allt/)
  await page.getByRole('button', { name: 'Sök', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Gå till eller gör' })
  await expect.poll(() => sheet.boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
  expect(await findViolations(page)).toEqual([])
  await sheet.getByRole('combobox').fill('node_memory')
  await expect(sheet.getByRole('option', { name: /Ledigt minne/ })).toBeVisible()
  await sheet.getByRole('combobox').fill('')
  await sheet.getByRole('option', { name: /Ärenden/ }).tap()
  await expect(page).toHaveURL('/tickets/1001')
})

test('the open incident is acknowledged from it, and what is found says how it stands', async ({ openAs, request }) => {
  const condition = newCondition('palette-01')
  await notify(request, 'firing', condition)
  const page = await openAs('admin', '/incidents/1001', { language: 'en' })
  await page.getByRole('link', { name: titleOf(condition) }).click()
  await expect(heading(page)).toHaveText(titleOf(condition))
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await openByKeys(page)
  await expect(palette(page).getByText('On this page')).toBeVisible()
  await expect(option(page, 'Follow')).toBeVisible()
  await page.keyboard.type('ackn')
  await expect(option(page, 'Acknowledge')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo acknowledgement' })).toBeVisible()
  await openByKeys(page)
  await page.keyboard.type(condition.name)
  await expect(option(page, titleOf(condition)).filter({ hasText: 'Acknowledged' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('vakt.palette-recent'))).toBeNull()
  await page.keyboard.press('Escape')
  await notify(request, 'resolved', condition)
})
