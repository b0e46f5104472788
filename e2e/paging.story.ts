import type { Page } from '@playwright/test'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const severityOf = (page: Page) => page.getByRole('combobox', { name: 'Which incidents of Nordan Retail page' })
const policyOf = (page: Page) => page.getByRole('combobox', { name: 'Escalation policy of Nordan Retail' })

let cleanUp = async () => {}
// Also after a failure: other stories fire for the same customer.
test.afterEach(() => cleanUp())

test('an incident goes past an empty rotation to the next step, whose link acknowledges it without sign-in', async ({
  openAs,
  openBrowser,
  request,
  expectError,
}) => {
  // The page asks for the shifts of a schedule that another story may just have deleted.
  expectError(/404 .*\/shift\?/)
  const staff = await openAs('staff', '/admin/on-call')
  const unique = crypto.randomUUID().slice(0, 8)
  const [schedule, policy] = [`Empty ${unique}`, `Nights ${unique}`]
  await staff.getByRole('button', { name: 'Add schedule' }).click()
  await staff.getByRole('form').getByRole('textbox', { name: 'Name' }).fill(schedule)
  await staff.getByRole('button', { name: 'Save schedule' }).click()
  await expect(staff.getByRole('region', { name: schedule })).toBeVisible()

  await staff.goto('/admin/paging')
  await test.step('a policy of two steps', async () => {
    await staff.getByRole('button', { name: 'Add policy' }).click()
    const form = staff.getByRole('form', { name: 'New escalation policy' })
    await form.getByRole('textbox', { name: 'Name' }).fill(policy)
    await form.getByRole('button', { name: /^Add/ }).click()
    for (const [index, target] of [schedule, 'Karin Lindqvist'].entries()) {
      const box = form.getByRole('combobox', { name: 'Page' }).nth(index)
      await box.click()
      await staff.getByRole('option', { name: target }).click()
    }
    await form.getByRole('button', { name: 'Save policy' }).click()
    const ladder = staff.getByRole('list', { name: `Steps of ${policy}` })
    await expect(ladder.getByRole('listitem')).toHaveText([/At once.*Empty/, /After 5 min.*Karin/, /After 20 min.*all staff/])
  })
  cleanUp = async () => {
    await staff.goto('/admin/paging')
    await severityOf(staff).selectOption('Page no one')
    await expect(staff.getByText('Paging of Nordan Retail is saved')).toBeVisible()
  }
  await policyOf(staff).selectOption(policy)
  await expect(policyOf(staff)).toBeEnabled()
  await expect(policyOf(staff).locator('option:checked')).toHaveText(policy)
  await severityOf(staff).selectOption('CloudOps, and critical elsewhere')
  await expect(staff.getByText('Paging of Nordan Retail is saved').last()).toBeVisible()
  await expect(staff.getByText(/^Incidents of \d+ of \d+ customers page on-call/)).toBeVisible()

  const condition = newCondition('stnordanfiles')
  await notify(request, 'firing', condition)
  const pages = staff
    .getByRole('region', { name: 'Latest pages' })
    .getByRole('listitem')
    .filter({ hasText: titleOf(condition) })
  await expect(pages.filter({ hasText: `No one on call in ${schedule} (step 1)` })).toBeVisible()
  await expect(pages.filter({ hasText: 'Karin Lindqvist was paged (step 2)' })).toBeVisible()
  const incident = await pages.getByRole('link').first().getAttribute('href')

  await staff.goto('/admin/outbox')
  await staff
    .getByRole('row')
    .filter({ hasText: 'Larm till dig' })
    .filter({ hasText: titleOf(condition) })
    .getByRole('link')
    .click()
  const mail = staff.getByRole('dialog', { name: 'Message' })
  await mail.getByRole('button', { name: 'As text' }).click()
  const link = /\/page\/vakt_page_[\w-]+/.exec((await mail.locator('pre').textContent()) ?? '')?.[0] ?? ''
  const elsewhere = await (await openBrowser()).newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading')).toHaveText(titleOf(condition))
  await elsewhere.getByRole('button', { name: 'Kvittera' }).click()
  await expect(elsewhere.getByRole('status')).toHaveText('Kvitterad av Karin Lindqvist. Ingen mer larmas.')

  const swedish = await openAs('staff', incident ?? '', { language: 'sv' })
  await expect(swedish.getByText(/Vakt larmade Karin Lindqvist/)).toBeVisible()
  await expect(swedish.getByText(/Karin Lindqvist kvitterade/).first()).toBeVisible()
})
