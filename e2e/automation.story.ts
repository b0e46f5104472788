import { findViolations } from './accessibility.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 } }

test('a process is written, reordered by keyboard, edited, compared with its version, and deleted', async ({ openAs }) => {
  const page = await openAs('admin', '/automation/1001/new', wide)
  const name = `Process ${crypto.randomUUID().slice(0, 8)}`
  const form = page.getByRole('form', { name: 'Create process' })
  await form.getByRole('button', { name: 'Save process' }).click()
  await expect(form.getByText('The name cannot be empty.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  const add = async (step: string) => {
    await form.getByRole('button', { name: 'Add step', exact: true }).click()
    await page.getByRole('menuitem', { name: step, exact: true }).click()
  }
  await add('Check that it is still alerting')
  await add('Tag the ticket')
  await form.getByRole('textbox', { name: 'Tags', exact: true }).last().fill('night')
  await form.getByRole('textbox', { name: 'Comment on the ticket' }).fill('{severity} on {resource}')
  await expect(form.getByText('critical on vm-web-01')).toBeVisible()
  await form.getByRole('button', { name: 'Move step 2: Tag the ticket with night', exact: true }).press('ArrowUp')
  await expect(form.getByRole('button', { name: 'Move step 1: Tag the ticket with night', exact: true })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save process' }).click()

  const panel = page.getByRole('dialog', { name: 'Process' })
  await expect(panel.getByRole('listitem').first()).toContainText('Tag the ticket with night')
  await panel.getByRole('link', { name: 'Edit' }).click()
  const editor = page.getByRole('form', { name: 'Edit process' })
  await editor.getByRole('button', { name: 'Remove step 2: Still alerting? Otherwise end' }).click()
  await editor.getByRole('button', { name: 'Save process' }).click()
  await expect(panel).toContainText('Version 2 · Changed')
  await expect(panel).toContainText('Removed: Still alerting? Otherwise end')
  expect(await findViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})

test('an alert starts the process of its resource, and someone starts it again by hand, in Swedish', async ({ openAs, request }) => {
  const name = `Körning ${crypto.randomUUID().slice(0, 8)}`
  const editor = await openAs('admin', '/my-environment/1001?q=dbw-nordan', { ...wide, language: 'sv' })
  await editor.getByRole('link', { name: 'dbw-nordan', exact: true }).click()
  await editor.getByRole('navigation').getByRole('link', { name: 'Automatisering' }).last().click()
  await editor.getByRole('main').getByRole('link', { name: 'Skapa process' }).first().click()
  const form = editor.getByRole('form', { name: 'Skapa process' })
  await form.getByRole('textbox', { name: 'Namn', exact: true }).fill(name)
  await form.getByRole('button', { name: 'Lägg till steg', exact: true }).click()
  await editor.getByRole('menuitem', { name: 'Tagga ärendet', exact: true }).click()
  await form.getByRole('textbox', { name: 'Taggar', exact: true }).last().fill('natt')
  await form.getByRole('button', { name: 'Spara process' }).click()
  await expect(editor.getByRole('dialog', { name: 'Process' })).toBeVisible()

  const condition = newCondition('dbw-nordan')
  await notify(request, 'firing', condition)
  const page = await openAs('admin', `/incidents/1001?q=${condition.name}`, { language: 'sv' })
  await page.getByRole('link', { name: titleOf(condition) }).click()
  const lines = page.getByRole('list', { name: 'Automatisering' }).first().getByRole('listitem').filter({ hasText: name })
  await expect(lines).toContainText('Klar')
  await page.getByRole('button', { name: 'Starta en process' }).click()
  await page.getByRole('button', { name: `Starta ${name}` }).click()
  await expect(lines).toHaveCount(2)
  await expect(lines.filter({ hasText: 'Klar' })).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])
  await lines.first().getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'natt' }).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await notify(request, 'resolved', condition)
})
