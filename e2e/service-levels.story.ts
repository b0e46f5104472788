import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 } }

test('staff set targets, and a ticket shows its time left, pauses while it waits, and says what was missed', async ({ openAs }) => {
  const admin = await openAs('staff', '/admin/service-levels?customer=1002', wide)
  const own = admin.getByRole('form', { name: /^Targets for Fjällbo/ })
  const low = own.getByRole('group', { name: '4 Low' })
  await low.getByRole('combobox', { name: 'Calendar' }).selectOption({ label: 'Dygnet runt' })
  await low.getByRole('textbox', { name: 'First response' }).fill('soon')
  await low.getByRole('textbox', { name: 'First response' }).press('Tab')
  await expect(low.getByText('Write a time such as 30 min, 4 h or 1 h 30 min.')).toBeVisible()
  await low.getByRole('textbox', { name: 'First response' }).fill('2 h')
  await low.getByRole('textbox', { name: 'Resolution' }).fill('1 h 30 min')
  await own.getByRole('button', { name: 'Save targets' }).click()
  await expect(admin.getByText('The targets are saved.')).toBeVisible()

  const page = await openAs('staff', '/tickets/create?customer=1002', wide)
  const subject = `Meters stand still ${crypto.randomUUID().slice(0, 8)}`
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Description' }).fill('Since this morning.')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)
  const address = new URL(page.url()).pathname
  const left = page.locator('[data-look]')
  await expect(left.filter({ hasText: '2 h left' }).or(left.filter({ hasText: '1 h 59 min left' }))).toBeVisible()
  await expect(left.first()).toHaveAttribute('title', /First response: due .*\nTarget 2 h.*Dygnet runt/)

  await page.goto('/tickets/1002')
  const row = page.getByRole('row').filter({ hasText: subject })
  await expect(row.locator('[data-look="calm"]')).toHaveText(/Resolution: 1 h (30|29) min left/)

  await page.goto(address)
  await page.getByRole('button', { name: 'Choose a status with the comment' }).click()
  await page.getByRole('menuitem', { name: 'Comment and wait for the customer' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Which meters are they?')
  await page.getByRole('button', { name: 'Comment and wait for the customer' }).click()
  await expect(page.locator('[data-look="met"]')).toHaveText('Met')
  await expect(page.locator('[data-look="paused"]')).toHaveText(/^1 h (30|29) min, paused$/)
})

test('tickets whose time was up say so in the list, and first when it is sorted by the time left', async ({ openAs }) => {
  const page = await openAs('staff', '/tickets/1001?sort=due', wide)
  await expect(page.locator('[data-look="late"]').first()).toHaveText(/Overdue by /)
})

test('a calendar is made, changed and removed with the keyboard alone, and the focus comes back to where it was', async ({ openAs }) => {
  const page = await openAs('staff', '/admin/service-levels?customer=1002', wide)
  const name = `Nights ${crypto.randomUUID().slice(0, 8)}`
  const add = page.getByRole('button', { name: 'Add calendar' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(add).toBeFocused()
  const edit = page.getByRole('button', { name: `Edit ${name}` })
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  await expect(edit).toBeFocused()
  const remove = page.getByRole('button', { name: new RegExp(`^Remove.*${name}`) })
  await remove.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: `Remove the calendar ${name}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(edit).toBeHidden()
  await expect(add).toBeFocused()
})
