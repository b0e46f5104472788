import type { Locator, Page } from '@playwright/test'
import { choose } from './choose.ts'
import { makePicture, pastePicture } from './files.ts'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const comment = (page: Page): Locator => page.getByRole('textbox', { name: 'Comment', exact: true })
/** What the ticket is to become by the comment, such as `Comment and resolve`. */
async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a status with the comment' }).click()
  await page.getByRole('menuitem', { name: label }).click()
}
const showTab = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('radio', { name }).press('Space')
const said = (page: Page, text: string): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

async function look(page: Page, name: string): Promise<void> {
  if (process.env.STORY_PICTURES)
    await page.screenshot({ path: `${process.env.STORY_PICTURES}/${name}.png`, fullPage: true, animations: 'disabled' })
}

type Mail = { to: string; subject: string; private: boolean; text: string }

/** What the outbox holds about a ticket, oldest first. */
async function readMails(staff: Page, ticketId: string): Promise<Mail[]> {
  const { accessToken } = await readTokens(staff)
  const get = async (path: string) => {
    const answer = await staff.request.get(`/api/v1/admin/outbox${path}`, { headers: { authorization: `Bearer ${accessToken}` } })
    return (await answer.json()).result
  }
  const list: { deliveryId: string; ticketId: string; recipient: { address: string } }[] = await get(
    `?q=${encodeURIComponent(`#${ticketId}`)}&limit=100`,
  )
  const own = list.filter((mail) => mail.ticketId === ticketId).reverse()
  const whole = await Promise.all(own.map(({ deliveryId }) => get(`/${deliveryId}`)))
  return whole.map((mail, index) => ({ ...mail, to: own[index]?.recipient.address ?? '' }))
}

