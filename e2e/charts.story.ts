import type { Locator, Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { expect, test } from './development-pages.ts'

const chart = (page: Page, name: string): Locator => page.getByRole('figure', { name })
const plot = (page: Page, name: string): Locator => chart(page, name).getByRole('application')

/** Moves the pointer to a share of the width of the picture. */
async function pointAt(page: Page, target: Locator, share: number) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  await page.mouse.move((box?.x ?? 0) + share * (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0) / 2)
}

test('a line chart shows one card for all series under the pointer, and zooms by drag', async ({ openDevelopmentPage }) => {
  const page = await openDevelopmentPage('/dev/charts', { timezoneId: 'Europe/Stockholm' })
  const name = 'Processor load, 30 days of 5 minutes'
  const figure = chart(page, name)
  const picture = plot(page, name)
  await expect(picture).toBeVisible()
  await pointAt(page, picture, 0.36)
  await expect(figure.getByText(/^4 Nov 2026/)).toBeVisible()
  await expect(figure.getByText('Pool is full')).toHaveCount(2)
  for (const host of ['vm-web-01', 'vm-web-02', 'vm-web-03']) await expect(figure.getByText(host, { exact: true })).toHaveCount(2)
  await page.mouse.down()
  await pointAt(page, picture, 0.5)
  await page.mouse.up()
  await expect(page.getByText(/^Shown: 2026-11-04T0\d:\d\d:00.000Z – 2026-11-08T0/)).toBeVisible()
  await figure.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page.getByText('Shown: everything')).toBeVisible()
  await picture.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('+')
  await expect(page.getByText(/^Shown: 2026-11-0[78]T.* – 2026-11-23T/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Shown: everything')).toBeVisible()
})

test('the keys move through the points and say what they are, gaps included', async ({ openDevelopmentPage }) => {
  const page = await openDevelopmentPage('/dev/charts', { timezoneId: 'Europe/Stockholm' })
  const name = 'One day with gaps'
  const said = chart(page, name).getByRole('status')
  await plot(page, name).focus()
  await page.keyboard.press('Home')
  await expect(said).toHaveText(/^22 Nov 2026, 09:00: vm-web-01 \d.*%$/)
  await page.keyboard.press('ArrowRight')
  await expect(said).toHaveText(/^22 Nov 2026, 09:05: /)
  for (let pages = 0; pages < 3; pages++) await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await expect(said).toHaveText(/^23 Nov 2026, 08:55: vm-web-01 .*%, Pool is full$/)
  await page.keyboard.press('ArrowLeft')
  await expect(said).toHaveText(/^23 Nov 2026, 08:50: /)
  await page.keyboard.press('Escape')
  await expect(said).toBeEmpty()
  const summary = await plot(page, name).getAttribute('aria-describedby')
  await expect(page.locator(`[id="${summary}"]`)).toHaveText(/^From 22 Nov .* lowest .* latest .*%\. Data is missing 4 times\.$/)
})

test('a line chart is also a table, newest first, with its thresholds and marked periods', async ({ openDevelopmentPage }) => {
  const page = await openDevelopmentPage('/dev/charts', { timezoneId: 'Europe/Stockholm' })
  const figure = chart(page, 'One day with gaps')
  await figure.getByRole('button', { name: 'Show as table' }).click()
  const points = figure.getByRole('table', { name: 'One day with gaps' })
  await expect(points.getByRole('rowheader').first()).toHaveText('23 Nov 2026, 08:55')
  await expect(points.getByRole('rowheader')).toHaveCount(100)
  await figure.getByRole('button', { name: 'Show 100 more' }).click()
  await expect(points.getByRole('rowheader')).toHaveCount(200)
  await expect(points.getByRole('cell', { name: 'no data' }).first()).toBeVisible()
  await expect(figure.getByRole('table', { name: 'Thresholds' }).getByRole('row')).toHaveText(['Warning80%', 'Critical84%'])
  await expect(
    figure.getByRole('table', { name: 'Marked periods' }).getByRole('row', { name: /Would have fired: .* ongoing$/ }),
  ).toBeVisible()
  await figure.getByRole('button', { name: 'Show as table' }).click()
  await expect(plot(page, 'One day with gaps')).toBeVisible()
})

test('charts of the dark theme print in the colours of the light one', async ({ openDevelopmentPage }) => {
  const page = await openDevelopmentPage('/dev/charts', { colorScheme: 'dark' })
  await expect(plot(page, 'One day with gaps')).toBeVisible()
  const readColor = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--vakt-line-1').trim())
  const dark = await readColor()
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      document.title = getComputedStyle(document.documentElement).getPropertyValue('--vakt-line-1').trim()
    })
  })
  await page.pdf()
  const printed = await page.title()
  expect(await readColor()).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(readColor).toBe(printed)
  expect(printed).not.toBe(dark)
})

