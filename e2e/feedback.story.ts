import { makePicture } from './files.ts'
import { tabTo } from './keyboard.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

const attachments = /\/ticket\/attachment\//

test('feedback goes out with who, where and what, and a file that fails is sent again alone', async ({ openAs, expectError }) => {
  expectError(/50[03]/)
  const page = await openAs('admin', '/alert-overview')
  const text = `The list is quick ${crypto.randomUUID().slice(0, 8)}`
  let uploads = 0
  await page.route(attachments, async (route) => {
    uploads += 1
    await (uploads === 2 ? route.fulfill({ status: 503, json: { errors: [], requestId: 'x' } }) : route.continue())
  })
  await page.getByRole('link', { name: 'Feedback' }).click()
  await expect(page).toHaveURL(/\/alert-overview/)
  const dialog = page.getByRole('dialog', { name: 'Feedback' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('The description cannot be empty.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Description' }).fill(text)
  await dialog
    .locator('input[type=file]')
    .setInputFiles([await makePicture(page, 'one.png', 'red'), await makePicture(page, 'two.png', 'blue')])
  const failing = { status: 500, json: { errors: [], requestId: 'x' } }
  await page.route('**/customer/1001/ticket', (route) => route.fulfill(failing), { times: 1 })
  await dialog.getByRole('button', { name: 'Send' }).click()
  const toast = page.locator('.mantine-Notification-root[role=alert]')
  await expect(toast).toContainText('We could not send your feedback. Please try again later.')
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(text)
  const sending = page.waitForRequest((request) => request.method() === 'POST' && /\/ticket$/.test(request.url()))
  await dialog.getByRole('button', { name: 'Send' }).click()
  const sent = (await sending).postDataJSON()
  expect(sent).toMatchObject({ subject: `[FEEDBACK]${text}`, type: 'request', area: 'feedback', priority: 1, status: 'new' })
  for (const part of ['admin@nordan.example', '/alert-overview', 'Viewport:', 'Browser:', 'Permissions:'])
    expect(sent.description).toContain(part)

  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred while uploading the attachment two.png.' })).toBeVisible()
  await expect(dialog.getByText('We have received your feedback, but a file was not attached.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Attach the files' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'We have received your feedback.' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(uploads).toBe(3)
  await page.goto('/tickets/1001')
  await expect(page.getByRole('link', { name: `[FEEDBACK]${text}` })).toHaveCount(1)
})

test('who may only read gives feedback with the keyboard alone, on any screen', async ({ openAs }) => {
  const page = await openAs('reader', '/dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Feedback' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Feedback' })
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Feedback' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await page.keyboard.type('Good night.')
  await tabTo(page, dialog.getByRole('button', { name: 'Send' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'We have received your feedback.' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('the address of feedback opens the form over the start page', async ({ openAs }) => {
  const page = await openAs('admin', '/feedback')
  await expect(page.getByRole('dialog', { name: 'Feedback' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})
