import { randomUUID } from 'node:crypto'
import { findViolations } from './accessibility.ts'
import { expect, test } from './story.ts'

test('a customer leaves: it is closed, kept a little longer, erased, and one line is left', async ({
  openAs,
  openBrowser,
  expectError,
}) => {
  test.setTimeout(180_000)
  const number = `L${randomUUID().slice(0, 8)}`
  const name = `Leaving ${number}`
  const person = `eva@${number.toLowerCase()}.example`
  const page = await openAs('staff', '/admin/customers?create=true')

  await test.step('there is a customer with a person', async () => {
    const panel = page.getByRole('dialog', { name: 'Create customer' })
    await panel.getByRole('textbox', { name: 'Number' }).fill(number)
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await panel.getByRole('button', { name: 'Create customer' }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.goto(`/admin/users?customer=${number}`)
    await page.getByRole('button', { name: 'Invite user' }).click()
    const invite = page.getByRole('dialog', { name: 'Invite user' })
    await invite.getByRole('textbox', { name: 'Name' }).fill('Eva')
    await invite.getByRole('textbox', { name: 'Email' }).fill(person)
    await invite.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(invite.getByRole('heading', { name: 'Eva is invited' })).toBeVisible()
  })

  const eva = await (await openBrowser()).newPage()
  await test.step('the person signs in', async () => {
    await eva.goto('/')
    await eva.getByRole('button', { name: 'Sign in' }).click()
    await eva.getByRole('button', { name: new RegExp(person) }).click()
    await expect(eva.getByRole('heading', { level: 1 })).toBeVisible()
    await eva.goto('about:blank')
  })

  await page.goto(`/admin/customers?open=${number}`)
  const panel = page.getByRole('dialog', { name: 'Customer', exact: true })
  await test.step('the customer is closed, with the days until it is erased', async () => {
    await panel.getByRole('button', { name: 'Close customer…' }).click()
    const dialog = page.getByRole('dialog', { name: `Close ${name}` })
    await expect(dialog.getByRole('spinbutton', { name: 'Days from the closing' })).toHaveValue('90')
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Name of the customer' }).fill(name)
    await dialog.getByRole('button', { name: 'Close customer', exact: true }).click()
    await expect(panel.getByText(/^Will be erased on /)).toBeVisible()
  })

  await test.step('it is kept, because the law demands it', async () => {
    await panel.getByRole('button', { name: 'Change date…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change when it is erased' })
    await dialog.getByRole('radio', { name: 'Keep' }).check()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A lawsuit')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByText('Is kept, and not erased. Reason: A lawsuit')).toBeVisible()
  })

  await test.step('it is erased for good once its name was typed', async () => {
    await panel.getByRole('button', { name: 'Erase now…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase customer' })
    await expect(dialog.getByText('1 person', { exact: true })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Name of the customer' }).fill(name)
    // The panel asks for the customer until it is gone.
    expectError(/404/)
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await expect(panel.getByText('There is no such customer')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('one line is left, and the person is not let in', async () => {
    await page.goto(`/admin/customers?closed=true&q=${number}`)
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row.getByText(/^Erased on .* by /)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expectError(/40[03]/)
    await eva.goto('/')
    await expect(eva.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await eva.getByRole('button', { name: 'Sign in' }).click()
    await expect(eva.getByRole('button', { name: /vakt\.example/ }).first()).toBeVisible()
    await expect(eva.getByRole('button', { name: new RegExp(person) })).toHaveCount(0)
    await eva.goto('about:blank')
  })
})
