import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { readPdf } from '#server/testing/read-pdf.ts'
import { connectionOf } from '#server/testing/run-vakt.ts'
import { chooseFound } from './choose.ts'
import { expect, test } from './story.ts'

/** As if the recipients had been chosen two months ago: wakes the worker that sends what is due. */
async function letTwoMonthsPass(): Promise<void> {
  const owner = new pg.Client(connectionOf(process.env.VAKT_DATA_FOLDER ?? ''))
  await owner.connect()
  try {
    await owner.query("update report_recipient set since = since - interval '60 days' where customer_id = '1001'")
    await owner.query("update job set due = now() where queue = 'schedules' and row_id = 'keep-reports' and state = 'waiting'")
    await owner.query("select pg_notify('vakt_job', '')")
  } finally {
    await owner.end()
  }
}

test('staff open the report of last month and follow a figure to its incidents; the customer reads the same, and no other does', async ({
  openAs,
}) => {
  const staff = await openAs('staff', '/reports/1001')
  await staff.getByRole('list', { name: 'Monthly reports' }).getByRole('link').nth(1).click()
  await expect(staff.getByRole('heading', { level: 1, name: /^Monthly report, / })).toBeVisible()
  const row = staff.getByRole('table', { name: 'Incidents', exact: true }).getByRole('row', { name: /^High/ })
  const figure = row.getByRole('link').first()
  await expect(figure).toHaveText(/^[1-9]\d*$/)
  const address = new URL(staff.url()).pathname + new URL(staff.url()).search
  await figure.click()
  await expect(staff).toHaveURL(/\/incidents\/1001\?.*severity/)
  await expect(staff.getByRole('table').getByRole('link').first()).toBeVisible()

  await staff.goBack()
  await expect(staff.getByRole('table', { name: 'Inventory changes' }).getByRole('link').first()).toBeVisible()
  // On paper: a cover of its own, then the report without what is around it on the screen.
  const { pages } = await readPdf(await staff.pdf({ preferCSSPageSize: true }))
  const [cover, ...printed] = pages.map(({ text }) => text)
  expect(cover).toMatch(/Nordan.*Monthly report, /)
  expect(cover).not.toContain('Median')
  expect(printed.join('\n')).toMatch(/Median time to resolve.*Availability.*Service windows/s)
  expect(printed.join('\n')).not.toContain('Save as PDF')
  expect(printed.filter((page) => !/[a-z]/.test(page))).toEqual([])

  await staff.getByRole('button', { name: 'Export' }).click()
  const saving = staff.waitForEvent('download')
  await staff.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)

  // One group alone, by its name in the report.
  await staff.getByRole('table', { name: 'Groups' }).getByRole('rowheader').getByRole('link').first().click()
  await expect(staff.getByText(/^Only resources with application /).last()).toBeVisible()
  await staff.goBack()
  await expect(staff.getByText(/^Only resources with /)).toHaveCount(0)

  const savingPdf = staff.waitForEvent('download')
  await staff.getByRole('button', { name: /^Save as PDF/ }).click()
  const pdf = await savingPdf
  expect(pdf.suggestedFilename()).toMatch(/^Nordan.* \d{4}-\d{2}\.pdf$/)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')

  const customer = await openAs('reader', address, { language: 'sv' })
  // It has no table in a month in which every resource was available.
  await expect(customer.getByRole('heading', { name: 'Tillgänglighet' })).toBeVisible()
  const other = await openAs('fjallboAdmin', address)
  await expect(other.getByRole('main')).toContainText('another customer')
  await expect(other.getByRole('table', { name: 'Incidents' })).toHaveCount(0)
})

test('staff choose who gets the report by mail, a reader subscribes with their own address, and the mail is in the outbox', async ({
  openAs,
}) => {
  const staff = await openAs('staff', '/reports/1001')
  const byMail = staff.getByRole('region', { name: 'By email' })
  await byMail.getByRole('button', { name: 'Choose who gets it' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Reports by email' })
  await dialog.getByRole('spinbutton', { name: 'Day of the month' }).fill('1')
  await dialog.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Add' }).click()
  await chooseFound(dialog.getByRole('group', { name: 'People' }), 'karin', { hasText: 'Karin' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(byMail).toContainText(/Sent to .*Karin Lindqvist/)

  const reader = await openAs('reader', '/reports/1001', { language: 'sv' })
  const switched = reader.getByRole('switch', { name: 'Skicka mig rapporten för månaden före, den 1:a varje månad' })
  await switched.click()
  await expect(reader.getByText('Du får rapporten den 1:a varje månad.')).toBeVisible()
  await reader.reload()
  await expect(switched).toBeChecked()

  await letTwoMonthsPass()
  await staff.goto('/admin/outbox')
  const mail = staff.getByRole('row').filter({ hasText: /(Monthly report|Månadsrapport), .*Nordan/ })
  await mail.getByRole('link').first().click()
  await expect(staff.getByRole('dialog', { name: 'Message' })).toContainText(/Attached: \d{4}-\d{2}\.pdf/)
})
