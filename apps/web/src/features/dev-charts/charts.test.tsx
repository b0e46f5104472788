import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { examinePart } from '#web/testing/examine-part.ts'
import { boxOf, expectCount, expectTexts } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { BarSamples } from './bar-samples.tsx'
import { DevChartsPage } from './dev-charts-page.tsx'
import { LineSamples } from './line-samples.tsx'

const chart = (name: string) => page.getByRole('figure', { name })
const plot = (name: string) => chart(name).getByRole('application')

async function renderLines(name: string) {
  renderPart(<LineSamples />)
  const picture = plot(name)
  await expect.element(picture).toBeVisible()
  picture.element().scrollIntoView({ block: 'center' })
  return { figure: chart(name), picture, said: chart(name).getByRole('status') }
}

test('a line chart shows one card for all series under the pointer, and zooms by drag', async () => {
  const { figure, picture } = await renderLines('Processor load, 30 days of 5 minutes')
  const at = (share: number) => {
    const { x, y, width, height } = boxOf(picture)
    return { coords: { x: x + share * width, y: y + height / 2 } }
  }
  await userEvent.pointer(at(0.36))
  await expect.element(figure.getByText(/^4 Nov 2026/)).toBeVisible()
  await expectCount(figure.getByText('Pool is full'), 2)
  for (const host of ['vm-web-01', 'vm-web-02', 'vm-web-03']) await expectCount(figure.getByText(host, { exact: true }), 2)
  await userEvent.pointer(['[MouseLeft>]', at(0.5), '[/MouseLeft]'])
  await expect.element(page.getByText(/^Shown: 2026-11-04T0\d:\d\d:00.000Z – 2026-11-08T0/)).toBeVisible()
  await figure.getByRole('button', { name: 'Reset zoom' }).click()
  await expect.element(page.getByText('Shown: everything')).toBeVisible()
  picture.element().focus()
  await userEvent.keyboard('{End}')
  await userEvent.keyboard('+')
  await expect.element(page.getByText(/^Shown: 2026-11-0[78]T.* – 2026-11-23T/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Shown: everything')).toBeVisible()
})

test('the keys move through the points and say what they are, gaps included', async () => {
  const { picture, said } = await renderLines('One day with gaps')
  picture.element().focus()
  await userEvent.keyboard('{Home}')
  await expectTexts(said, [/^22 Nov 2026, 09:00: vm-web-01 \d.*%$/])
  await userEvent.keyboard('{ArrowRight}')
  await expectTexts(said, [/^22 Nov 2026, 09:05: /])
  for (let pages = 0; pages < 3; pages++) await userEvent.keyboard('{PageDown}')
  await userEvent.keyboard('{End}')
  await expectTexts(said, [/^23 Nov 2026, 08:55: vm-web-01 .*%, Pool is full$/])
  await userEvent.keyboard('{ArrowLeft}')
  await expectTexts(said, [/^23 Nov 2026, 08:50: /])
  await userEvent.keyboard('{Escape}')
  await expectTexts(said, [''])
  const summary = document.getElementById(picture.element().getAttribute('aria-describedby') ?? '')
  expect(summary?.textContent).toMatch(/^From 22 Nov .* lowest .* latest .*%\. Data is missing 4 times\.$/)
})

test('a line chart is also a table, newest first, with its thresholds and marked periods', async () => {
  const { figure, picture } = await renderLines('One day with gaps')
  await figure.getByRole('button', { name: 'Show as table' }).click()
  const points = figure.getByRole('table', { name: 'One day with gaps' })
  await expectTexts(points.getByRole('rowheader').first(), ['23 Nov 2026, 08:55'])
  await expectCount(points.getByRole('rowheader'), 100)
  await figure.getByRole('button', { name: 'Show 100 more' }).click()
  await expectCount(points.getByRole('rowheader'), 200)
  await expect.element(points.getByRole('cell', { name: 'no data' }).first()).toBeVisible()
  await expectTexts(figure.getByRole('table', { name: 'Thresholds' }).getByRole('row'), ['Warning80%', 'Critical84%'])
  const periods = figure.getByRole('table', { name: 'Marked periods' })
  await expect.element(periods.getByRole('row', { name: /Would have fired: .* ongoing$/ })).toBeVisible()
  await figure.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(picture).toBeVisible()
})

test('bars have a card each, are reached by arrows, chosen, and listed as a table', async () => {
  renderPart(<BarSamples />)
  const figure = chart('Incidents of 30 days')
  const last = figure.getByRole('img', { name: /^23 Nov: / })
  await expect.element(last).toBeVisible()
  last.element().focus()
  await userEvent.keyboard('{Home}')
  await expect.element(figure.getByRole('img', { name: /^25 Oct: / })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(figure.getByRole('img', { name: /^26 Oct: / })).toHaveFocus()
  await expect.poll(() => figure.element().querySelector('strong')?.textContent).toBe('26 Oct')
  await figure.getByRole('button', { name: 'Show as table' }).click()
  await expectCount(figure.getByRole('table').getByRole('row'), 31)
  const headers = figure.getByRole('table').getByRole('columnheader')
  await expectTexts(headers, ['Day', 'Critical', 'High', 'Medium', 'Low', 'Total'])
})

for (const language of ['en', 'sv'] as const) {
  test(`no chart has a violation in ${language}`, { timeout: 240_000 }, async () => {
    renderPart(<DevChartsPage />, { language })
    await expect.element(page.getByRole('application').first()).toBeVisible()
    await examinePart(language)
  })
}
