import { expect, test } from './story.ts'

const refused = { status: 503, errors: [{ property: '', message: 'Busy.', message_translation_key: 'error.unavailable' }], requestId: 'x' }

test('an export is written by the browser itself, and one that fails says so on the page', async ({ openAs, expectError }) => {
  expectError(/status of 503|ERR_FAILED/)
  const page = await openAs('admin', '/my-environment/1001')
  const exportAs = async (format: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: format }).click()
  }
  const body = JSON.stringify(refused)
  await page.route('**/api/v1/download/**', (route) => route.fulfill({ status: 503, contentType: 'text/plain', body }))
  await exportAs(/CSV/)
  await expect(page.getByText('The portal cannot answer right now. Try again in a moment.')).toBeVisible()
  await expect(page).toHaveURL(/\/my-environment\/1001/)
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled()
  await page.unrouteAll()

  const asked = page.waitForRequest(/\/api\/v1\/download\//)
  const [file] = await Promise.all([page.waitForEvent('download'), exportAs(/JSON/)])
  expect(file.suggestedFilename()).toBe('entity.json')
  expect(file.url()).toMatch(/\/api\/v1\/download\/customer\/1001\/entity\?/)
  // A navigation of a frame, of which the page holds nothing.
  expect((await asked).isNavigationRequest()).toBe(true)
  expect((await asked).url()).not.toMatch(/token/)
})
