import { makePicture, pastePicture } from './files.ts'
import { tabTo } from './keyboard.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const uniqueSubject = () => `The freezer in Luleå blinks ${crypto.randomUUID().slice(0, 8)}`

test('a ticket is created on a phone with two pictures, one from the clipboard, and shows them', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/create', phone)
  const subject = uniqueSubject()
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Description' }).fill('See the pictures.')
  const [first, second] = [await makePicture(page, 'Frysen på lagret.png', '#3366cc'), await makePicture(page, 'x', '#cc6633')]
  await page.locator('input[type=file]').setInputFiles([first])
  await expect(page.getByText('The file has been added for upload.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Subject' }).focus()
  await pastePicture(page, second)
  await expect(page.getByRole('list', { name: 'Files: 2 of 5' }).getByRole('listitem')).toHaveText([
    /Frysen på lagret\.png/,
    /pasted-.*\.png/,
  ])
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(page)).toHaveText(subject)

  const pictures = page.getByRole('list', { name: 'Attachments' }).getByRole('button')
  await expect(pictures).toHaveCount(2)
  await expect(pictures.first().locator('img')).toHaveJSProperty('naturalWidth', 480)
  await pictures.first().click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.locator('img')).toHaveJSProperty('naturalWidth', 640)
  await expect(viewer).toContainText('1 of 2')
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('img', { name: /^pasted-/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('img', { name: 'Frysen på lagret.png' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('Frysen på lagret.png')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(pictures.first()).toBeFocused()
})

test('a file that the server refuses leaves the ticket as it is, and only that file is sent again', async ({ openAs, expectError }) => {
  expectError(/400/)
  const page = await openAs('admin', '/tickets/create')
  let created = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/ticket$/.test(request.url())) created += 1
  })
  const subject = uniqueSubject()
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Description' }).fill('See the log.')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('all is well') },
    { name: 'not-a-picture.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
  ])
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'An error occurred while uploading the attachment not-a-picture.png. The content does not match the file name.' }),
  ).toBeVisible()
  await expect(page.getByText('The ticket was created, but a file was not attached.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Files: 1 of 5' }).getByRole('listitem')).toHaveText([/not-a-picture\.png/])
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeDisabled()

  await tabTo(page, page.getByRole('button', { name: 'Remove not-a-picture.png' }))
  await page.keyboard.press('Enter')
  await page.locator('input[type=file]').setInputFiles([await makePicture(page, 'a-picture.png', '#336633')])
  await tabTo(page, page.getByRole('button', { name: 'Attach the files' }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(subject)
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('button')).toHaveCount(2)
  expect(created).toBe(1)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])
  const downloading = page.waitForEvent('download')
  await tabTo(page, page.getByRole('button', { name: /^Download log\.txt/ }))
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('log.txt')
})

test('a file that cannot be attached is refused before the comment is sent, and the others go with it', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/create')
  await page.getByRole('textbox', { name: 'Subject' }).fill('The till says no')
  await page.getByRole('textbox', { name: 'Description' }).fill('See the log.')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(page)).toHaveText('The till says no')
  await page
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'till.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'till.log', mimeType: '', buffer: Buffer.from('no') },
    ])
  await expect(page.getByRole('alert')).toContainText('Files such as till.exe cannot be attached.')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Here it is.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Download till\.log/ })).toBeVisible()
})

test('a picture pasted into a comment stands within the text, opens large, and is taken out with its file', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/create')
  const subject = uniqueSubject()
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Description' }).fill('See below.')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(page)).toHaveText(subject)
  const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
  await comment.fill('It looks like this:')
  await pastePicture(page, await makePicture(page, 'x', '#cc6633'))
  await expect(page.getByRole('img', { name: /^Preview of pasted-/ })).toHaveJSProperty('naturalWidth', 640)
  await page.keyboard.type('Hm. ')
  await expect(comment).toHaveValue(/^It looks like this:\n!\[pasted-.*\.png\]\(attachment:pasted-.*\.png\)\nHm\. $/)
  await pastePicture(page, await makePicture(page, 'x', '#3366cc'))
  await page
    .getByRole('button', { name: /^Remove pasted-.*\.png/ })
    .last()
    .click()
  await expect(comment).toHaveValue(/^It looks like this:\n!\[pasted-.*\.png\]\(attachment:pasted-.*\.png\)\nHm\. \n\s*$/)
  await comment.press('Control+End')
  await page.keyboard.type('Odd, is it not? ![x](https://vakt.example/x.png)')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const said = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Odd, is it not?' })
  await expect(said.getByRole('img', { name: /^pasted-/ })).toHaveJSProperty('naturalWidth', 640)
  await expect(said.getByRole('list', { name: 'Attachments' })).toHaveCount(0)
  await expect(said.getByRole('link', { name: 'x', exact: true })).toHaveAttribute('href', 'https://vakt.example/x.png')
  await said.getByRole('button', { name: /^Show pasted-/ }).click()
  await expect(page.getByRole('dialog').locator('img')).toHaveJSProperty('naturalWidth', 640)
  await page.keyboard.press('Escape')
  await expect(said.getByRole('button', { name: /^Show pasted-/ })).toBeFocused()
})

