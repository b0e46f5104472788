import { useLayoutEffect, useRef } from 'react'
import type { Form } from '#web/forms/create-form.ts'
import { fromLocalTime, toLocalTime } from '#web/forms/local-time.ts'
import type { WindowValues } from './window-values.ts'

/**
 * A cron expression is in UTC unless another zone is chosen: when it is chosen the start stays the moment that it was. Resources, tickets
 * and people are of a customer: they go with the customer.
 */
export function useFollowChoices(form: Form<WindowValues>): void {
  const before = useRef(form.state().values)
  useLayoutEffect(
    () =>
      form.subscribe(() => {
        const { values } = form.state()
        const { schedule, customers } = before.current
        before.current = values
        if (values.schedule.repeats === 'cron' && schedule.repeats !== 'cron' && values.schedule.timeZone !== 'UTC') {
          const startsAt = toLocalTime(fromLocalTime(values.schedule.startsAt, values.schedule.timeZone), 'UTC') || values.schedule.startsAt
          form.change('schedule', { ...values.schedule, timeZone: 'UTC', startsAt })
        }
        if (customers[0] !== undefined && values.customers.length === 1 && values.customers[0] !== customers[0]) {
          form.change('entities', [])
          form.change('resourceGroups', [])
          form.change('relatedTickets', [])
          form.change('recipients', [])
          form.change('recipientRoles', [])
        }
      }),
    [form],
  )
}
