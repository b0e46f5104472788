import type { Page } from '@playwright/test'
import { signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const many = 450
const rowLink = (page: Page, index: number) => page.locator(`[data-index="${index}"] [data-row-link]`)

async function importEntities(page: Page): Promise<void> {
  const lines = ['id,name,type', ...Array.from({ length: many }, (_, index) => `pump-${index},Pump ${index},contoso/pump`)]
  await page.locator('input[type=file]').setInputFiles({ name: 'pumps.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: `Import ${many} rows` }).click()
  await page.getByRole('link', { name: 'Show the resources' }).click()
}

/** Which row stands at the middle of the window. */
const rowAtMiddle = (page: Page) =>
  page.evaluate(() => Number(document.elementFromPoint(700, window.innerHeight / 2)?.closest<HTMLElement>('[data-index]')?.dataset.index))

test('a list of hundreds keeps the focus and its place while it grows, draws what is in sight, and asks only for what is stayed at', async ({
  otherVakt,
}) => {
  const page = await otherVakt.openPage()
  await signIn(page, 'fjallboAdmin', '/my-environment/1002/upload')
  await importEntities(page)
  await rowLink(page, 0).focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(rowLink(page, 299)).toBeFocused({ timeout: 500 })
  }).toPass()
  await expect(rowLink(page, 299)).toBeInViewport()
  expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(100)

  await page.mouse.move(700, 400)
  const before = await rowAtMiddle(page)
  await page.mouse.wheel(0, -4000)
  await expect.poll(() => rowAtMiddle(page)).toBe(before - 100)

  await page.mouse.move(700, 5)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/entity\/[0-9a-f-]{36}$/.test(request.url())) asked.push(request.url())
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.mouse.move(700, 300)
  await page.mouse.move(700, 700, { steps: 20 })
  await page.clock.runFor(20)
  expect(asked).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => asked.length).toBe(1)
})
