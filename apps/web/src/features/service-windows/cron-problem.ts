import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { checkRecurrence } from '@vakt/domain/recurrence.ts'

const cronFields = ['minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronProblem = { fields: number } | { field: (typeof cronFields)[number]; value: string }

const isReadable = (recurrence: Recurrence, cron: string) => checkRecurrence({ ...recurrence, cron }) !== 'recurrence.cron_invalid'

/** Why a cron expression cannot be read: how many fields it has instead of five, or the first field that is wrong. Null where it can. */
export function findCronProblem(recurrence: Recurrence): CronProblem | null {
  if (recurrence.repeats !== 'cron' || isReadable(recurrence, recurrence.cron)) return null
  const written = recurrence.cron.trim()
  const values = written === '' ? [] : written.split(/\s+/)
  if (values.length !== cronFields.length) return { fields: values.length }
  const index = values.findIndex(
    (value, at) => !isReadable(recurrence, cronFields.map((_, place) => (place === at ? value : '*')).join(' ')),
  )
  const field = cronFields[index]
  return field ? { field, value: values[index] ?? '' } : { fields: values.length }
}
