import { findViolations } from './accessibility.ts'
import { chooseFound } from './choose.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

test('incidents are selected with the keyboard and acknowledged together, and given to someone', async ({ openAs, request }) => {
  const conditions = [newCondition('bulk-01'), newCondition('bulk-02')]
  for (const condition of conditions) await notify(request, 'firing', condition)
  const page = await openAs('admin', '/incidents/1001')
  const rowOf = (title: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: title }) })
  const said = (text: string) => page.getByRole('status').filter({ hasText: text })
  const select = async () => {
    for (const condition of conditions) {
      await page.getByRole('link', { name: titleOf(condition) }).focus()
      await page.keyboard.press('x')
    }
    await expect(said('2 selected')).toBeVisible()
  }
  await select()
  expect(await findViolations(page)).toEqual([])
  // What can be done with incidents is fetched with the first selection; until then B leads to what clears it.
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible()
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(said('2 incidents are acknowledged.')).toBeVisible()
  for (const condition of conditions) await expect(rowOf(titleOf(condition))).toContainText('Acknowledged')
  await expect(said('2 selected')).toBeHidden()

  await select()
  await page.getByRole('button', { name: 'Assign…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assign…' })
  await dialog.getByRole('option', { name: 'Unassign' }).click()
  await expect(said('2 incidents are reassigned.')).toBeVisible()

  // What is refused is named with the reason and stays selected; the others are done.
  await page.goto('/incidents/1001?state=open&state=acknowledged&state=resolved')
  const [first, second] = conditions
  if (!first || !second) throw new Error('There are two conditions.')
  await notify(request, 'resolved', first)
  await expect(rowOf(titleOf(first))).toContainText('Resolved')
  await select()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).press('Enter')
  const refused = page.getByRole('dialog', { name: '1 could not be changed:' })
  await expect(refused).toContainText(`${titleOf(first)}: The incident is resolved already.`)
  await refused.getByRole('button', { name: 'Done' }).click()
  await expect(said('1 selected')).toBeVisible()
  await notify(request, 'resolved', second)
})

test('names that match nothing are linked to one resource together', async ({ openAs, request }) => {
  const conditions = [newCondition(`lb-pos-y${Date.now()}`), newCondition(`lb-pos-z${Date.now()}`)]
  for (const condition of conditions) await notify(request, 'firing', condition)
  const page = await openAs('staff', '/admin/unmatched-signals')
  for (const condition of conditions) {
    const row = page.getByRole('row').filter({ hasText: condition.instance })
    await row.getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: 'Link to a resource…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to a resource…' })
  await chooseFound(dialog, 'lb-pos', { hasText: 'lb-pos' })
  await expect(page.getByRole('status').filter({ hasText: '2 names are linked.' })).toBeVisible()
  for (const condition of conditions) {
    await expect(page.getByRole('row').filter({ hasText: condition.instance })).toHaveCount(0)
    await notify(request, 'resolved', condition)
  }
})
