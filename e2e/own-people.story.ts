import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connectionOf } from '#server/testing/run-vakt.ts'
import { findViolations } from './accessibility.ts'
import { chooseFound } from './choose.ts'
import { expect, test } from './story.ts'

test('a customer’s administrator brings in a colleague, who signs in, leaves again, and is forgotten', async ({ openAs, openBrowser }) => {
  test.setTimeout(180_000)
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
    await expect(panel.getByRole('combobox', { name: 'Roles' })).toContainText('Reader')
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

  await test.step('they are listed without a reload, hand over what is in their hands, and are disabled', async () => {
    const database = new pg.Client(connectionOf(process.env.VAKT_DATA_FOLDER ?? ''))
    await database.connect()
    await database.query(
      `insert into ticket_view (customer_id, owner_id, owner_name, name, is_shared, search, created_at)
       select customer_id, user_id, name, 'Views of ' || name, false, '{}', now() from app_user where name = $1`,
      [nils],
    )
    await page.getByRole('link', { name: nils }).click()
    const panel = page.getByRole('dialog', { name: 'User' })
    const held = panel.getByRole('region', { name: 'In this person’s hands' })
    await expect(held.getByText('1 saved view')).toBeVisible()
    await chooseFound(held, 'Per Nord', { hasText: 'Per Nordlund' })
    await expect(held.getByText('Per Nordlund takes over:')).toBeVisible()
    await expect(held.getByText(`${nils} is signed out everywhere at once, and the account is disabled.`)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await held.getByRole('button', { name: 'Hand over to Per Nordlund' }).click()
    await expect(panel.getByText('Disabled', { exact: true })).toBeVisible()
    await expect(held.getByText('Nothing is in this person’s hands.')).toBeVisible()
    await database.query("delete from ticket_view where name = 'Views of ' || $1", [nils])
    await database.end()
  })

  await test.step('what names them is replaced, once their address is written', async () => {
    const panel = page.getByRole('dialog', { name: 'User' })
    await panel.getByRole('button', { name: 'Anonymise user' }).click()
    const yes = panel.getByRole('button', { name: 'Anonymise for good' })
    await expect(yes).toBeDisabled()
    await panel.getByRole('textbox', { name: `To confirm, write ${colleague}` }).fill(colleague)
    expect(await findViolations(page)).toEqual([])
    await yes.click()
    await expect(panel.getByText('Anonymised', { exact: true })).toBeVisible()
    await expect(panel.getByRole('heading', { name: /^(Former|Tidigare) person [0-9a-f]{6}$/ })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(colleague)).toHaveCount(0)
  })
})
