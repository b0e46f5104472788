import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { checkRecurrence, type RecurrenceProblem } from '@vakt/domain/recurrence.ts'
import { useMemo } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import type { FieldRule } from './field-definition.ts'
import { toLocalTime } from './local-time.ts'
import { scheduleTexts } from './parts/schedule.texts.ts'

const checked = new WeakMap<Recurrence, RecurrenceProblem | null>()

function problemOf(recurrence: Recurrence): RecurrenceProblem | null {
  let problem = checked.get(recurrence)
  if (problem === undefined) {
    problem = checkRecurrence(recurrence)
    checked.set(recurrence, problem)
  }
  return problem
}

/** The rules of a field of type `recurrence`. */
export function useRecurrenceRules(): readonly FieldRule[] {
  const { problems } = useTexts(scheduleTexts)
  return useMemo(
    () =>
      Object.entries(problems).map(([key, message]) => ({
        passes: (value) => problemOf(value as Recurrence) !== key,
        problem: { message },
      })),
    [problems],
  )
}

/** Does not repeat, at the next whole hour; changed to repeat, it does so on the weekday and the day of the month of its start. */
export function newRecurrence(timeZone: string, now: number): Recurrence {
  const startsAt = toLocalTime(new Date(Math.ceil(now / 3_600_000) * 3_600_000).toISOString(), timeZone)
  return {
    timeZone,
    startsAt,
    repeats: 'once',
    weekdays: [(new Date(`${startsAt}Z`).getUTCDay() + 6) % 7],
    monthDay: Number(startsAt.slice(8, 10)),
    cron: '',
    endsOn: null,
    endsAfter: null,
  }
}
