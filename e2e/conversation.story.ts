import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { choose } from './choose.ts'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'
import { createTicket as openTicket } from './tickets.ts'

const comment = (page: Page): Locator => page.getByRole('textbox', { name: 'Comment', exact: true })
const note = (page: Page): Locator => page.getByRole('textbox', { name: 'Internal note' })
const said = (page: Page, text: string): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Comment', exact: true }).click()

/** The files of styles that a part of the portal is loaded with. */
async function stylesOf(part: string): Promise<string[]> {
  const manifest = await readFile(path.join(import.meta.dirname, '../apps/web/dist/.vite/manifest.json'), 'utf8')
  return (JSON.parse(manifest) as Record<string, { css?: string[] }>)[part]?.css ?? []
}

/** What the ticket is to become by the comment, such as `Comment and resolve`. */
async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a status with the comment' }).click()
  await page.getByRole('menuitem', { name: label }).click()
}

const createTicket = (page: Page): Promise<string> =>
  openTicket(page, `The till in Umeå prints twice ${crypto.randomUUID().slice(0, 8)}`, 'Every receipt comes out **twice**.')

test('what is said is formed, edited with its earlier versions kept, and harmless', async ({ openAs }) => {
  const page = await openAs('admin', '/tickets/1001')
  await createTicket(page)
  await expect(said(page, 'Every receipt').locator('strong').filter({ hasText: 'twice' })).toBeVisible()
  const attack = 'See [here](javascript:alert(1)) <img src=x onerror=alert(1)> and https://vakt.example/x'
  await comment(page).fill(attack)
  await send(page)
  const own = said(page, 'See [here]')
  await expect(own).toContainText('<img src=x onerror=alert(1)>')
  await expect(own.getByRole('link')).toHaveCount(1)
  await expect(own.getByRole('link')).toHaveAttribute('rel', /noopener/)

  await own.getByRole('button', { name: /^Edit the comment/ }).click()
  await expect(comment(page)).toHaveCount(2)
  await comment(page).first().fill('It is the one by the exit.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'It is the one by the exit.')).toBeVisible()
  await page.getByRole('button', { name: 'edited' }).click()
  await expect(page.getByRole('region', { name: 'Earlier versions' })).toContainText('See [here]')
})

test('what is typed after N, before the form for it is loaded, becomes the note and does nothing else', async ({ openAs }) => {
  const customer = await openAs('admin', '/tickets/1001')
  const address = await createTicket(customer)
  const staff = await openAs('staff', '/tickets/1001')
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  for (const style of await stylesOf('src/features/tickets/conversation/ticket-reply.tsx'))
    await staff.route(`**/${style}`, async (route) => {
      await isReleased
      await route.continue()
    })
  await staff.goto(address)
  await expect(heading(staff)).toContainText('prints twice')
  await staff.keyboard.press('n')
  await staff.keyboard.type('Perhaps ours.')
  await expect(staff.getByRole('combobox', { name: 'Assignee' })).toHaveCount(0)
  release()
  await expect(note(staff)).toHaveValue('Perhaps ours.')
  await expect(note(staff)).toBeFocused()
})

test('staff and customer work a ticket by the keyboard: note, reply with a name, facts, time, resolve, reopen, close, follow up', async ({
  openAs,
}) => {
  const customer = await openAs('admin', '/tickets/1001')
  const address = await createTicket(customer)
  const staff = await openAs('staff', address)
  await expect(customer.getByRole('status', { name: 'Also here' })).toContainText('is reading')

  await expect(comment(staff)).toBeVisible()
  await staff.keyboard.press('n')
  await expect(note(staff)).toBeFocused()
  await staff.keyboard.type('Ours, I think.')
  await staff.keyboard.press('Control+Enter')
  await expect(said(staff, 'Ours, I think.')).toContainText('Internal note')
  // Escape leaves the text, and the next key is a shortcut.
  await staff.keyboard.press('Escape')
  await staff.keyboard.press('r')
  await expect(comment(staff)).toBeFocused()
  await staff.keyboard.type('We look at it, @El')
  await expect(staff.getByRole('listbox', { name: 'People' }).getByRole('option').first()).toContainText('Elin')
  await expect(customer.getByRole('status', { name: 'Also here' })).toContainText('is writing')
  await staff.keyboard.press('Enter')
  await staff.keyboard.press('Control+Enter')
  await expect(said(customer, 'We look at it, @Elin')).toBeVisible()
  await expect(customer.getByText('Ours, I think.')).toHaveCount(0)

  await staff.getByRole('heading', { level: 1 }).click()
  await staff.keyboard.press('p')
  await staff.getByRole('combobox', { name: 'Priority' }).selectOption('High')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(said(customer, 'changed the priority from low to high')).toBeVisible()
  await staff.getByRole('heading', { level: 1 }).click()
  await staff.keyboard.press('a')
  await staff.getByRole('combobox', { name: 'Assignee' }).fill('Karin')
  await expect(staff.getByRole('listbox', { name: 'Assignee' }).getByRole('option').first()).toContainText('Karin')
  await staff.keyboard.press('Enter')
  await expect(said(customer, 'set the assignee to “Karin')).toBeVisible()

  await choose(staff, 'Registered time')
  await staff.getByRole('button', { name: 'Register time' }).click()
  await staff.getByRole('textbox', { name: 'Time' }).fill('1h 30m')
  await staff.getByRole('textbox', { name: 'Note' }).fill('Drove there')
  await staff.getByRole('button', { name: 'Register time' }).click()
  await expect(staff.getByText('Drove there', { exact: true })).toBeVisible()
  await choose(customer, /^Registered time · 1 h 30 min/)
  await expect(customer.getByText('Drove there', { exact: true })).toBeVisible()
  await choose(customer, 'Conversation')
  await choose(staff, 'Conversation')

  await comment(staff).fill('It prints once now.')
  await staff.getByRole('button', { name: 'Time', exact: true }).click()
  await staff.getByRole('group', { name: 'Time with the comment' }).getByRole('textbox', { name: 'Time' }).fill('15')
  await comment(staff).press('Control+Shift+Enter')
  await expect(said(staff, 'registered 15 min')).toContainText('It prints once now.')
  await expect(customer.getByText('Your comment opens it again.')).toBeVisible()
  await comment(customer).fill('No, still twice.')
  await send(customer)
  await expect(said(staff, 'changed the status from “Resolved” to “In progress”')).toBeVisible()
  await chooseStatus(customer, 'Comment and close')
  await comment(customer).fill('We bought a new one.')
  await customer.getByRole('button', { name: 'Comment and close' }).click()
  await customer.getByRole('textbox', { name: 'What has happened since?' }).fill('The new one does it too.')
  await customer.getByRole('button', { name: 'Open a follow-up ticket' }).click()
  await expect(customer).not.toHaveURL(new RegExp(address))
  await expect(customer.getByText('Follows up')).toBeVisible()
})

test('a private note that is on its way never becomes part of the reply that is written meanwhile', async ({ openAs, expectError }) => {
  expectError(/status of 503/)
  const staff = await openAs('staff', '/tickets/1001')
  await createTicket(staff)
  const reply = 'We look at it. '.repeat(10)
  let answer = () => {}
  const answerWhenAsked = (isRefused: boolean) => {
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    return staff.route(
      '**/comment',
      async (route) => {
        if (isRefused) await asked
        if (isRefused) return route.fulfill({ status: 503, json: { errors: [], requestId: '' } })
        const response = await route.fetch()
        await asked
        return route.fulfill({ response })
      },
      { times: 1 },
    )
  }
  const writeNote = async () => {
    await staff.getByRole('radio', { name: 'Internal note' }).check()
    await note(staff).fill('Ours, I think.')
    await staff.keyboard.press('Control+Enter')
    await staff.keyboard.press('Escape')
    await staff.keyboard.press('r')
    await expect(comment(staff)).toBeFocused()
  }
  for (let round = 0; round < 4; round += 1) {
    await answerWhenAsked(false)
    await writeNote()
    const typing = staff.keyboard.type(reply)
    answer()
    await typing
    await expect(comment(staff)).toHaveValue(reply)
    await comment(staff).fill('')
  }
  await answerWhenAsked(true)
  await writeNote()
  answer()
  await expect(note(staff)).toHaveValue('Ours, I think.')
})

test('what is half edited or half registered is not left behind without a question', async ({ openAs }) => {
  const customer = await openAs('admin', '/tickets/1001')
  const address = await createTicket(customer)
  const staff = await openAs('staff', address)
  const question = staff.getByRole('dialog', { name: 'Leave without saving?' })
  const leave = () => staff.getByRole('link', { name: 'Alert overview' }).click()
  await comment(staff).fill('We look at it.')
  await staff.getByRole('button', { name: 'Comment', exact: true }).click()
  await said(staff, 'We look at it.')
    .getByRole('button', { name: /^Edit the comment/ })
    .click()
  await leave()
  await expect(heading(staff)).toContainText('Alert overview')
  await staff.goBack()

  await said(staff, 'We look at it.')
    .getByRole('button', { name: /^Edit the comment/ })
    .click()
  await comment(staff).first().fill('We look at it today.')
  await leave()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(comment(staff).first()).toHaveValue('We look at it today.')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(said(staff, 'We look at it today.')).toBeVisible()

  await choose(staff, 'Registered time')
  await staff.getByRole('button', { name: 'Register time' }).click()
  await staff.getByRole('textbox', { name: 'Note' }).fill('Drove there')
  await leave()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(heading(staff)).toContainText('Alert overview')
})

test('two who change the same fact see both versions; a draft outlives the page, and stays private', async ({ openAs, expectError }) => {
  expectError(/status of 409/)
  const page = await openAs('admin', '/tickets/1001')
  const address = await createTicket(page)
  const staff = await openAs('staff', address)
  await expect(comment(staff)).toBeVisible()
  await staff.keyboard.press('n')
  await staff.keyboard.type('Half a secret')
  await staff.reload()
  await expect(note(staff)).toHaveValue('Half a secret')

  const edit = async (who: Page, tag: string) => {
    await who.getByRole('button', { name: 'Change: Tags' }).click()
    await who.getByRole('textbox', { name: 'Tags' }).fill(tag)
    await who.keyboard.press('Enter')
  }
  await edit(page, 'till')
  await edit(staff, 'printer')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'set the tags to “printer”')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const both = page.getByRole('alert').filter({ hasText: 'Someone else changed this at the same time' })
  await expect(both).toContainText('You chosetill')
  await expect(both).toContainText('It is nowprinter')
  await both.getByRole('button', { name: 'Use mine' }).click()
  await expect(said(page, 'changed the tags from “printer” to “till”')).toBeVisible()
})

