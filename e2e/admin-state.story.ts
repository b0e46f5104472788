import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

test('the start page of the administration names the schedule in which nobody is on call, leads there, and is quiet once it is gone', async ({
  openAs,
  expectError,
}) => {
  // The page asks for the shifts of a schedule that another story may just have deleted.
  expectError(/404 .*\/shift\?/)
  const name = `Nights ${crypto.randomUUID().slice(0, 8)}`
  const page = await openAs('staff', '/admin')
  const headers = { authorization: `Bearer ${(await readTokens(page)).accessToken}` }
  const layer = { people: [], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }
  const made = await page.request.post('/api/v1/admin/on-call', { headers, data: { name, timeZone: 'UTC', layers: [layer] } })
  const { scheduleId } = (await made.json()).result
  await page.reload()
  // The list beside it has them.
  await expect(page.getByRole('link', { name: /^Branding/ })).toHaveCount(1)
  const state = page.getByRole('region', { name: 'Needs attention' })
  const first = state.getByRole('listitem').first()
  await expect(first).toContainText(/^No one is on call in /)
  await expect(first).toContainText(name)
  await first.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'On-call' })).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()

  await page.request.delete(`/api/v1/admin/on-call/${scheduleId}`, { headers })
  await page.goto('/admin')
  await expect(state).toBeVisible()
  await expect(state).not.toContainText(name)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('navigation', { name: 'Admin pages' }).getByText('Start').first().click()
  await page.getByRole('link', { name: 'Branding' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Branding' })).toBeVisible()
})
