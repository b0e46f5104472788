import { choose } from './choose.ts'
import { expect, test } from './story.ts'
import { createTicket } from './tickets.ts'

test('the first field of a fact takes the focus the first time it is opened, and the pencil has it back', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  await createTicket(page, 'The till prints twice', 'Since this morning.')
  for (const [fact, field] of [
    ['Tags', page.getByRole('textbox', { name: 'Tags' })],
    ['Priority', page.getByRole('combobox', { name: 'Priority' })],
    ['Linked tickets', page.getByRole('textbox', { name: 'Number of the other ticket' })],
  ] as const) {
    const pencil = page.getByRole('button', { name: `Change: ${fact}` })
    await pencil.focus()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(pencil).toBeFocused()
  }
})

test('time is registered, changed and removed by the keyboard, which is never left on nothing', async ({ openAs }) => {
  const customer = await openAs('admin', '/tickets/1001')
  const staff = await openAs('staff', await createTicket(customer, 'The till prints twice', 'Since this morning.'))
  const time = staff.getByRole('textbox', { name: 'Time' })
  const register = staff.getByRole('button', { name: 'Register time' })
  await choose(staff, 'Registered time')
  await register.focus()
  await staff.keyboard.press('Enter')
  await expect(time).toBeFocused()
  await staff.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(register).toBeFocused()

  await staff.keyboard.press('Enter')
  await time.fill('soon')
  await staff.getByRole('textbox', { name: 'Note' }).fill('Drove there')
  await staff.keyboard.press('Enter')
  await expect(time).toBeFocused()
  const wrong = staff.getByText('Between 1 minute and 168 hours')
  await expect(wrong).toBeVisible()
  await time.fill('1,5 h')
  await expect(wrong).toBeHidden()
  await staff.keyboard.press('Enter')
  await expect(staff.getByText('Drove there', { exact: true })).toBeVisible()
  await expect(register).toBeFocused()

  const change = staff.getByRole('button', { name: 'Change: Drove there' })
  await change.press('Enter')
  await expect(time).toHaveValue('1 h 30 min')
  await staff.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(change).toBeFocused()
  const remove = staff.getByRole('button', { name: 'Remove: Drove there' })
  await remove.press('Enter')
  await expect(staff.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await staff.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await staff.keyboard.press('Enter')
  await staff.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(staff.getByText('Drove there', { exact: true })).toHaveCount(0)
  await expect(staff.getByText('The entry has been removed.')).toBeVisible()
  await expect(register).toBeFocused()
})
