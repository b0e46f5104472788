import type { FieldError } from '@vakt/contract/errors.ts'
import type { Format } from '#web/platform/format.ts'
import { dayOf } from './calendar-day.ts'
import { type Field, type FieldProblem, type Money, resolve } from './field-definition.ts'
import { isBlank, isEmail } from './field-value.ts'
import { rowsOf } from './form-paths.ts'
import { isE164, toE164 } from './phone-number.ts'

const isAmount = (text: string) => /^-?\d{1,12}(\.\d{1,2})?$/.test(text)

/** What is wrong with the value that the field holds, if anything is. */
export function findProblem(field: Field, value: unknown, values: unknown, form = values): FieldProblem | null {
  const broken = field.rules?.find((rule) => !rule.passes(value))
  if (broken) return broken.problem
  if (field.required && isBlank(value)) return { key: 'form.required', message: '' }
  return findWrongForm(field, value) ?? findOutOfBounds(field, value, values, form) ?? findInvalid(field, value, values, form)
}

const findInvalid = (field: Field, value: unknown, values: unknown, form: unknown): FieldProblem | null =>
  field.validator && !field.validator.condition(value, values, form) ? { message: field.validator.message } : null

function findWrongForm(field: Field, value: unknown): FieldProblem | null {
  if (isBlank(value)) return null
  if (field.type === 'email' && !isEmail(String(value))) return { key: 'form.email_invalid', message: '' }
  if (field.type === 'phone' && !isE164(toE164(String(value), field.countryCode))) return { key: 'form.phone_invalid', message: '' }
  // What is half typed is held as it was typed, and settled into a value that passes, or stays.
  if (field.type === 'duration' && typeof value !== 'number') return { key: 'form.duration_invalid', message: '' }
  if (field.type === 'weekhours' && (value as unknown[]).some((day) => typeof day === 'string'))
    return { key: 'form.hours_invalid', message: '' }
  if (field.type === 'money' && !isAmount((value as Money).amount)) return { key: 'form.amount_invalid', message: '' }
  return null
}

/** What the bounds of each kind are of, as it is compared with them; the keys of what is said below and above them. */
const bounded: Partial<Record<Field['type'], { of: (value: unknown) => number | string; below: string; above: string }>> = {
  number: { of: Number, below: 'form.too_small', above: 'form.too_large' },
  datepicker: { of: (value) => dayOf(String(value)), below: 'form.too_early', above: 'form.too_late' },
  datetime: { of: String, below: 'form.too_early', above: 'form.too_late' },
  duration: { of: Number, below: 'form.too_small', above: 'form.too_large' },
  rows: { of: (value) => rowsOf(value).length, below: 'form.too_few', above: 'form.too_many' },
}

const shownLimit = (field: Field, limit: number | string) => (field.type === 'duration' ? { minutes: Number(limit) } : limit)

function findOutOfBounds(field: Field, value: unknown, values: unknown, form: unknown): FieldProblem | null {
  const kind = bounded[field.type]
  if (!kind || (isBlank(value) && field.type !== 'rows')) return null
  const held = kind.of(value)
  const min = field.min === undefined ? undefined : resolve(field.min, values, form)
  const max = field.max === undefined ? undefined : resolve(field.max, values, form)
  if (min !== undefined && min !== '' && held < min) return { key: kind.below, message: '', limit: shownLimit(field, min) }
  if (max !== undefined && max !== '' && held > max) return { key: kind.above, message: '', limit: shownLimit(field, max) }
  return null
}

type Texts = Record<string, string | ((limit: string) => string) | undefined>

/** The text of its key if that is known, else the plain message, else the fallback. */
export function problemText({ key, message, limit = '' }: FieldProblem, texts: Texts, { duration }: Pick<Format, 'duration'>): string {
  const text = texts[key ?? '']
  const shown = typeof limit === 'object' ? duration(limit.minutes, 'hours') : String(limit)
  const found = typeof text === 'function' ? text(shown) : text
  return found || message || (texts['form.error'] as string)
}

/** What the server found wrong, by the path of the field that `locate` knows; `others` belong to none that is shown. */
export function placeErrors(errors: readonly FieldError[], locate: (property: string) => string | null) {
  const fields: Record<string, FieldProblem> = {}
  const others: FieldProblem[] = []
  for (const { property, message, message_translation_key, limit } of errors) {
    const path = locate(property)
    const problem = { message, key: message_translation_key, ...(limit === undefined ? {} : { limit }) }
    if (path !== null) fields[path] ??= problem
    else others.push(problem)
  }
  return { fields, others }
}
