import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { expectCount } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { type ServiceValues, useServiceFields, valuesOf } from './cloudops-fields.ts'

const service = {
  current: null,
  version: 0,
  listPrice: { kind: 'free' as const },
  currency: 'SEK',
  currencySince: null,
  timeZone: 'Europe/Stockholm',
}

function Hours() {
  const form = useForm<ServiceValues>({ fields: useServiceFields(service, false), start: valuesOf(service) })
  return (
    <Form form={form} label="Hours" failureTexts={{ onFields: '', general: '' }} onSubmit={async () => {}}>
      <div>
        <FormField form={form} name="alwaysOpen" />
        <FormField form={form} name="week" />
        <FormField form={form} name="closedDays" />
        <FormField form={form} name="description" />
      </div>
      <div>
        <button type="submit">Save</button>
      </div>
    </Form>
  )
}

const form = page.getByRole('form', { name: 'Hours' })

/** What a person could press or type into, and where it is. */
const places = () =>
  [...form.element().querySelectorAll('button, input, textarea')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, top: element.getBoundingClientRect().top }))

// In a file of its own: the larger fields must not have been fetched.
test('nothing of a form moves away under the pointer while its larger fields load', async () => {
  await commands.holdScripts()
  renderPart(<Hours />)
  await expect.element(form.getByRole('switch')).toBeVisible()
  const before = places()
  await commands.releaseScripts()
  await expectCount(form.getByRole('textbox', { name: 'Monday' }), 1)
  await expect.element(form.getByRole('button', { name: 'Save' })).toBeVisible()
  expect(before.length).toBeGreaterThan(0)
  for (const { element, top } of before) expect(element.getBoundingClientRect().top).toBe(top)
})
