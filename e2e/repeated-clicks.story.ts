import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

test('clicked twice, and again after an answer that was lost, a major incident is opened once', async ({
  openAs,
  request,
  expectError,
}) => {
  expectError(/ERR_FAILED/)
  const condition = newCondition('vm-wms-01')
  await notify(request, 'firing', condition)
  const own = await openAs('admin', '/incidents/1001')
  await own.getByRole('link', { name: titleOf(condition) }).click()
  await expect(own.getByRole('heading', { level: 1 })).toHaveText(titleOf(condition))
  const staff = await openAs('staff', new URL(own.url()).pathname)
  const keys: (string | undefined)[] = []
  await staff.route('**/api/v1/major-incident', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // Carried out, and its answer is lost.
    await route.fetch()
    await route.abort()
  })
  const title = `Lost answer ${condition.name}`
  await staff.getByRole('button', { name: 'More actions' }).click()
  await staff.getByRole('menuitem', { name: 'Add to a major incident…' }).click()
  await staff.getByRole('button', { name: 'Start a new one' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Start a major incident' })
  await dialog.getByRole('textbox', { name: 'Title in English' }).fill(title)
  const start = dialog.getByRole('button', { name: 'Start a major incident' })
  await start.dblclick()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await start.click()
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(title)
  expect(new Set(keys).size).toBe(1)
  await staff.goto(`/major-incidents?q=${encodeURIComponent(title)}`)
  await expect(staff.locator('[data-row-link]').filter({ hasText: title })).toHaveCount(1)
  await notify(request, 'resolved', condition)
})

test('/ goes to the search of every list, and the arrow down to its first row, though a choice stands before it', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard')
  const search = page.getByRole('search').getByRole('textbox')
  for (const list of ['/alert-rules/1001', '/incidents/1001', '/tickets/1001']) {
    await page.goto(list)
    const rows = page.locator('main [data-row-link]')
    await expect(rows.first()).toBeVisible()
    const address = page.url()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows.first()).toBeFocused()
    expect(page.url()).toBe(address)
  }
  // There may be no window, and its choice stands first all the same.
  await page.goto('/service-window/1001')
  const all = page.getByRole('radio', { name: 'All', exact: true })
  await all.focus()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(all).toBeChecked()
})
