import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { readTokens } from './sign-in.ts'
import { newCondition, notify } from './signals.ts'
import { expect, test } from './story.ts'

test('an administrator puts a customer in a group, by which a technician filters incidents and resources of all customers', async ({
  openAs,
  openBrowser,
  request,
}) => {
  test.setTimeout(180_000)
  const label = `Gold ${randomUUID().slice(0, 6)}`
  const condition = newCondition('group-01')
  await notify(request, 'firing', condition)
  const page = await openAs('staff', '/admin/customers?open=1001')

  await test.step('the label is set on the form of the customer', async () => {
    const panel = page.getByRole('dialog', { name: 'Customer' })
    const groups = panel.getByRole('combobox', { name: 'Groups' }).or(panel.getByRole('textbox', { name: 'Groups' }))
    await groups.fill(label)
    await groups.press('Enter')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The customer is saved.')).toBeVisible()
  })

  const name = `Tove ${randomUUID().slice(0, 8)}`
  const address = `${name.replace(' ', '.').toLowerCase()}@vakt.example`
  await test.step('a technician is invited', async () => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Invite user' }).click()
    const panel = page.getByRole('dialog', { name: 'Invite user' })
    await panel.getByRole('textbox', { name: 'Name' }).fill(name)
    await panel.getByRole('textbox', { name: 'Email' }).fill(address)
    await panel.getByRole('radio', { name: /^Technician/ }).check()
    await panel.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(panel.getByRole('heading', { name: `${name} is invited` })).toBeVisible()
  })

  const theirs = await (await openBrowser()).newPage()
  await theirs.goto('/')
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await theirs.getByRole('button', { name: new RegExp(address) }).click()

  await test.step('the technician filters incidents by the group', async () => {
    await theirs.getByRole('link', { name: 'Incidents', exact: true }).click()
    const table = theirs.getByRole('table', { name: 'Incidents' })
    await expect(table).toContainText('Fjällbo Energi')
    await theirs.getByRole('button', { name: 'Customer', exact: true }).click()
    await theirs.getByRole('option', { name: `Group ${label}` }).click()
    await theirs.keyboard.press('Escape')
    await expect(theirs).toHaveURL(/of=group(%3A|:)gold/)
    await expect(table).not.toContainText('Fjällbo Energi')
    await expect(table).toContainText('Nordan Retail')
    expect(await findViolations(theirs)).toEqual([])
  })

  await test.step('and sees the resources of all customers, narrows them by the switcher, and opens one', async () => {
    await theirs.getByRole('link', { name: 'My environment', exact: true }).click()
    await expect(theirs).toHaveURL('/my-environment/1168?all=true')
    const table = theirs.getByRole('table', { name: 'Resources' })
    await expect(table.getByRole('row').nth(1)).toContainText('critical')
    expect(await findViolations(theirs)).toEqual([])
    await theirs.getByRole('button', { name: /Choose a customer/ }).click()
    await theirs.getByRole('option', { name: `Group ${label}` }).click()
    await expect(theirs).toHaveURL(/my-environment\/1168\?.*of=group/)
    await expect(table.getByRole('row').nth(1)).toContainText('Nordan Retail')
    await table.locator('[data-row-link]').first().click()
    await expect(theirs).toHaveURL(/\/my-environment\/1001\/[\w-]+\/information/)
  })

  await test.step('reports ask whose they are', async () => {
    await theirs.goto('/dashboard')
    await theirs.getByRole('link', { name: 'Reports', exact: true }).click()
    await expect(theirs.getByText('Whose do you want to see?')).toBeVisible()
    expect(await findViolations(theirs)).toEqual([])
    for (const link of ['Automation', 'Alert rules']) {
      await theirs.getByRole('link', { name: link, exact: true }).click()
      await expect(theirs.getByRole('columnheader', { name: 'Customer' }).or(theirs.locator('#content h2').first())).toBeVisible()
    }
  })

  await page.goto('/admin/customers?open=1001')
  const panel = page.getByRole('dialog', { name: 'Customer' })
  await panel.getByRole('button', { name: `Remove ${label}` }).click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The customer is saved.')).toBeVisible()
  await notify(request, 'resolved', condition)
})

