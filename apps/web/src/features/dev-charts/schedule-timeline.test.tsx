import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boxOf, expectTexts } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { ScheduleSamples } from './schedule-samples.tsx'

const figure = page.getByRole('figure', { name: 'Service windows of a week' })
const bar = (label: RegExp) => figure.getByRole('button', { name: label })
const visible = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()

type Point = { x: number; y: number }
const drag = (from: Point, to: Point) =>
  userEvent.pointer([
    { coords: from, keys: '[MouseLeft>]' },
    { coords: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } },
    { coords: to },
    { keys: '[/MouseLeft]' },
  ])

beforeEach(() => {
  renderPart(<ScheduleSamples />)
})

test('bars are drawn, moved and resized by pointer, and opened by click', async () => {
  const backup = bar(/^Backup, recurs weekly, sql-orders/)
  await expect.element(backup).toBeVisible()
  backup.element().scrollIntoView({ block: 'center' })
  const place = boxOf(backup)
  const middle = { x: place.x + place.width / 2, y: place.y + 12 }
  await userEvent.pointer({ coords: middle, keys: '[MouseLeft]' })
  await visible('Opened: weekly')
  const track = figure.element().querySelector('[data-row=empty]')?.getBoundingClientRect() ?? new DOMRect()
  const hours = (count: number) => (track.width / 168) * count
  await drag(middle, { x: middle.x + hours(24), y: track.y + track.height / 2 })
  await visible('Changed: weekly empty 2026-11-26T08:00:00.000Z – 2026-11-26T18:00:00.000Z')
  const { x, y, width } = boxOf(bar(/^Backup, recurs weekly, vm-batch-01/))
  await drag({ x: x + width - 2, y: y + 12 }, { x: x + width - 2 + hours(6), y: y + 12 })
  await visible('Changed: weekly empty 2026-11-26T08:00:00.000Z – 2026-11-27T00:00:00.000Z')
  await drag({ x: track.x + hours(12), y: track.y + 18 }, { x: track.x + hours(24), y: track.y + 18 })
  await visible(/^Created: empty 2026-11-23T1[01]:.* – 2026-11-2[23]T2[23]:/)
  await expect.element(bar(/^New window, vm-batch-01/)).toBeVisible()
})

test('the keys move between bars, pick one up, move it and put it down', async () => {
  const patching = bar(/^Patching, ongoing, vm-web-01/)
  await expect.element(patching).toBeVisible()
  patching.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(bar(/^Restart, planned, vm-web-01/)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(bar(/^Backup, recurs weekly, sql-orders/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await visible('Opened: weekly')
  for (const keys of [' ', '{ArrowRight}', '{Shift>}{ArrowRight}{/Shift}', '{ArrowDown}']) await userEvent.keyboard(keys)
  await expectTexts(figure.getByRole('status'), ['Picked up: vm-batch-01, 25 Nov 2026, 09:15 to 25 Nov 2026, 19:30'])
  await userEvent.keyboard('{Escape}')
  await expectTexts(figure.getByRole('status'), [''])
  await visible('Opened: weekly')
  for (const keys of [' ', '{ArrowLeft}', ' ']) await userEvent.keyboard(keys)
  await visible('Changed: weekly sql 2026-11-25T07:45:00.000Z – 2026-11-25T17:45:00.000Z')
  await figure.getByRole('button', { name: 'Add to vm-batch-01' }).click()
  await visible('Created: empty 2026-11-23T11:15:00.000Z – 2026-11-23T12:15:00.000Z')
  await figure.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(figure.getByRole('row', { name: /^vm-batch-01 New window 23 Nov 2026, 12:15 23 Nov 2026, 13:15$/ })).toBeVisible()
})
