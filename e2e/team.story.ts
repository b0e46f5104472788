import { expect, test } from './story.ts'

test('staff add someone to the team of one customer, which sees them first once moved, and no other does; a removal is taken back', async ({
  openAs,
}) => {
  const staff = await openAs('staff', '/admin/team')
  const name = `Ada ${crypto.randomUUID().slice(0, 8)}`
  await staff.getByRole('button', { name: 'Add person' }).click()
  const form = staff.getByRole('form', { name: 'New person' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Role, in English' }).fill('Cloud architect')
  await form.getByRole('textbox', { name: 'Role, in Swedish' }).fill('Molnarkitekt')
  await form.getByRole('textbox', { name: 'Email' }).fill('ada@vakt.example')
  await form.getByRole('textbox', { name: 'Phone' }).fill('070-123 45 67')
  await form.getByRole('radio', { name: 'Chosen customers' }).check()
  await form.getByRole('combobox', { name: 'Customers' }).click()
  await staff.getByRole('option', { name: 'Nordan Retail' }).click()
  await staff.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save person' }).click()
  const people = staff.getByRole('list', { name: 'People of the team' }).getByRole('listitem')
  await expect(people.last()).toContainText('Only Nordan Retail')
  for (let up = (await people.count()) - 1; up > 0; up -= 1) {
    await people
      .nth(up)
      .getByRole('button', { name: `Move ${name} up` })
      .press('Enter')
    await expect(people.nth(up - 1)).toContainText(name)
    await expect(staff.getByRole('button', { name: `Move ${name} ${up > 1 ? 'up' : 'down'}` })).toBeFocused()
  }

  // Without any role, from the menu.
  const customer = await openAs('ticketsOnly', '/', { language: 'sv' })
  await customer.getByRole('button', { name: /^Konto för/ }).click()
  await customer.getByRole('link', { name: 'Team' }).click()
  const card = customer.getByRole('list', { name: 'Personer' }).locator('> li').first()
  await expect(card).toContainText(name)
  await expect(card).toContainText('Molnarkitekt')
  await expect(card.getByRole('link', { name: `Ring ${name}` })).toHaveAttribute('href', 'tel:+46701234567')
  const other = await openAs('fjallboAdmin', '/team')
  await expect(other.getByRole('list', { name: 'People' }).getByRole('listitem').first()).toBeVisible()
  await expect(other.getByText(name)).toHaveCount(0)

  await staff.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(people.filter({ hasText: name })).toHaveCount(0)
  await staff.getByRole('button', { name: 'Undo' }).click()
  await expect(people.first()).toContainText(name)
  await staff.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(people.filter({ hasText: name })).toHaveCount(0)
})
