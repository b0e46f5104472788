import { randomUUID } from 'node:crypto'
import { findViolations } from './accessibility.ts'
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

test('a process is created for the customer that the form asks for while all customers are chosen', async ({ openAs }) => {
  const page = await openAs('staff', '/automation/1168?all=true')
  await page.getByRole('link', { name: 'Create process' }).first().click()
  await expect(page.getByText('Which one is it for?')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).selectOption({ label: 'Fjällbo Energi' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/automation/1002/new')
  await expect(page.getByRole('button', { name: /^Looking at Fjällbo Energi/ })).toBeVisible()
})
