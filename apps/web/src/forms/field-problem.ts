import type { FieldError } from '@vakt/contract/errors.ts'
import { dayOf } from './calendar-day.ts'
import { type Field, type FieldProblem, resolve } from './field-definition.ts'
import { isBlank, isEmail } from './field-value.ts'

/** What is wrong with the value that the field holds, if anything is. */
export function findProblem(field: Field, value: unknown, values: unknown): FieldProblem | null {
  const broken = field.rules?.find((rule) => !rule.passes(value))
  if (broken) return broken.problem
  if (field.required && isBlank(value)) return { key: 'form.required', message: '' }
  return findWrongForm(field, value) ?? findOutOfBounds(field, value, values) ?? findInvalid(field, value, values)
}

const findInvalid = (field: Field, value: unknown, values: unknown): FieldProblem | null =>
  field.validator && !field.validator.condition(value, values) ? { message: field.validator.message } : null

const findWrongForm = (field: Field, value: unknown): FieldProblem | null =>
  field.type === 'email' && !isBlank(value) && !isEmail(String(value)) ? { key: 'form.email_invalid', message: '' } : null

function findOutOfBounds(field: Field, value: unknown, values: unknown): FieldProblem | null {
  if (isBlank(value) || (field.type !== 'number' && field.type !== 'datepicker')) return null
  const isDate = field.type === 'datepicker'
  const held = isDate ? dayOf(String(value)) : (value as number)
  const min = field.min === undefined ? undefined : resolve(field.min, values)
  const max = field.max === undefined ? undefined : resolve(field.max, values)
  if (min !== undefined && min !== '' && held < min) return { key: isDate ? 'form.too_early' : 'form.too_small', message: '', limit: min }
  if (max !== undefined && max !== '' && held > max) return { key: isDate ? 'form.too_late' : 'form.too_large', message: '', limit: max }
  return null
}

type Texts = Record<string, string | ((limit: string) => string) | undefined>

/** The text of its key if that is known, else the plain message, else the fallback. */
export function problemText(problem: FieldProblem, texts: Texts): string {
  const text = texts[problem.key ?? '']
  const found = typeof text === 'function' ? text(String(problem.limit ?? '')) : text
  return found || problem.message || (texts['form.error'] as string)
}

/** What the server found wrong, by field; `others` belong to none that is shown. */
export function placeErrors(errors: readonly FieldError[], isShown: (name: string) => boolean) {
  const fields: Record<string, FieldProblem> = {}
  const others: FieldProblem[] = []
  for (const { property, message, message_translation_key, limit } of errors) {
    const [name = ''] = property
      .replace(/^body[./]/, '')
      .replace(/^\//, '')
      .split(/[./[]/)
    const problem = { message, key: message_translation_key, ...(limit === undefined ? {} : { limit }) }
    if (isShown(name)) fields[name] ??= problem
    else others.push(problem)
  }
  return { fields, others }
}
