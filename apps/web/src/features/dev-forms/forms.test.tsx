import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boxOf, bySelector, chooseFiles, expectCount, imageFile, passTime, paste, press } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { DevFormsPage } from './dev-forms-page.tsx'
import { sample as form, renderSample } from './sample-in-test.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const toasts = () => [...document.querySelectorAll('.mantine-Notification-root')].map(({ textContent }) => textContent)
const images = (...names: string[]) => names.map((name) => imageFile(`${name}.png`))

test('messages come one at a time, each stays as long as it should, and is closed by hand', async () => {
  await renderSample()
  const files = bySelector(form, 'input[type=file]')
  await form.getByRole('textbox', { name: 'Name' }).click()
  vi.useFakeTimers({ shouldAdvanceTime: false })
  chooseFiles(files, images('one'))
  await passTime(100)
  await expect.element(page.getByRole('status').filter({ hasText: 'The file has been added for upload.' })).toBeVisible()
  paste(form, images('image'))
  await passTime(100)
  chooseFiles(files, images('two', 'three', 'four', 'five'))
  await passTime(4300)
  await expect.poll(toasts).toEqual(['The file has been added for upload.'])
  await passTime(1000)
  await expect.poll(toasts).toEqual(['The file has been added from the clipboard.'])
  await passTime(2000)
  await expect.poll(toasts).toEqual(['The file has been added from the clipboard.'])
  await passTime(1000)
  await expect.poll(toasts).toEqual(['The file has been added for upload.'])
  ;(page.getByRole('button', { name: 'Close' }).element() as HTMLElement).click()
  await passTime(500)
  await expect.poll(toasts).toEqual([expect.stringMatching(/^You have reached the file upload limit\./)])
  await expect.element(page.getByRole('alert').filter({ hasText: 'You have reached the file upload limit.' }).last()).toBeVisible()
  await passTime(4500)
  await expect.poll(toasts).toHaveLength(1)
  await passTime(1000)
  await expect.poll(toasts).toEqual([])
})

test('a field appears by its condition and says what is wrong with it a moment after the last key', async () => {
  await renderSample()
  await expectCount(form.getByRole('textbox', { name: 'Email' }), 0)
  await press(form.getByRole('switch', { name: 'Tell someone by email' }), ' ')
  const email = form.getByRole('textbox', { name: 'Email' })
  await expect.element(email).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  email.element().focus()
  await userEvent.keyboard('nobody')
  await vi.advanceTimersByTimeAsync(949)
  await expect.element(email).not.toHaveAttribute('aria-invalid', 'true')
  await vi.advanceTimersByTimeAsync(1)
  await expect.element(form.getByRole('alert').filter({ hasText: 'Unvalid email format' })).toBeVisible()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(email).toHaveAccessibleDescription('Unvalid email format')
  await email.fill('somebody@example.com')
  await expectCount(form.getByText('Unvalid email format'), 0)
})

test('sending shows what is missing, puts the server’s errors on their fields, and locks what was sent', async () => {
  await renderSample()
  const save = form.getByRole('button', { name: 'Save', exact: true })
  const name = form.getByRole('textbox', { name: 'Name' })
  await save.click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/This must be filled in\.$/)
  await name.fill('Disk full')
  await form.getByLabelText('From').fill('2026-11-21')
  await form.getByRole('radio', { name: 'High' }).click()
  await form.getByRole('checkbox', { name: 'I have read what it costs' }).click()
  await page.getByRole('radio', { name: 'refuses two fields' }).click()
  const states: boolean[] = []
  const button = save.element() as HTMLButtonElement
  const isDisabled = () => button.matches(':disabled, [aria-disabled=true]')
  new MutationObserver(() => states.push(isDisabled())).observe(button, { attributeFilter: ['disabled', 'aria-disabled'] })
  await save.click()
  await expect.poll(() => states[0]).toBe(true)
  await expect
    .element(form.getByRole('alert').filter({ hasText: 'The form was not saved. Look at the fields marked below.' }))
    .toBeVisible()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/Another rule has this name\.$/)
  await expect.element(form.getByText('Away until Monday')).toBeVisible()
  await page.getByRole('radio', { name: 'accepts' }).click()
  await press(name, 'Enter')
  await expect.element(page.getByText('Saved.')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await expect.poll(() => (name.element() as HTMLInputElement).matches(':disabled, :read-only')).toBe(true)
  await form.getByRole('button', { name: 'Start again' }).click()
  await expect.element(name).toHaveValue('')
  await expect.element(save).toBeEnabled()
})

test('a button that is pressed while a field is wrong is clicked, though the message above it appears', async () => {
  await renderSample()
  const agree = form.getByRole('checkbox', { name: 'I have read what it costs' })
  ;(agree.element() as HTMLElement).focus()
  await form.getByRole('button', { name: 'Save', exact: true }).click({ position: { x: 12, y: 3 } })
  await expect.element(agree).toHaveAccessibleDescription(/This must be filled in\.$/)
  // Sending it puts the focus on the first wrong field.
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('a long text has four rows at first and grows with what is written, on a phone too', async () => {
  await renderSample()
  const description = form.getByRole('textbox', { name: 'Description' })
  await expect.element(description).toHaveAttribute('rows', '4')
  for (const width of [1440, 390]) {
    await page.viewport(width, 900)
    await description.fill('')
    const lineHeight = Number.parseFloat(getComputedStyle(description.element()).lineHeight)
    const empty = boxOf(description).height
    expect(empty).toBeGreaterThanOrEqual(4 * lineHeight)
    expect(empty).toBeLessThan(6 * lineHeight)
    await description.fill('x\n'.repeat(8))
    expect(boxOf(description).height).toBeGreaterThanOrEqual(9 * lineHeight)
  }
})

test('the form is 700 px wide at most, and a long list draws the rows in sight', async () => {
  renderPart(<DevFormsPage />)
  await expect.poll(() => boxOf(form).width).toBe(700)
  const list = page.getByRole('group', { name: 'Virtual list' })
  const rows = list.getByRole('listitem')
  expect(boxOf(rows.first()).height).toBe(35)
  expect(rows.elements().length).toBeLessThan(30)
  list.element().scrollTop = list.element().scrollHeight
  await expect.element(page.getByText('Row 10000')).toBeVisible()
})