test('bars have a card each, are reached by arrows, chosen, and listed as a table', async ({ openDevelopmentPage }) => {
  const page = await openDevelopmentPage('/dev/charts')
  const figure = chart(page, 'Incidents of 30 days')
  await figure.getByRole('img', { name: /^23 Nov: / }).focus()
  await page.keyboard.press('Home')
  await expect(figure.getByRole('img', { name: /^25 Oct: / })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(figure.getByRole('img', { name: /^26 Oct: / })).toBeFocused()
  await expect(figure.locator('strong')).toHaveText('26 Oct')
  await figure.getByRole('button', { name: 'Show as table' }).click()
  await expect(figure.getByRole('table').getByRole('row')).toHaveCount(31)
  await expect(figure.getByRole('table').getByRole('columnheader')).toHaveText(['Day', 'Critical', 'High', 'Medium', 'Low', 'Total'])
})

test.describe('a timeline', () => {
  const name = 'Service windows of a week'

  test('bars are drawn, moved and resized by pointer, and opened by click', async ({ openDevelopmentPage }) => {
    const page = await openDevelopmentPage('/dev/charts', { timezoneId: 'Europe/Stockholm' })
    const figure = chart(page, name)
    const bar = (label: RegExp) => figure.getByRole('button', { name: label })
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
      await page.mouse.move(to.x, to.y)
      await page.mouse.up()
    }
    const backup = bar(/^Backup, recurs weekly, sql-orders/)
    await backup.scrollIntoViewIfNeeded()
    const place = (await backup.boundingBox())!
    const middle = { x: place.x + place.width / 2, y: place.y + 12 }
    await page.mouse.click(middle.x, middle.y)
    await expect(page.getByText('Opened: weekly')).toBeVisible()
    const track = (await figure.locator('[data-row=empty]').boundingBox())!
    const hours = (count: number) => (track.width / 168) * count
    await drag(middle, { x: middle.x + hours(24), y: track.y + track.height / 2 })
    await expect(page.getByText('Changed: weekly empty 2026-11-26T08:00:00.000Z – 2026-11-26T18:00:00.000Z')).toBeVisible()
    const moved = (await bar(/^Backup, recurs weekly, vm-batch-01/).boundingBox())!
    await drag({ x: moved.x + moved.width - 2, y: moved.y + 12 }, { x: moved.x + moved.width - 2 + hours(6), y: moved.y + 12 })
    await expect(page.getByText('Changed: weekly empty 2026-11-26T08:00:00.000Z – 2026-11-27T00:00:00.000Z')).toBeVisible()
    await drag({ x: track.x + hours(12), y: track.y + 18 }, { x: track.x + hours(24), y: track.y + 18 })
    await expect(page.getByText(/^Created: empty 2026-11-23T1[01]:.* – 2026-11-2[23]T2[23]:/)).toBeVisible()
    await expect(bar(/^New window, vm-batch-01/)).toBeVisible()
  })

  test('the keys move between bars, pick one up, move it and put it down', async ({ openDevelopmentPage }) => {
    const page = await openDevelopmentPage('/dev/charts', { timezoneId: 'Europe/Stockholm' })
    const figure = chart(page, name)
    const bar = (label: RegExp) => figure.getByRole('button', { name: label })
    await bar(/^Patching, ongoing, vm-web-01/).focus()
    await page.keyboard.press('ArrowRight')
    await expect(bar(/^Restart, planned, vm-web-01/)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(bar(/^Backup, recurs weekly, sql-orders/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Opened: weekly')).toBeVisible()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(figure.getByRole('status')).toHaveText('Picked up: vm-batch-01, 25 Nov 2026, 09:15 to 25 Nov 2026, 19:30')
    await page.keyboard.press('Escape')
    await expect(figure.getByRole('status')).toBeEmpty()
    await expect(page.getByText('Opened: weekly')).toBeVisible()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await expect(page.getByText('Changed: weekly sql 2026-11-25T07:45:00.000Z – 2026-11-25T17:45:00.000Z')).toBeVisible()
    await figure.getByRole('button', { name: 'Add to vm-batch-01' }).click()
    await expect(page.getByText('Created: empty 2026-11-23T11:15:00.000Z – 2026-11-23T12:15:00.000Z')).toBeVisible()
    await figure.getByRole('button', { name: 'Show as table' }).click()
    await expect(figure.getByRole('row', { name: /^vm-batch-01 New window 23 Nov 2026, 12:15 23 Nov 2026, 13:15$/ })).toBeVisible()
  })
})

for (const language of ['en', 'sv']) {
  test(`no chart has a violation in ${language}`, async ({ openDevelopmentPage }) => {
    test.setTimeout(90_000)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openDevelopmentPage('/dev/charts', { colorScheme, locale: language })
      await expect(page.getByRole('application').first()).toBeVisible()
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await findViolations(page), `${colorScheme}, ${width} px`).toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
    }
  })
}
