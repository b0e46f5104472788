import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import type { Form } from '#web/forms/create-form.ts'
import { newRecurrence } from '#web/forms/recurrence-rules.ts'
import { useForm } from '#web/forms/use-form.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { useFollowChoices } from './use-follow-choices.ts'
import type { WindowValues } from './window-values.ts'

const noon = Date.parse('2026-11-23T12:00:00Z')
const inStockholm: Recurrence = { ...newRecurrence('Europe/Stockholm', noon), startsAt: '2026-11-24T22:00' }

function Part({ schedule, onForm }: { schedule: Recurrence; onForm: (form: Form<WindowValues>) => void }) {
  const form = useForm<WindowValues>({
    fields: [
      { type: 'recurrence', name: 'schedule', label: 'Times' },
      { type: 'tags', name: 'customers', label: 'Customers' },
    ],
    start: { schedule },
  })
  useFollowChoices(form)
  useEffect(() => onForm(form), [form, onForm])
  return null
}

async function open(schedule = inStockholm) {
  const found: { form?: Form<WindowValues> } = {}
  renderPart(
    <Part
      schedule={schedule}
      onForm={(form) => {
        found.form = form
      }}
    />,
  )
  await expect.poll(() => found.form).toBeDefined()
  const form = found.form as Form<WindowValues>
  const read = () => form.state().values.schedule
  return { read, change: (part: Partial<Recurrence>) => form.change('schedule', { ...read(), ...part }) }
}

test('a cron expression is in UTC from when it is chosen, and the start stays the moment that it was', async () => {
  const { read, change } = await open()
  change({ repeats: 'cron', cron: '0 2 * * *' })
  expect(read()).toMatchObject({ repeats: 'cron', cron: '0 2 * * *', timeZone: 'UTC', startsAt: '2026-11-24T21:00' })
})

test('a zone that is chosen for a cron expression stays', async () => {
  const { read, change } = await open()
  change({ repeats: 'cron' })
  change({ timeZone: 'Europe/Helsinki' })
  change({ cron: '0 3 * * *' })
  expect(read()).toMatchObject({ timeZone: 'Europe/Helsinki', cron: '0 3 * * *' })
})

test('a window that had a cron expression in another zone opens as it was, and other repetitions keep their zone', async () => {
  const saved = await open({ ...inStockholm, repeats: 'cron', cron: '0 2 * * *' })
  saved.change({ cron: '0 4 * * *' })
  expect(saved.read()).toMatchObject({ timeZone: 'Europe/Stockholm', startsAt: '2026-11-24T22:00' })
  const weekly = await open()
  weekly.change({ repeats: 'weekly', weekdays: [1] })
  expect(weekly.read()).toMatchObject({ timeZone: 'Europe/Stockholm', startsAt: '2026-11-24T22:00' })
})
