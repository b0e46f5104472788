import { chooseFound } from './choose.ts'
import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 } }

test('staff make an on-call schedule, see who is on call, put another person on call, end that, and undo a removal', async ({ openAs }) => {
  const page = await openAs('staff', '/admin/on-call', wide)
  const name = `Operations ${crypto.randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Add schedule' }).click()
  const form = page.getByRole('form', { name: 'New on-call schedule' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await chooseFound(form.getByRole('group', { name: 'People, in rotation order' }), 'Karin', { hasText: 'Karin Lindqvist' })
  await form.getByRole('button', { name: 'Save schedule' }).click()
  const schedule = page.getByRole('region', { name })
  await expect(schedule.getByText('Karin Lindqvist is on call, with no handover', { exact: false }).first()).toBeVisible()

  await schedule.getByRole('button', { name: `Override in ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Add override: ${name}` })
  await dialog.getByRole('button', { name: 'Save override' }).click()
  await expect(page.getByText('The override is saved')).toBeVisible()
  const timeline = schedule.getByRole('group', { name: `On-call timeline of ${name}` })
  await timeline.getByRole('button', { name: /override/ }).click()
  await page.getByRole('button', { name: 'End override' }).click()
  await expect(page.getByText('The override has ended')).toBeVisible()
  await expect(timeline.getByRole('button', { name: /override/ })).toHaveCount(0)

  await schedule.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(schedule).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(schedule).toBeVisible()
  await schedule.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(schedule).toHaveCount(0)
})

test('a schedule that nobody takes a turn in says so, as a gap', async ({ openAs }) => {
  const page = await openAs('staff', '/admin/on-call', wide)
  const name = `Empty ${crypto.randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Add schedule' }).click()
  const form = page.getByRole('form', { name: 'New on-call schedule' })
  await form.getByRole('button', { name: 'Save schedule' }).click()
  await expect(form.getByText('The name cannot be empty.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('button', { name: 'Save schedule' }).click()
  const schedule = page.getByRole('region', { name })
  await expect(schedule.getByText('No one is on call', { exact: true })).toBeVisible()
  await schedule.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(schedule).toHaveCount(0)
})