test('a service window and a ticket that are created while all customers are chosen ask for the customer', async ({ openAs }) => {
  const page = await openAs('staff', '/service-window/1168?all=true')
  await page.getByRole('link', { name: 'Create service window' }).first().click()
  await expect(page.getByText('Which customer is the service window for?')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Customer' }).selectOption({ label: 'Fjällbo Energi' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/service-window\/1002\/create/)
  await page.goto('/tickets/create')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('')
  await page.getByRole('textbox', { name: /^Subject/ }).fill('For no one yet')
  await page.getByRole('textbox', { name: /^Description/ }).fill('Whose is it?')
  await page.getByRole('main').getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
})

test('a process is created for the customer that the form asks for while all customers are chosen', async ({ openAs }) => {
  const page = await openAs('staff', '/automation/1168?all=true')
  await page.getByRole('link', { name: 'Create process' }).first().click()
  await expect(page.getByText('Which one is it for?')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).selectOption({ label: 'Fjällbo Energi' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/automation/1002/new')
  await expect(page.getByRole('button', { name: /^Looking at Fjällbo Energi/ })).toBeVisible()
})

/** Gives a customer this group alone, or none. */
async function putInGroup(page: Page, customerId: string, group: string | null) {
  const headers = { authorization: `Bearer ${(await readTokens(page)).accessToken}` }
  const path = `/api/v1/admin/customer/${customerId}`
  const { name, emailDomains, tenants, version } = (await (await page.request.get(path, { headers })).json()).result
  const data = { name, emailDomains, tenants, version, labels: group ? [group] : [] }
  expect((await page.request.put(path, { headers, data })).status()).toBe(200)
}

test('a rule standard is for a group of customers: it says at whom it is applied, and follows who joins and leaves', async ({ openAs }) => {
  test.setTimeout(150_000)
  const group = `Silver ${randomUUID().slice(0, 6)}`
  const page = await openAs('staff', '/admin/rule-standards', { viewport: { width: 1440, height: 1200 } })
  await putInGroup(page, '1001', group)
  await page.getByRole('link', { name: 'Create standard' }).first().click()
  const name = `Standard of ${group}`
  const form = page.getByRole('form', { name: 'Create rule standard' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('textbox', { name: 'Name of the rule' }).fill(`Backlog of ${group}`)
  await form.getByRole('combobox', { name: 'Metric' }).fill('backlog')
  await form.getByRole('spinbutton', { name: 'Threshold', exact: true }).fill('80')
  await form.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'High' })
  await form.getByRole('textbox', { name: 'What to do first' }).fill('Look at the consumers.')
  await form.getByRole('combobox', { name: 'Groups of customers' }).click()
  await page.getByRole('option', { name: group }).click()
  await page.keyboard.press('Escape')
  await expect(form.getByText('Saving applies it to: Nordan Retail.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save standard' }).click()

  const panel = page.getByRole('dialog', { name: 'Rule standard' })
  await expect(panel).toContainText(`For the group ${group}: customers that join get it, customers that leave lose its rules.`)
  const followers = panel.getByRole('region', { name: 'Customers that follow it' })
  const follower = (customer: string) => followers.getByRole('listitem').filter({ hasText: customer })
  await expect(follower('Nordan Retail')).toContainText(`Through group ${group}`)
  await expect(follower('Nordan Retail').getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await putInGroup(page, '1002', group)
  await expect(follower('Fjällbo Energi')).toContainText('No differences')
  await putInGroup(page, '1001', null)
  await expect(follower('Nordan Retail')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  await putInGroup(page, '1002', null)
  await expect(panel).toContainText('No customer follows this standard yet.')
  await panel.getByRole('button', { name: 'Delete' }).click()
  await panel.getByRole('alert').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The standard is deleted.')).toBeVisible()
})

test('a service window is for a group of customers: who joins it has the window, and it is stopped for all at once', async ({ openAs }) => {
  test.setTimeout(150_000)
  const group = `Bronze ${randomUUID().slice(0, 6)}`
  const page = await openAs('staff', '/admin/customers')
  await putInGroup(page, '1002', group)
  await page.goto('/service-window/1002/create')
  const form = page.getByRole('form', { name: 'Create service window' })
  const next = form.getByRole('button', { name: 'Next' })
  await form.getByRole('textbox', { name: 'Reason' }).fill(`Patching of ${group}`)
  await next.click()
  await form.getByRole('combobox', { name: 'Customers' }).click()
  await page.getByRole('option', { name: 'Fjällbo Energi' }).click()
  await page.getByRole('option', { name: group }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Customers that join the group later get the window too.')).toBeVisible()
  await next.click()
  await form.getByRole('radio', { name: 'All resources of the customer' }).check()
  await next.click()
  await next.click()
  await form.getByRole('button', { name: 'Create service window' }).click()
  await expect(page.getByText('The service window is created for the group, for 1 customer now.')).toBeVisible()

  await putInGroup(page, '1001', group)
  await page.goto('/service-window/1001')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: `Patching of ${group}` }).first()).toBeVisible({ timeout: 3000 })
  }).toPass()
  await page
    .getByRole('link', { name: `Patching of ${group}` })
    .first()
    .click()
  await expect(page.getByText(`For the group ${group}: customers that join get the window`)).toContainText('Fjällbo Energi, Nordan Retail')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop for the group' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Stop for the group' }).click()
  await expect(page.getByText('The window is stopped for the group.')).toBeVisible()
  await expect(page.getByText(`It was for ${group}, until`)).toBeVisible()
  await putInGroup(page, '1001', null)
  await putInGroup(page, '1002', null)
})
