import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { tabTo } from './keyboard.ts'
import { expect, test } from './story.ts'

const csvFile = (name: string, ...lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') })
const header = 'Id;Namn;Typ;Plats;tag: application;Serienummer'
const till = (number: number, place = 'Malmö') => `till-${number};Kassa ${number};contoso/till;${place};kassa;CN-${number}`
const choose = (page: Page, file: ReturnType<typeof csvFile>) => page.locator('input[type=file]').setInputFiles(file)
const tab = (page: Page, name: RegExp) => page.getByRole('radiogroup', { name: 'What the import would do' }).getByText(name)

test('a file is uploaded, mapped, looked through and imported by the keyboard, and its entities are in the list', async ({ openAs }) => {
  const page = await openAs('fjallboAdmin', '/my-environment/1002')
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Upload' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload resources')
  await choose(page, csvFile('kassor.csv', header, till(1), till(2), ';Utan id;contoso/till;;;'))
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252')
  await expect(page.getByLabel('Separated by')).toHaveValue(';')
  await expect(page.getByText('Malmö · Malmö')).toBeVisible()
  await expect(page.getByLabel('What Namn maps to')).toHaveValue('name')
  await tabTo(page, page.getByLabel('What Serienummer maps to'))
  await page.keyboard.type('A tag')
  await expect(page.getByLabel('What Serienummer maps to')).toHaveValue('tag')
  expect(await findViolations(page)).toEqual([])
  await tabTo(page, page.getByRole('button', { name: 'Check the file' }))
  await page.keyboard.press('Enter')

  await expect(tab(page, /New/)).toContainText('2')
  await expect(page.getByText('Row 4 · Id')).toBeVisible()
  await expect(page.getByText('The ID is empty')).toBeVisible()
  const start = page.getByRole('button', { name: 'Import 2 rows' })
  await expect(start).toBeDisabled()
  expect(await findViolations(page)).toEqual([])
  await tabTo(page, page.getByRole('checkbox', { name: /Leave out the row/ }))
  await page.keyboard.press('Space')
  await tabTo(page, start)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  await page.getByRole('link', { name: 'Show the resources' }).click()
  const table = page.getByRole('table', { name: 'My environment' })
  await expect(table.getByRole('link', { name: 'Kassa 1', exact: true })).toBeVisible()
  await expect(table.getByRole('link', { name: 'Kassa 2', exact: true })).toBeVisible()
})

test('on a phone what changed is shown before it is imported; a broken file is told by row and column', async ({ openAs, expectError }) => {
  expectError(/status of 400/)
  const page = await openAs('fjallboAdmin', '/my-environment/1002/upload', { viewport: { width: 390, height: 844 } })
  await choose(page, csvFile('bok.xlsx', 'PK\u0003\u0004', 'x'))
  await expect(page.getByRole('alert').filter({ hasText: /not supported|workbook/ })).toBeVisible()
  await choose(page, csvFile('trasig.csv', header, till(8), 'till-9;"Kassa 9;contoso/till;Malmö;kassa;1', till(10)))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('The file cannot be read to its end')).toBeVisible()
  await expect(page.getByText('Row 3 · Namn').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the file' }).click()

  await choose(page, csvFile('kassor.csv', header, till(8)))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload another file' }).click()
  await choose(page, csvFile('kassor.csv', header, till(8, 'Lund')))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(tab(page, /Changed/)).toContainText('1')
  await expect(page.locator('del')).toHaveText('Malmö')
  await expect(page.locator('ins')).toHaveText('Lund')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.reload()
  await expect(page.locator('ins')).toHaveText('Lund')
  // What is on its way about the file is not asked for any more.
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.route('**/entity-upload/*/entity?**', async (route) => {
    await removed
    await route.continue().catch(() => {})
  })
  await page.reload()
  await page.getByRole('button', { name: 'Remove the file' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})