test('a ticket from the first word to the last: each side sees the other at once, and is told by mail', async ({ openAs }) => {
  test.setTimeout(150_000)
  const words = crypto.randomUUID().slice(0, 8)
  const subject = `Kassan i Umeå svarar inte ${words}`
  const staff = await openAs('staff', '/tickets/1001')
  await expect(staff.getByRole('table').getByRole('link').first()).toBeVisible()

  const customer = await openAs('admin', '/tickets/create', phone)
  await customer.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await customer.getByRole('textbox', { name: 'Description' }).fill('Skärmen är svart.\n\nSe bilden.')
  await customer.getByRole('textbox', { name: 'Description' }).focus()
  await pastePicture(customer, await makePicture(customer, 'x', '#334466'))
  await expect(customer.getByRole('list', { name: 'Files: 1 of 5' })).toBeVisible()
  await expect(customer.getByRole('textbox', { name: 'Description' })).toHaveValue(/Se bilden\.\n!\[pasted-/)
  await look(customer, '01-create-phone')
  await customer.getByRole('button', { name: 'Create ticket' }).click()
  await expect(heading(customer)).toHaveText(subject)
  const picture = (page: Page) => said(page, 'Se bilden.').getByRole('img', { name: /^pasted-/ })
  await expect(picture(customer)).toHaveCount(1)
  const address = new URL(customer.url()).pathname
  const ticketId = address.split('/')[3] ?? ''
  await look(customer, '02-created-phone')

  // Staff see it arrive in the list that they have open, and open it from there.
  await staff.getByRole('table').getByRole('link', { name: subject }).click()
  await expect(heading(staff)).toHaveText(subject)
  await expect(picture(staff)).toHaveJSProperty('complete', true)
  await look(staff, '03-staff-opens')

  await expect(comment(staff)).toBeVisible()
  await heading(staff).click()
  await staff.keyboard.press('n')
  await staff.keyboard.type('Samma fel som i Luleå, byt nätaggregatet.')
  await look(staff, '04-private-note')
  await staff.keyboard.press('Control+Enter')
  await expect(said(staff, 'byt nätaggregatet')).toContainText('Internal note')
  await choose(staff, 'Reply')
  await chooseStatus(staff, 'Comment and set in progress')
  await comment(staff).fill('Vi byter nätaggregatet **i dag**.')
  await staff.getByRole('button', { name: 'Comment and set in progress' }).click()
  await expect(said(customer, 'Vi byter nätaggregatet i dag.').locator('strong').filter({ hasText: 'i dag' })).toBeVisible()
  await expect(said(customer, 'changed the status from “New” to “In progress”')).toBeVisible()
  await expect(bell(customer)).toHaveAccessibleName(/unread/)

  await showTab(staff, 'Registered time')
  await staff.getByRole('button', { name: 'Register time' }).click()
  await staff.getByRole('textbox', { name: 'Time' }).fill('1h 30m')
  await staff.getByRole('textbox', { name: 'Note' }).fill('Bytte nätaggregat')
  await staff.getByRole('button', { name: 'Register time' }).click()
  await expect(staff.getByText('Bytte nätaggregat', { exact: true })).toBeVisible()
  await look(staff, '05-time')
  await showTab(staff, 'Conversation')

  await comment(customer).fill('Nu lyser den, tack!')
  await look(customer, '06-reply-phone')
  await customer.getByRole('button', { name: 'Comment', exact: true }).tap()
  await expect(said(staff, 'Nu lyser den, tack!')).toBeVisible()

  await chooseStatus(staff, 'Comment and resolve')
  await comment(staff).fill('Då löser vi ärendet.')
  await staff.keyboard.press('Control+Enter')
  await expect(customer.getByText('Your comment opens it again.')).toBeVisible()
  await comment(customer).fill('Den slocknade igen.')
  await customer.getByRole('button', { name: 'Comment', exact: true }).tap()
  await expect(said(staff, 'changed the status from “Resolved” to “In progress”')).toBeVisible()
  await chooseStatus(staff, 'Comment and close')
  await comment(staff).fill('Ny kassa är på plats.')
  await staff
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name: 'kvitto.txt', mimeType: 'text/plain', buffer: Buffer.from('1 kassa') })
  await staff.keyboard.press('Control+Enter')
  await expect(customer.getByText('The ticket is closed and stays closed.')).toBeVisible()
  await expect(customer.getByRole('button', { name: /^Download kvitto\.txt/ })).toBeVisible()
  await expect(staff.getByText('The ticket is closed and stays closed.')).toBeVisible()
  await expect(customer.getByRole('status', { name: 'Also here' })).toContainText('is reading')
  await look(customer, '07-closed-phone')
  await look(staff, '08-closed-staff')

  await expect(customer.getByText('byt nätaggregatet')).toHaveCount(0)
  const told = async () => (await readMails(staff, ticketId)).map(({ to, private: isPrivate, text }) => ({ to, isPrivate, text }))
  const count = (mails: { to: string }[], address: string) => mails.filter(({ to }) => to === address).length
  const toStaff = ['Skärmen är svart.', 'Nu lyser den, tack!', 'Den slocknade igen.']
  let mails = await told()
  await expect(async () => {
    mails = await told()
    expect(count(mails, 'admin@nordan.example')).toBe(3)
    expect(count(mails, 'staff@vakt.example')).toBeGreaterThanOrEqual(toStaff.length)
  }).toPass({ timeout: 15_000 })
  const ofCustomer = mails.filter(({ to }) => to === 'admin@nordan.example')
  for (const text of ['Vi byter nätaggregatet', 'Då löser vi ärendet.', 'Ny kassa är på plats.'])
    expect(ofCustomer.filter((mail) => mail.text.includes(text))).toHaveLength(1)
  expect(ofCustomer.filter(({ isPrivate, text }) => isPrivate || text.includes('byt nätaggregatet'))).toEqual([])
  expect(mails.filter(({ isPrivate }) => isPrivate).every(({ to }) => to.endsWith('@vakt.example'))).toBe(true)
  for (const text of toStaff) expect(mails.filter((mail) => mail.to === 'staff@vakt.example' && mail.text.includes(text))).toHaveLength(1)

  const history = {
    en: [
      'from “New” to “In progress”',
      'from “In progress” to “Resolved”',
      'from “Resolved” to “In progress”',
      'from “In progress” to “Closed”',
    ],
    sv: ['från ”Nytt” till ”Pågår”', 'från ”Pågår” till ”Löst”', 'från ”Löst” till ”Pågår”', 'från ”Pågår” till ”Stängt”'],
  }
  for (const language of ['en', 'sv'] as const)
    for (const [person, options] of [
      ['admin', phone],
      ['staff', {}],
    ] as const) {
      const page = await openAs(person, address, { ...options, language })
      for (const text of history[language]) await expect(said(page, text)).toHaveCount(1)
      const staffOnly = language === 'en' ? 'registered 1 h 30 min' : 'registrerade 1 tim 30 min'
      await expect(said(page, staffOnly)).toHaveCount(person === 'staff' ? 1 : 0)
      await expect(said(page, 'byt nätaggregatet')).toHaveCount(person === 'staff' ? 1 : 0)
      await look(page, `09-history-${person}-${language}`)
    }
})
