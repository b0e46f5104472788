import { heading } from './screens.ts'
import { newCondition, notify } from './signals.ts'
import { expect, test } from './story.ts'

test('two people handle an incident at once: the second is told, and sees what it became', async ({ openAs, request, expectError }) => {
  expectError(/409/)
  const condition = newCondition('vm-dc-02')
  await notify(request, 'firing', condition)
  const first = await openAs('admin', '/incidents/1001')
  const title = `vm-dc-02: ${condition.name}`
  await first.getByRole('link', { name: title }).click()
  await expect(heading(first)).toHaveText(title)
  const second = await openAs('staff', new URL(first.url()).pathname)
  await expect(second.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  // The second does not hear of it: as when both press within the same moment.
  await second.route('**/live**', (route) => route.abort())
  await second.route('**/api/v1/customer/1001/incident/*', async (route) => {
    if (route.request().method() === 'PUT') await first.getByRole('button', { name: 'Acknowledge' }).click()
    if (route.request().method() === 'PUT') await expect(first.getByRole('button', { name: 'Take back' })).toBeVisible()
    await route.continue()
  })
  await second.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(second.getByRole('alert')).toContainText('Somebody else was first: it is acknowledged.')
  await expect(second.getByRole('button', { name: 'Take back' })).toBeVisible()

  await first.getByRole('textbox', { name: 'Note' }).fill('It is the disk.')
  await first.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(first.getByRole('listitem').filter({ hasText: 'It is the disk.' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Resolve' })).toHaveCount(0)
  await notify(request, 'resolved', condition)
  await expect(first.getByRole('complementary').getByText('The condition cleared')).toBeVisible()
})

test('what matched nothing is bound once, and its past alert follows', async ({ openAs, request }) => {
  const condition = newCondition(`vm-dc-02-x${Date.now()}`)
  await notify(request, 'firing', condition)
  const admin = await openAs('staff', '/admin/unmatched-signals')
  await admin.getByRole('row').filter({ hasText: condition.instance }).getByRole('link').press('Enter')
  const panel = admin.getByRole('dialog', { name: 'Details' })
  await expect(panel).toContainText('No entity has this id or name.')
  await panel.getByRole('button', { name: 'Bind to vm-dc-02', exact: true }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Bound to vm-dc-02' })).toBeVisible()
  await expect(panel).toBeHidden()
  const incidents = await openAs('admin', `/incidents/1001?q=${condition.name}`)
  await expect(incidents.getByRole('link', { name: `vm-dc-02: ${condition.name}` })).toBeVisible({ timeout: 15_000 })
  await admin.getByRole('radio', { name: 'Bindings' }).check()
  await admin.getByRole('button', { name: `Take back the binding of ${condition.instance}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(admin.getByRole('button', { name: `Take back the binding of ${condition.instance}` })).toHaveCount(0)
  await notify(request, 'resolved', condition)
})

test('the wall says when it is not current, and when it is again', async ({ openAs, expectError }) => {
  expectError(/ERR_INTERNET_DISCONNECTED|Failed to load resource|network/i)
  const wall = await openAs('admin', '/dashboard')
  await wall.getByRole('link', { name: 'Wall mode' }).click()
  const frame = wall.getByRole('region', { name: 'Wall mode' })
  await expect(frame.getByRole('status')).toContainText('Current')
  await wall.context().setOffline(true)
  await expect(frame.getByRole('status')).toContainText('Not current', { timeout: 45_000 })
  await wall.context().setOffline(false)
  await expect(frame.getByRole('status')).toContainText(/^Current/, { timeout: 45_000 })
  await wall.keyboard.press('Escape')
  await expect(frame).toBeHidden()
})
