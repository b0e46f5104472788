import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { examinePart } from '#web/testing/examine-part.ts'
import { boxOf, expectCount, expectTexts, press } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { DevFormsPage } from './dev-forms-page.tsx'
import { RuleSample } from './rule-sample.tsx'
import { sample } from './sample-in-test.tsx'

const steps = page.getByRole('form', { name: /^(A form in steps|Ett formulär i steg)$/ })
const next = steps.getByRole('button', { name: /^(Next|Nästa)$/ })

/** Fills in the first step of the form in steps, and goes on to the second. */
async function fillFirstStep() {
  await steps.getByRole('textbox', { name: /^(Name|Namn)/ }).fill('Disk full')
  await steps.getByLabelText(/^(Counts from|Räknas från)/).fill('2026-11-23T08:00')
  await next.click()
}

/** Fills in the second, and goes on to the third, with all that it shows. */
async function fillSecondStep() {
  await steps.getByRole('spinbutton').fill('90')
  await steps.getByRole('button', { name: /^(Add|Lägg till)$/ }).click()
  await steps.getByRole('option', { name: /^CloudOps/ }).click()
  await next.click()
  await steps.getByRole('switch').click()
}

test('a form in steps: rows are added, put in order, removed and put back; each step is checked; going back loses nothing', async () => {
  const { history } = renderPart(
    <main>
      <RuleSample />
    </main>,
  )
  await next.click()
  await expect.element(steps.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  const quiet = steps.getByRole('textbox', { name: 'Quiet time' })
  await quiet.fill('1h 30m')
  await press(quiet, 'Tab')
  await expect.element(quiet).toHaveValue('90')
  await quiet.fill('2')
  await expect.element(steps.getByText('At least 5 min.')).toBeVisible()
  await steps.getByRole('combobox', { name: 'Quiet time, unit' }).selectOptions('h')
  await expectCount(steps.getByText('At least 5 min.'), 0)
  await steps.getByRole('textbox', { name: 'Budget' }).fill('1,250.5')
  await fillFirstStep()
  await expect.poll(() => history.location.search).toMatch(/step=actions/)
  await expect.element(steps.getByRole('heading', { name: 'Conditions and actions' })).toHaveFocus()

  const actions = steps.getByRole('group', { name: 'Actions' })
  const kinds = actions.getByRole('combobox', { name: 'What to do' })
  await actions.getByRole('button', { name: 'Add action' }).click()
  await expect.element(kinds.last()).toHaveFocus()
  await kinds.last().selectOptions('Wait')
  await actions.getByRole('textbox', { name: 'How long' }).fill('20 min')
  await press(actions.getByRole('button', { name: 'Move Action 2', exact: true }), 'ArrowUp')
  await expectTexts(actions.getByRole('status'), ['Action 2 is now number 1 of 2.'])
  await expect.element(kinds.first()).toHaveValue('wait')
  const first = actions.getByRole('button', { name: 'Move Action 1', exact: true })
  await expect.element(first).toHaveFocus()
  first.element().scrollIntoView({ block: 'center' })
  const [grip, below] = [boxOf(first), boxOf(actions.getByRole('listitem').last())]
  const x = grip.x + 8
  await userEvent.pointer([
    { coords: { x, y: grip.y + 8 }, keys: '[MouseLeft>]' },
    ...[0.25, 0.5, 0.75, 1].map((share) => ({ coords: { x, y: grip.y + 8 + share * (below.bottom - grip.y - 8) } })),
    { keys: '[/MouseLeft]' },
  ])
  await expect.element(kinds.last()).toHaveValue('wait')
  await actions.getByRole('button', { name: 'Remove Action 2' }).click()
  await expectCount(kinds, 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(actions.getByRole('textbox', { name: 'How long' })).toHaveValue('20')
  await next.click()
  await expect.element(steps.getByRole('spinbutton', { name: 'Threshold' })).toHaveFocus()
  await fillSecondStep()

  const monday = steps.getByRole('textbox', { name: 'Monday' })
  await monday.fill('9-12')
  await press(steps.getByRole('slider', { name: 'Monday, closes' }), 'ArrowRight')
  await expect.element(monday).toHaveValue('09:00–12:15')
  await steps.getByRole('combobox', { name: 'Repeats' }).selectOptions('By a cron expression')
  await next.click()
  await expect.element(steps.getByText('Write five fields such as 15 2 * * *')).toBeVisible()
  await steps.getByRole('textbox', { name: 'Cron expression' }).fill('0 22 * * 5')
  await expectCount(steps.getByRole('list', { name: 'Next starts' }).getByRole('listitem'), 10)
  await next.click()
  await expect.element(steps.getByRole('definition').filter({ hasText: '1,250.50 SEK' })).toBeVisible()
  await expect.element(steps.getByText('Send an email · CloudOps')).toBeVisible()
  await steps.getByRole('button', { name: 'Change conditions and actions' }).click()
  await expect.element(actions.getByRole('textbox', { name: 'How long' })).toHaveValue('20')
  history.back()
  await expect.poll(() => history.location.search).toMatch(/step=summary/)
  await steps.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText('Saved.')).toBeVisible()
})

for (const language of ['en', 'sv'] as const) {
  test(`no field has a violation in any state in ${language}`, { timeout: 240_000 }, async () => {
    renderPart(<DevFormsPage />, { language })
    await sample.getByRole('combobox', { name: /^(Watchers|Bevakare)/ }).click()
    await expect.element(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await examinePart(language)
    await userEvent.keyboard('{Escape}')
    for (const fill of [fillFirstStep, fillSecondStep, () => next.click()]) {
      await fill()
      await examinePart(language, 'form[aria-label*="ste"]')
    }
  })
}
