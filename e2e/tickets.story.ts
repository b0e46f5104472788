import type { Locator, Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

const comment = (page: Page): Locator => page.getByRole('textbox', { name: 'Comment', exact: true })
/** What the ticket is to become by the comment, such as `Comment and resolve`. */
async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a status with the comment' }).click()
  await page.getByRole('menuitem', { name: label }).click()
}
const uniqueSubject = () => `The till in Umeå prints twice ${crypto.randomUUID().slice(0, 8)}`

/** Creates a ticket and gives its address; the page shows it. */
async function createTicket(page: Page, subject: string): Promise<string> {
  await page.goto('/tickets/create')
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Description' }).fill('Every receipt comes out twice since this morning.')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(page)).toHaveText(subject)
  return new URL(page.url()).pathname
}

test('a ticket is created with the keyboard alone', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  const subject = uniqueSubject()
  await expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog', { name: 'Create' }).getByRole('link', { name: 'Create ticket' }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Create new ticket')

  await tabTo(page, page.getByRole('button', { name: 'Create ticket' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The subject cannot be empty.' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'The description cannot be empty.' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()

  await page.keyboard.type(subject)
  await tabTo(page, page.getByRole('textbox', { name: 'Description' }))
  await page.keyboard.type('Every receipt comes out twice since this morning.')
  await expect(page.getByText('cannot be empty')).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Create ticket' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The ticket has been submitted.' })).toBeVisible()
  await expect(heading(page)).toHaveText(subject)
  await expect(page).toHaveURL(/\/tickets\/1001\/\d+\/details$/)
  await page.getByRole('link', { name: 'Tickets', exact: true }).last().click()
  await expect(page.getByRole('link', { name: subject })).toBeVisible()
})

test('what was typed survives a closed page, and is gone after signing out; files are asked about', async ({ openAs }) => {
  const page = await openAs('reader', '/')
  await page.goto('/tickets/create')
  await expect(heading(page)).toHaveText('You are not authorized to see this page')
  const own = await openAs('ticketsOnly', '/tickets/create')
  const subject = own.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Half a thought')
  await own.getByRole('textbox', { name: 'Description' }).fill('Since this morning')
  const again = await own.context().newPage()
  await own.close({ runBeforeUnload: false })
  await again.goto('/tickets/create')
  await expect(again.getByRole('textbox', { name: 'Subject' })).toHaveValue('Half a thought')
  await expect(again.getByText('What you had written before is back.')).toBeVisible()

  await again.locator('input[type=file]').setInputFiles([{ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }])
  await again.getByRole('link', { name: 'Tickets', exact: true }).first().click()
  const question = again.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(again).toHaveURL(/\/tickets\/1001/)
  expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('vakt.draft.')).length)).toBe(1)
  await again.goto('/tickets/create')
  await again.getByRole('button', { name: 'Start anew' }).click()
  await expect(again.getByRole('textbox', { name: 'Subject' })).toHaveValue('')
  await again.getByRole('textbox', { name: 'Subject' }).fill('Another thought')
  await again.getByRole('button', { name: /^Account of/ }).click()
  await again.getByRole('button', { name: 'Sign out' }).click()
  await expect(again.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
  expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('vakt.draft.')))).toEqual([])
})

test('a comment is added, and a change of status asks for one', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  await createTicket(page, uniqueSubject())
  const conversation = page.getByRole('main').getByRole('listitem')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The comment cannot be empty.' })).toBeVisible()
  await comment(page).fill('It is the one by the exit.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(conversation.filter({ hasText: 'It is the one by the exit.' })).toBeVisible()
  await expect(comment(page)).toHaveValue('')

  await chooseStatus(page, 'Comment and resolve')
  const change = page.getByRole('button', { name: 'Comment and resolve' })
  await change.click()
  await expect(page.getByRole('alert').filter({ hasText: 'A comment is required.' })).toBeVisible()
  await expect(comment(page)).toBeFocused()
  await page.keyboard.type('It works again.')
  await change.click()
  await expect(conversation.filter({ hasText: 'It works again.' })).toBeVisible()
  await expect(conversation.filter({ hasText: 'changed the status from “New” to “Resolved”' })).toBeVisible()
  await expect(page.getByText('Your comment opens it again.')).toBeVisible()
})

