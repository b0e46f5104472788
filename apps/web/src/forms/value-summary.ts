import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import type { OpeningHours } from '@vakt/contract/tickets/service-levels.ts'
import type { Format } from '#web/platform/format.ts'
import { writeAmount } from './amount.ts'
import type { Field, Money } from './field-definition.ts'
import { keyOf, optionKey, optionsOf } from './field-value.ts'
import { type Held, rowsOf } from './form-paths.ts'
import type { ScheduleWords } from './parts/schedule.texts.ts'
import { describeRecurrence } from './recurrence-text.ts'
import { writeHours } from './week-hours.ts'
import { weekdayName } from './weekdays.ts'

export type SummaryTools = {
  locale: string
  duration: Format['duration']
  /** Of a moment, date and time; of a day. */
  moment: (iso: string) => string
  day: (iso: string) => string
  schedule: ScheduleWords
  yes: string
  no: string
}

function nameOf(field: Field, value: unknown, beside: Held, form: Held): string {
  const option = optionsOf(field, beside, form).find((one) => optionKey(field, one) === keyOf(field, value))
  return option?.label ?? field.nameOf?.(value) ?? String(value)
}

function ofWeek(week: readonly (OpeningHours | null)[], { locale, schedule }: SummaryTools): string {
  return week.map((hours, day) => `${weekdayName(day, locale, 'short')} ${writeHours(hours) || schedule.closed}`).join(', ')
}

/** What a field of the form holds, as people read it; secrets and nothing are empty. */
export function summarize(field: Field, beside: Held, form: Held, tools: SummaryTools): string {
  const value = beside[field.name]
  if (value === null || value === undefined || value === '' || field.isSecret) return ''
  if (field.type === 'bool' || field.type === 'switch') return value ? tools.yes : tools.no
  if (field.type === 'duration') return tools.duration(Number(value), field.units?.includes('d') ? 'exact' : 'hours')
  if (field.type === 'money') return `${writeAmount((value as Money).amount, tools.locale)} ${(value as Money).currency}`
  if (field.type === 'datetime') return tools.moment(String(value))
  if (field.type === 'datepicker') return tools.day(String(value))
  if (field.type === 'weekhours') return ofWeek(value as readonly (OpeningHours | null)[], tools)
  if (field.type === 'recurrence') return describeRecurrence(value as Recurrence, tools.schedule, tools.locale)
  if (field.type === 'file') return (value as File[]).map(({ name }) => name).join(', ')
  if (field.type === 'rows')
    return rowsOf(value)
      .map((row) => summarizeAll(field.fields ?? [], row, form, tools))
      .join('\n')
  if (field.fields) return summarizeAll(field.fields, value as Held, form, tools)
  const values = Array.isArray(value) ? value : [value]
  return values.map((one) => nameOf(field, one, beside, form)).join(', ')
}

/** The fields of a group or row in one line. */
const summarizeAll = (fields: readonly Field[], beside: Held, form: Held, tools: SummaryTools): string =>
  fields
    .filter((field) => !field.render || field.render(beside, form))
    .map((field) => summarize(field, beside, form, tools))
    .filter(Boolean)
    .join(' · ')
