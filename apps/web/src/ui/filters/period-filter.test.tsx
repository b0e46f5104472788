import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { examinePart } from '#web/testing/examine-part.ts'
import { expectCount } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import type { Period } from './period-days.ts'
import { PeriodFilter } from './period-filter.tsx'

function Sample() {
  const [period, setPeriod] = useState<Period>({ from: undefined, to: undefined })
  return (
    <main>
      <h1>Larm</h1>
      <PeriodFilter label="Började" {...period} onChange={setPeriod} />
      <output>{`${period.from ?? '-'}/${period.to ?? '-'}`}</output>
    </main>
  )
}

const chip = page.getByRole('button', { name: /^Började/ })
const calendar = page.getByRole('dialog', { name: 'Började' })
const chosen = () => page.getByRole('status').element().textContent?.split('/') ?? []

test('days are chosen by the name of a period, by keys in a calendar, and taken back', async () => {
  renderPart(<Sample />, { language: 'sv' })
  await chip.click()
  await calendar.getByRole('button', { name: 'Senaste 7 dagarna' }).click()
  await expectCount(calendar, 0)
  await expect.element(chip).toHaveTextContent('Började Senaste 7 dagarna')
  await expect.element(chip).toHaveFocus()
  await expect.poll(chosen).toEqual([expect.stringMatching(/^20\d\d-\d\d-\d\d$/), expect.anything()])

  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.hasAttribute('data-today')).toBe(true)
  await examinePart('sv')
  await userEvent.keyboard('{ArrowLeft}{Enter}{ArrowUp}{Enter}')
  await expectCount(calendar, 0)
  const [from = '', to = ''] = chosen()
  expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000)

  await userEvent.keyboard('{Enter}')
  await expect.element(calendar).toBeVisible()
  await userEvent.keyboard('{PageUp}{Escape}')
  await expectCount(calendar, 0)
  await page.getByRole('button', { name: /^Rensa började/ }).click()
  await expect.poll(chosen).toEqual(['-', '-'])
  await expect.element(chip).not.toMatchTextContent('Senaste')
  await expect.element(chip).toHaveTextContent('Började')
})
