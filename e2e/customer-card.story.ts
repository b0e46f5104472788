import { findViolations } from './accessibility.ts'
import { expect, test } from './story.ts'

test('what staff write on the card of a customer stands on its tickets and incidents for staff alone, and a change is taken back', async ({
  openAs,
}) => {
  const sentence = `Call Maria first at night ${crypto.randomUUID().slice(0, 8)}.`
  const staff = await openAs('staff', '/admin/customer-card?customer=1002')
  const form = staff.getByRole('form', { name: 'Customer card' })
  await form.getByRole('button', { name: 'Add instruction' }).click()
  await form.getByRole('textbox', { name: 'Sentence' }).fill(sentence)
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Maria Ek')
  await form.getByRole('textbox', { name: 'Phone' }).fill('070-123 45 67')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByText('The card is saved')).toBeVisible()

  await staff.goto('/incidents/1002?state=open&state=acknowledged&state=resolved')
  await staff.getByRole('table').getByRole('link').first().click()
  const card = staff.getByRole('region', { name: 'Customer card, staff only' })
  await expect(card.getByText(sentence)).toBeVisible()
  const call = card.getByRole('link', { name: 'Call Maria Ek' })
  await expect(call).toBeHidden()
  await card.getByText('1 contact', { exact: true }).click()
  await expect(call).toHaveAttribute('href', 'tel:+46701234567')
  expect(await findViolations(staff)).toEqual([])

  await staff.goto('/tickets/1002')
  await staff.getByRole('table').getByRole('link').first().click()
  await expect(card.getByText(sentence)).toBeVisible()
  const { pathname } = new URL(staff.url())
  const customer = await openAs('fjallboAdmin', pathname)
  await expect(customer.getByRole('heading', { name: 'Conversation' })).toBeAttached()
  await expect(customer.getByText(sentence)).toHaveCount(0)

  await card.getByRole('link', { name: 'Edit the card' }).click()
  const text = form.getByRole('textbox', { name: 'Sentence' })
  await text.fill('Call no one.')
  await form.getByRole('button', { name: 'Save' }).click()
  await staff.getByRole('button', { name: 'Undo' }).click()
  await expect(text).toHaveValue(sentence)
})