test('a picture that does not get through stays in reach, and goes to its own comment when it is sent again', async ({
  openAs,
  expectError,
}) => {
  expectError(/status of 503|ERR_FAILED/)
  const page = await openAs('staff', '/tickets/create?customer=1001')
  const subject = uniqueSubject()
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Description' }).fill('See below.')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(page)).toHaveText(subject)
  const said = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
  const unsent = page.getByRole('button', { name: /^Remove pasted-/ })
  const uploads = '**/ticket/attachment/**'
  await page.keyboard.press('n')
  await page.keyboard.type('Among ourselves:')
  await expect(page.getByRole('textbox', { name: 'Internal note', exact: true })).toHaveValue('Among ourselves:')
  await pastePicture(page, await makePicture(page, 'x', '#cc6633'))
  await page.route(uploads, (route) => route.fulfill({ status: 503, json: { errors: [], requestId: '' } }))
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: /pasted-.*Try again/ })).toBeVisible()
  await expect(unsent).toBeVisible()
  await page.unroute(uploads)
  await page.getByRole('radio', { name: 'Reply' }).check()
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('We look into it.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(said('Among ourselves:').getByRole('img', { name: /^pasted-/ })).toHaveJSProperty('naturalWidth', 640)
  await expect(said('We look into it.').getByRole('img', { name: /^pasted-/ })).toHaveCount(0)
  await expect(unsent).toHaveCount(0)

  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('For you, too:')
  await pastePicture(page, await makePicture(page, 'x', '#3366cc'))
  await page.route(uploads, (route) => route.abort(), { times: 1 })
  await page.keyboard.press('Control+Enter')
  await expect(unsent).toBeVisible()
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(said('For you, too:').getByRole('img', { name: /^pasted-/ })).toHaveJSProperty('naturalWidth', 640)
  await expect(unsent).toHaveCount(0)
})

test('a picture pasted into the description of a new ticket stands within the text, and goes with its file', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/create')
  const subject = uniqueSubject()
  const description = page.getByRole('textbox', { name: 'Description' })
  const files = (count: number) => page.getByRole('list', { name: `Files: ${count} of 5` })
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await description.fill('It blinks: and stops.')
  const first = await makePicture(page, 'x', '#cc6633')
  await expect(page.locator('input[type=file]')).toBeAttached()
  const slow = '**/assets/*.js'
  await page.route(slow, () => {})
  await pastePicture(page, first)
  await page.keyboard.type('Now and then.')
  await expect(files(1)).toBeVisible()
  await expect(description).toHaveValue(/^It blinks: and stops\.\n!\[pasted-.*\.png\]\(attachment:pasted-.*\.png\)\nNow and then\.$/)
  await page.unroute(slow)
  await page.reload()
  await expect(page.getByText('Your unsaved draft is restored.')).toBeVisible()
  await expect(description).toHaveValue('It blinks: and stops.\n\nNow and then.')

  await description.fill('It blinks: and stops.')
  for (let step = 0; step < ' and stops.'.length; step += 1) await description.press('ArrowLeft')
  await pastePicture(page, await makePicture(page, 'x', '#cc6633'))
  await expect(description).toHaveValue(/^It blinks:\n!\[pasted-.*\.png\]\(attachment:pasted-.*\.png\)\n and stops\.$/)
  await pastePicture(page, await makePicture(page, 'x', '#3366cc'))
  await expect(description).toHaveValue(/(.*attachment:.*\n){2} and stops\.$/)
  await page
    .getByRole('button', { name: /^Remove pasted-/ })
    .last()
    .click()
  await expect(description).toHaveValue(/^It blinks:\n!\[pasted-.*\.png\]\(attachment:pasted-.*\.png\)\n\n and stops\.$/)
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(page)).toHaveText(subject)
  const opened = page.getByRole('main').getByRole('listitem').filter({ hasText: 'It blinks:' })
  await expect(opened.getByRole('img', { name: /^pasted-/ })).toHaveJSProperty('naturalWidth', 640)
  await expect(opened.getByRole('list', { name: 'Attachments' })).toHaveCount(0)
})
