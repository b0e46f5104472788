import { randomUUID } from 'node:crypto'
import { findViolations } from './accessibility.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

test('an administrator invites a technician for one customer, who works there, sees no other, and is then given all', async ({
  openAs,
  openBrowser,
  request,
  expectError,
}) => {
  test.setTimeout(180_000)
  expectError(/status of 404/)
  const tove = `Tove ${randomUUID().slice(0, 8)}`
  const address = `${tove.replace(' ', '.').toLowerCase()}@vakt.example`
  const condition = newCondition('role-01')
  await notify(request, 'firing', condition)
  const page = await openAs('staff', '/admin/users')

  await test.step('the form says what each role may do', async () => {
    await page.getByRole('button', { name: 'Invite user' }).click()
    const panel = page.getByRole('dialog', { name: 'Invite user' })
    await panel.getByRole('textbox', { name: 'Name' }).fill(tove)
    await panel.getByRole('textbox', { name: 'Email' }).fill(address)
    await expect(panel.getByText('Works with incidents, tickets and service windows.')).toBeVisible()
    await panel.getByRole('radio', { name: /^Technician/ }).check()
    await panel.getByRole('radio', { name: 'Only chosen customers' }).check()
    await panel.getByRole('combobox', { name: 'Chosen customers' }).click()
    await page.getByRole('option', { name: 'Nordan Retail' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option', { name: 'Nordan Retail' })).toBeHidden()
    expect(await findViolations(page)).toEqual([])
    await panel.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(panel.getByRole('heading', { name: `${tove} is invited` })).toBeVisible()
    await panel.getByRole('button', { name: 'Done' }).click()
  })

  const theirs = await (await openBrowser()).newPage()
  await theirs.goto('/')
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await theirs.getByRole('button', { name: new RegExp(address) }).click()

  await test.step('the technician sees that customer alone, and no page of the administration', async () => {
    await theirs.getByRole('link', { name: 'Incidents', exact: true }).click()
    const table = theirs.getByRole('table', { name: 'Incidents' })
    await expect(table).toContainText('Nordan Retail')
    await expect(table).not.toContainText('Fjällbo Energi')
    await theirs.getByRole('button', { name: /Choose a customer/ }).click()
    const chooser = theirs.getByRole('dialog', { name: 'Choose a customer' })
    await expect(chooser.getByText('Nordan Retail')).toBeVisible()
    await expect(chooser.getByText('Fjällbo Energi')).toHaveCount(0)
    await theirs.keyboard.press('Escape')
    await expect(theirs.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
    for (const place of ['/admin/users', '/incidents/1002', '/admin/storage']) {
      await theirs.goto(place)
      await expect(theirs.getByRole('heading', { name: /Page not found|not authorized/i })).toBeVisible()
    }
    await expect(theirs.getByText('Only administrators of the provider may see this page.')).toBeVisible()
  })

  await test.step('they work there', async () => {
    await theirs.goto('/incidents/1168?all=true')
    await theirs.getByRole('link', { name: titleOf(condition) }).click()
    await theirs.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect(theirs.getByRole('button', { name: 'Undo acknowledgement' })).toBeVisible()
  })

  await test.step('another choice of customers counts at once', async () => {
    await page.getByRole('link', { name: tove }).click()
    const panel = page.getByRole('dialog', { name: 'User' })
    await panel.getByRole('radio', { name: /^All customers/ }).check()
    await panel.getByRole('button', { name: 'Save role' }).click()
    await expect(page.getByText('The role is saved and applies from the next request.')).toBeVisible()
    // A toast stays while the mouse is on it.
    await page.mouse.move(0, 0)
    await theirs.goto('/incidents/1168?all=true')
    await expect(theirs.getByRole('table', { name: 'Incidents' })).toContainText('Fjällbo Energi')
  })

  await test.step('who only reads is offered nothing that changes tickets in their list', async () => {
    const panel = page.getByRole('dialog', { name: 'User' })
    await panel.getByRole('radio', { name: /^Read/ }).check()
    await panel.getByRole('button', { name: 'Save role' }).click()
    const saved = page.getByText('The role is saved and applies from the next request.')
    await expect(saved.first()).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(saved).toHaveCount(0)
    await theirs.goto('/tickets/1168?all=true')
    const tickets = theirs.getByRole('table', { name: 'Tickets' })
    await expect(tickets).toContainText('Nordan Retail')
    await expect(tickets.getByRole('checkbox')).toHaveCount(0)
    await expect(tickets.getByRole('button', { name: /^(Change the status of|Assign) ticket/ })).toHaveCount(0)
  })

  await test.step('they leave', async () => {
    await theirs.goto('about:blank')
    const panel = page.getByRole('dialog', { name: 'User' })
    await panel.getByRole('button', { name: 'Disable user' }).click()
    await panel.getByRole('button', { name: 'Yes, disable' }).click()
    await expect(panel.getByText('Disabled', { exact: true })).toBeVisible()
  })
  await notify(request, 'resolved', condition)
})
