import { randomUUID } from 'node:crypto'
import { findViolations } from './accessibility.ts'
import { expect, test } from './story.ts'

test('a customer’s administrator brings in a colleague, who signs in, and is disabled again', async ({ openAs, openBrowser }) => {
  test.setTimeout(120_000)
  const nils = `Nils ${randomUUID().slice(0, 8)}`
  const colleague = `${nils.replace(' ', '.').toLowerCase()}@colleague.example`
  const page = await openAs('fjallboAdmin', '/settings/profile')
  await page.getByRole('link', { name: 'Users', exact: true }).click()

  await test.step('they may not change themselves, and see what their roles allow', async () => {
    await page.getByRole('link', { name: 'Per Nordlund' }).click()
    const panel = page.getByRole('dialog', { name: 'User' })
    await expect(panel.getByText('You cannot change your own roles')).toBeVisible()
    await expect(panel.getByText('Tickets: write')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Disable user' })).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('a colleague is invited, and comes', async () => {
    await page.getByRole('button', { name: 'Invite user' }).click()
    const panel = page.getByRole('dialog', { name: 'Invite user' })
    await panel.getByRole('textbox', { name: 'Name' }).fill(nils)
    await panel.getByRole('textbox', { name: 'Email' }).fill(colleague)
    await panel.getByRole('combobox', { name: 'Roles' }).click()
    await page.getByRole('option', { name: 'Reader' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option', { name: 'Reader' })).toBeHidden()
    await panel.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(panel.getByRole('heading', { name: `${nils} is invited` })).toBeVisible()
    await panel.getByRole('button', { name: 'Done' }).click()

    const theirs = await (await openBrowser()).newPage()
    await theirs.goto('/')
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await theirs.getByRole('button', { name: new RegExp(colleague) }).click()
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
    await theirs.goto('about:blank')
  })

  await test.step('they are listed without a reload, and disabled', async () => {
    await page.getByRole('link', { name: nils }).click()
    const panel = page.getByRole('dialog', { name: 'User' })
    await panel.getByRole('button', { name: 'Disable user' }).click()
    await panel.getByRole('button', { name: 'Yes, disable' }).click()
    await expect(panel.getByText('Disabled', { exact: true })).toBeVisible()
  })
})
