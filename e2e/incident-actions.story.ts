import type { Page } from '@playwright/test'
import { chooseFound } from './choose.ts'
import { heading } from './screens.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

// Hosts that match no resource: their alerts join no incident of other stories.
const more = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

test('remind me later mutes for oneself alone, stays after a reload, and is taken back', async ({ openAs, request }) => {
  const condition = newCondition('mute-01')
  await notify(request, 'firing', condition)
  const page = await openAs('admin', '/incidents/1001')
  await page.getByRole('link', { name: titleOf(condition) }).click()
  await expect(heading(page)).toHaveText(titleOf(condition))
  await page.getByRole('button', { name: 'Remind me later' }).press('Enter')
  await page.getByRole('menuitem', { name: 'In 1 hour' }).press('Enter')
  const notice = page.getByText(/^Muted for you until/).filter({ visible: true })
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()
  const other = await openAs('staff', new URL(page.url()).pathname)
  await expect(other.getByRole('button', { name: 'Remind me later' })).toBeVisible()
  await expect(other.getByText(/^Muted for you until/)).toHaveCount(0)
  await notice.getByRole('button').press('Enter')
  await expect(notice).toHaveCount(0)
  await notify(request, 'resolved', condition)
})

test('an incident is merged into another, the merge is undone, and an alert is split off', async ({ openAs, request }) => {
  const [kept, merged] = [newCondition('merge-01'), newCondition('merge-02')]
  for (const condition of [kept, merged]) await notify(request, 'firing', condition)
  const page = await openAs('admin', '/incidents/1001')
  const merge = async () => {
    await more(page, 'Merge…')
    const dialog = page.getByRole('dialog', { name: 'Merge into another incident' })
    await chooseFound(dialog, kept.name, { hasText: titleOf(kept) })
    await expect(heading(page)).toHaveText(titleOf(kept))
  }
  await page.getByRole('link', { name: titleOf(merged) }).click()
  await expect(heading(page)).toHaveText(titleOf(merged))
  const address = page.url()
  await merge()
  await expect(page.getByRole('main')).toContainText('merged in:')

  await page.goto(address)
  await page.getByRole('button', { name: 'Undo merge' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await merge()

  await more(page, 'Split…')
  const dialog = page.getByRole('dialog', { name: 'Split the incident' })
  await expect(dialog.getByRole('button', { name: 'Split' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: new RegExp(merged.name) }).press('Space')
  await dialog.getByRole('button', { name: 'Split' }).press('Enter')
  await expect(heading(page)).toHaveText(titleOf(merged))
  expect(page.url()).not.toBe(address)
  await expect(page.getByRole('main')).toContainText('split it from')
  for (const condition of [kept, merged]) await notify(request, 'resolved', condition)
})