test('a status that somebody else changed meanwhile is shown beside the one seen, and the text is kept', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  const address = await createTicket(page, uniqueSubject())
  await chooseStatus(page, 'Comment and resolve')
  await comment(page).fill('Done from our side.')

  const staff = await openAs('staff', address)
  await chooseStatus(staff, 'Comment and set in progress')
  await comment(staff).fill('I am on it.')
  await staff.getByRole('button', { name: 'Comment and set in progress' }).click()
  await expect(staff.getByRole('paragraph').filter({ hasText: 'I am on it.' })).toBeVisible()

  const stale = page.getByRole('alert').filter({ hasText: 'Someone else changed the status while you wrote' })
  await expect(stale).toContainText('You choseResolved')
  await expect(stale).toContainText('It is nowIn progress')
  await expect(comment(page)).toHaveValue('Done from our side.')
  await stale.getByRole('button', { name: 'Change it to “Resolved”' }).click()
  await page.getByRole('button', { name: 'Comment and resolve' }).click()
  await expect(page.getByText('changed the status from “In progress” to “Resolved”')).toBeVisible()
})

test('a status changed in the same moment is refused by the server and shown too', async ({ openAs, expectError }) => {
  expectError(/status of 409/)
  const page = await openAs('admin', '/tickets/1001')
  const address = await createTicket(page, uniqueSubject())
  await page.route('**/api/v1/live', (route) => route.abort())
  expectError(/ERR_FAILED/)
  await page.reload()
  await chooseStatus(page, 'Comment and resolve')
  await comment(page).fill('Done from our side.')
  const staff = await openAs('staff', address)
  await chooseStatus(staff, 'Comment and set in progress')
  await comment(staff).fill('I am on it.')
  await staff.getByRole('button', { name: 'Comment and set in progress' }).click()
  await expect(staff.getByRole('paragraph').filter({ hasText: 'I am on it.' })).toBeVisible()

  await page.getByRole('button', { name: 'Comment and resolve' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else changed the status while you wrote' })).toBeVisible()
  await expect(comment(page)).toHaveValue('Done from our side.')
})

test('filters live in the address: they outlive a reload and going back', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  const table = page.getByRole('table', { name: 'Tickets' })
  await expect(table).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Incident' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Only open' }).click({ force: true })
  await expect(page).toHaveURL('/tickets/1001?type=incident&onlyOpen=false')
  const chosen = page.getByRole('button', { name: 'Type: Incident' })
  await expect(chosen).toBeVisible()
  await page.reload()
  await expect(chosen).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Only open' })).not.toBeChecked()
  const first = table.getByRole('link').first()
  const subject = (await first.textContent()) ?? ''
  await first.click()
  await expect(heading(page)).toHaveText(subject)
  await page.goBack()
  await expect(page).toHaveURL('/tickets/1001?type=incident&onlyOpen=false')
  await expect(chosen).toBeVisible()
  await page.getByRole('button', { name: 'Clear type' }).click()
  await expect(page).toHaveURL('/tickets/1001?onlyOpen=false')
})

test("staff's private comment never reaches the customer", async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  const address = await createTicket(page, uniqueSubject())
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/') && !response.url().endsWith('/live')) answers.push(response.text().catch(() => ''))
  })
  const secret = `The cable is ours ${crypto.randomUUID()}`

  const staff = await openAs('staff', address)
  await staff.getByRole('radio', { name: 'Internal note' }).check({ force: true })
  await staff.getByRole('textbox', { name: 'Internal note' }).fill(secret)
  await staff.getByRole('button', { name: 'Add internal note' }).click()
  await expect(staff.getByRole('listitem').filter({ hasText: secret })).toContainText('Only the provider’s staff see this.')
  await staff.getByRole('radio', { name: 'Reply' }).check({ force: true })
  await expect(comment(staff)).toHaveValue('')
  await comment(staff).fill('A technician is on the way.')
  await staff.getByRole('button', { name: 'Comment', exact: true }).click()

  await expect(page.getByText('A technician is on the way.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('A technician is on the way.')).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  expect(answers.length).toBeGreaterThan(2)
  expect((await Promise.all(answers)).join('\n')).not.toContain(secret)
})

test('staff open a ticket on behalf of somebody, who is told and sees it', async ({ openAs }) => {
  const staff = await openAs('staff', '/tickets/create?customer=1001')
  const subject = uniqueSubject()
  const behalf = staff.getByRole('combobox', { name: 'On behalf of' })
  await expect(behalf).toBeVisible()
  await behalf.click()
  await staff.getByRole('option', { name: /admin@nordan\.example/ }).click()
  await staff.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await staff.getByRole('textbox', { name: 'Description' }).fill('Elin called.')
  await staff.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(staff)).toHaveText(subject)
  await expect(staff.getByRole('complementary').getByText('admin@nordan.example')).toBeVisible()
  const customer = await openAs('admin', '/tickets/1001?requester=me')
  await expect(customer.getByRole('table').getByRole('link', { name: subject })).toBeVisible()
})
