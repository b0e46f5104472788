import type { Page } from '@playwright/test'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const notAuthorized = 'You are not authorized to see this page'
const openTickets = async (page: Page) => expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible()

test('a reader is offered nothing that writes', async ({ openAs }) => {
  const page = await openAs('reader', '/dashboard', { language: 'en' })
  await expect(heading(page)).toContainText(/open incident|All good/)
  await expect(page.getByRole('button', { name: 'Create' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await openTickets(page)
  await expect(page.getByRole('link', { name: 'Create ticket' })).toHaveCount(0)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Conversation' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toHaveCount(0)
  await page.goto('/tickets/create')
  await expect(heading(page)).toHaveText(notAuthorized)
  await expect(page).toHaveURL('/tickets/create')
  await expect(page.getByRole('main')).toContainText('needs the permission “Tickets: write”')
})

test('who sees tickets only starts there and is told, in place, what is not theirs', async ({ openAs }) => {
  const page = await openAs('ticketsOnly', '/')
  await openTickets(page)
  await expect(page).toHaveURL('/tickets/1001')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')).toHaveCount(1)
  await page.goto('/dashboard')
  await openTickets(page)
  await expect(page).toHaveURL('/tickets/1001')
  for (const address of ['/alert-overview', '/my-environment/1001/00000000-0000-4000-8000-000000000000/information']) {
    await page.goto(address)
    await expect(heading(page)).toHaveText(notAuthorized)
    await expect(page).toHaveURL(address)
    await expect(page).toHaveTitle('Not authorized · Vakt')
  }
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await openTickets(page)
})

test('an unknown address says so and leads back', async ({ openAs }) => {
  const page = await openAs('admin', '/no/such/page?really=yes')
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page).toHaveURL('/no/such/page?really=yes')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test("another customer's addresses show nothing of theirs, and staff may open them", async ({ openAs, request, expectError }) => {
  expectError(/status of 404/)
  const staff = await openAs('staff', '/tickets/1001')
  await openTickets(staff)
  const link = staff.getByRole('table').getByRole('link').first()
  const [subject, address] = [(await link.textContent()) ?? '', (await link.getAttribute('href')) ?? '']

  const page = await openAs('fjallboAdmin', '/tickets/1001')
  const refusal = /could not find|not authorized/i
  await expect(heading(page)).toHaveText(notAuthorized)
  await expect(page.getByRole('main')).toContainText('another customer')
  await expect(page).toHaveURL('/tickets/1001')
  for (const refused of [address, address.replace('/1001/', '/')]) {
    await page.goto(refused)
    await expect(page.getByRole('main')).toContainText(refusal)
    expect(await page.content()).not.toContain(subject)
  }
  const { accessToken } = await readTokens(page)
  for (const path of ['/api/v1/customer/1001/ticket', '/api/v1/customer/1001/alert', '/api/v1/customer/1001']) {
    const answer = await request.get(path, { headers: { authorization: `Bearer ${accessToken}` } })
    expect(answer.status()).toBe(404)
  }
})

test('old addresses lead to where things are now', async ({ openAs }) => {
  const page = await openAs('admin', '/my-environment/')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})
