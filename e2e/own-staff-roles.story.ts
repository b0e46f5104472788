import { randomUUID } from 'node:crypto'
import { findViolations } from './accessibility.ts'
import { expect, test } from './story.ts'

test('an administrator makes a role from another, gives it, changes it while it is used, and removes it once no one has it', async ({
  openAs,
  openBrowser,
  expectError,
}) => {
  test.setTimeout(180_000)
  // What stands open asks once more when the right to it is taken away.
  expectError(/status of 403/)
  const [mark] = randomUUID().split('-')
  const [name, person] = [`Night shift ${mark}`, `Nora ${mark}`]
  const address = `nora.${mark}@vakt.example`
  const page = await openAs('staff', '/admin/staff-roles')
  const matrix = page.getByRole('table', { name: 'What each role allows' })
  const row = matrix.getByRole('row', { name: new RegExp(name) })

  await test.step('the role begins with what a technician may do', async () => {
    await matrix.getByRole('button', { name: 'Copy the role Technician' }).click()
    const form = page.getByRole('form', { name: 'New role' })
    await form.getByRole('textbox', { name: 'In English' }).fill(name)
    const overview = form.getByRole('combobox', { name: 'Incidents and alerts' })
    const warning = form.getByText('Without Incidents and alerts no one can choose a customer')
    await overview.selectOption('No access')
    await expect(warning).toBeVisible()
    await overview.selectOption('Read')
    await expect(warning).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Save role' }).click()
    await expect(page.getByText('The role is saved. It applies at once to everyone who has it.')).toBeVisible()
    await expect(row).toContainText('No one has it')
    await expect(row.getByRole('cell').nth(1)).toContainText('Change')
  })

  await test.step('someone is invited with it', async () => {
    await page.goto('/admin/users?invite=true')
    const panel = page.getByRole('dialog', { name: 'Invite user' })
    await panel.getByRole('textbox', { name: 'Name' }).fill(person)
    await panel.getByRole('textbox', { name: 'Email' }).fill(address)
    await panel.getByRole('radio', { name }).check()
    await panel.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(panel.getByRole('heading', { name: `${person} is invited` })).toBeVisible()
  })

  const theirs = await (await openBrowser()).newPage()
  await theirs.goto('/')
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await theirs.getByRole('button', { name: new RegExp(address) }).click()
  const reports = theirs.getByRole('link', { name: 'Reports', exact: true })
  await expect(reports).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Unmatched signals', exact: true })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)

  await test.step('a change reaches the open browser of who has it', async () => {
    await page.goto('/admin/staff-roles')
    await expect(row).toContainText('1 person has it')
    await row.getByRole('button', { name: `Edit the role ${name}` }).click()
    const form = page.getByRole('form', { name: `Edit the role ${name}` })
    await form.getByRole('combobox', { name: 'Reports' }).selectOption('No access')
    await form.getByRole('button', { name: 'Save role' }).click()
    await expect(form).toHaveCount(0)
    await expect(reports).toHaveCount(0)
  })

  await test.step('it is not removed while someone has it', async () => {
    await row.getByRole('button', { name: `Remove the role ${name}` }).click()
    await expect(page.getByText(`${person} has this role. Give another role first.`)).toBeVisible()
    await page.goto(`/admin/users?q=${address}`)
    await page.getByRole('link', { name: person }).click()
    const panel = page.getByRole('dialog', { name: 'User' })
    await panel.getByRole('radio', { name: 'None' }).check()
    await panel.getByRole('button', { name: 'Save role' }).click()
    await expect(page.getByText('The role is saved and applies from the next request.')).toBeVisible()
    await page.goto('/admin/staff-roles')
    await row.getByRole('button', { name: `Remove the role ${name}` }).click()
    await expect(page.getByText(`The role ${name} is removed.`)).toBeVisible()
    await expect(row).toHaveCount(0)
  })
})
