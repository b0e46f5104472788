import { readFile } from 'node:fs/promises'
import { readZip } from '#server/testing/read-zip.ts'
import { expect, test } from './story.ts'

test('an administrator of the provider exports everything of a customer and opens the file', async ({ openAs }) => {
  const page = await openAs('staff', '/admin/customers?open=1002')
  const section = page.getByRole('region', { name: 'Everything of the customer' })
  await section.getByRole('button', { name: 'Export everything' }).click()
  const download = section.getByRole('button', { name: 'Download' })
  // By itself, while the worker writes it.
  await expect(download).toBeVisible({ timeout: 60_000 })
  await expect(section.getByRole('status')).toContainText(/^Ready: /)
  await expect(section).toContainText(/Asked for .* by /)
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/^customer-Fjällbo-Energi-\d{4}-\d\d-\d\d\.zip$/)
  const files = await readZip(await readFile(await file.path()))
  const rowsOf = (name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? '[]')
  expect(rowsOf('customer')).toMatchObject([{ name: 'Fjällbo Energi' }])
  expect(rowsOf('tickets').length).toBeGreaterThan(0)
  expect(files.get('README.txt')?.toString()).toContain('Everything that Vakt has of Fjällbo Energi (1002)')
  await expect(section.getByRole('button', { name: 'Export again' })).toBeVisible()
})