test('a ticket that is closed under those who write leaves no one’s focus on nothing, and takes it from nobody', async ({ openAs }) => {
  const writer = await openAs('admin', '/tickets/1001')
  const address = await createTicket(writer)
  const [noting, reading, closer] = [await openAs('staff', address), await openAs('admin', address), await openAs('ticketsOnly', address)]
  await comment(writer).fill('![till.png](attachment:till.png)It still prints twice')
  for (let step = 0; step < ' twice'.length; step += 1) await writer.keyboard.press('ArrowLeft')
  await expect(comment(noting)).toBeVisible()
  await noting.keyboard.press('n')
  await noting.keyboard.type('Half a secret')
  const back = reading.getByRole('main').getByRole('link', { name: 'Tickets' })
  await expect(comment(reading)).toBeVisible()
  await back.focus()

  await chooseStatus(closer, 'Comment and close')
  await comment(closer).fill('We bought a new one.')
  await closer.keyboard.press('Control+Enter')
  const closed = (page: Page) => page.getByRole('heading', { name: 'The ticket is closed and stays closed.' })
  await expect(closed(closer)).toBeFocused()

  const since = (page: Page) => page.getByRole('textbox', { name: 'What has happened since?' })
  await expect(since(writer)).toBeFocused()
  await writer.keyboard.type(' every receipt')
  await expect(since(writer)).toHaveValue('It still prints every receipt twice')
  await expect(closed(noting)).toBeFocused()
  await noting.keyboard.type('r')
  await noting.reload()
  await expect(since(noting)).toHaveValue('')
  await expect(closed(reading)).toBeVisible()
  await expect(back).toBeFocused()
})
