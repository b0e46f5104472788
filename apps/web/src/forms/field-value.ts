import { emailPattern } from '@vakt/contract/schema.ts'
import { type Field, type OptionItem, resolve } from './field-definition.ts'
import { changeEach, type Held, rowsOf } from './form-paths.ts'
import { toE164 } from './phone-number.ts'
import { keepKey } from './row-keys.ts'

export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const lists = new Set<Field['type']>(['objectmultiple', 'tags', 'textmultiple', 'file', 'search', 'rows'])
const nothing = new Set<Field['type']>(['objectsingle', 'duration', 'money'])

function emptyValue(field: Field): unknown {
  if (field.multiple || lists.has(field.type)) return []
  if (field.type === 'bool' || field.type === 'switch') return false
  if (field.type === 'weekhours') return Array.from({ length: 7 }, () => null)
  return nothing.has(field.type) ? null : ''
}

export const isEmail = (text: string): boolean => emailPattern.test(text)

/** A whole number, or empty for what does not begin with one. */
export function parseInteger(text: string): number | '' {
  const parsed = Number.parseInt(text, 10)
  return Number.isNaN(parsed) ? '' : parsed
}

/** A number with a point or a comma before its decimals, such as `-0,5` or `1e6`; empty for anything else. */
export function parseDecimal(text: string): number | '' {
  const given = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(',', '.')
  const parsed = given === '' ? Number.NaN : Number(given)
  return Number.isFinite(parsed) ? parsed : ''
}

/** Within the bounds; what is empty becomes the minimum, if there is one. */
export function clamp(value: number | '', min: number | undefined, max: number | undefined): number | '' {
  if (value === '') return min ?? ''
  if (min !== undefined && value < min) return min
  return max !== undefined && value > max ? max : value
}

/** What the field holds once it was left. */
export function settleValue(field: Field, value: unknown, values: unknown, form: unknown): unknown {
  if (field.type === 'phone') return toE164(String(value), field.countryCode)
  if (field.type !== 'number') return value
  const bound = (dynamic: Field['min']) => (dynamic === undefined ? undefined : (resolve(dynamic, values, form) as number))
  return clamp(value as number | '', bound(field.min), bound(field.max))
}

/** What the form holds once all of it was left. */
export const settleValues = (fields: readonly Field[], values: Held): Held =>
  changeEach(fields, values, values, (inside, held, _, form) => {
    let settled = held
    for (const field of inside) {
      if (!(field.name in held)) continue
      const value = settleValue(field, held[field.name], settled, form)
      if (value !== held[field.name]) settled = keepKey({ ...settled, [field.name]: value }, settled)
    }
    return settled
  })

export const optionsOf = (field: Field, values: unknown, form: unknown): readonly OptionItem<unknown>[] =>
  field.options === undefined ? [] : resolve(field.options, values, form)

/** What tells this value of the field apart from its others. */
export function keyOf(field: Field, value: unknown): string {
  if (field.identify && value !== null && value !== undefined) return field.identify(value)
  return String(value ?? '')
}

export const optionKey = (field: Field, option: OptionItem<unknown>): string => option.key ?? keyOf(field, option.value)

const mustChoose = (field: Field) => !field.multiple && !field.placeholder && (field.type === 'select' || field.type === 'filterselect')

function defaultOption(field: Field, options: readonly OptionItem<unknown>[]): OptionItem<unknown> | undefined {
  if (field.type === 'filterselect') return options[0]
  return options.find((option) => option.default) ?? options.find((option) => !option.disabled)
}

function firstValue(field: Field, values: unknown, form: unknown): unknown {
  const selected = optionsOf(field, values, form).filter((option) => option.selected)
  if (selected.length === 0) return field.value ?? emptyValue(field)
  return Array.isArray(emptyValue(field)) ? selected.map((option) => option.value) : selected[0]?.value
}

function beginWith(fields: readonly Field[], start: object, form: object): Held {
  const values: Held = { ...start }
  for (const field of fields) {
    if (field.type === 'label') continue
    values[field.name] ??= firstValue(field, values, form)
    const inside = values[field.name]
    if (field.type === 'rows') values[field.name] = beginRows(field, rowsOf(inside), form)
    else if (field.fields) values[field.name] = beginWith(field.fields, inside === '' ? {} : (inside as object), form)
  }
  return keepKey(values, start)
}

/** As many as there must be. */
function beginRows(field: Field, rows: readonly Held[], form: object): readonly Held[] {
  const missing = Math.max(Number(field.min ?? 0) - rows.length, 0)
  const added = Array.from({ length: missing }, () => ({ ...field.newRow }))
  return [...rows, ...added].map((row) => beginWith(field.fields ?? [], row, form))
}

/** Each field at its first value, and what is said of it beforehand. */
export const startValues = (fields: readonly Field[], start: object): Held => chooseDefaults(fields, beginWith(fields, start, start))

/** A row as it is added to a field of rows. */
export const startRow = (field: Field, form: Held): Held =>
  changeEach(field.fields ?? [], beginWith(field.fields ?? [], { ...field.newRow }, form), {}, chooseIn, form)

function chooseIn(fields: readonly Field[], values: Held, _: Held, form: Held): Held {
  let chosen = values
  for (const field of fields.filter(mustChoose)) {
    const options = optionsOf(field, chosen, form)
    const value = chosen[field.name]
    const isOffered = options.some((option) => option.value === value)
    if (isOffered || (field.type === 'filterselect' && !isBlank(value))) continue
    const option = defaultOption(field, options)
    if (option) chosen = keepKey({ ...chosen, [field.name]: option.value }, chosen)
  }
  return chosen
}

/** Chooses an option in each single select that needs one and has none, or one that is not offered any more. */
export const chooseDefaults = (fields: readonly Field[], values: Held): Held => changeEach(fields, values, values, chooseIn)

/** Clears each single choice that was offered for the values before and is not any more, because another field decides what is offered. */
function clearChoicesGone(fields: readonly Field[], values: Held, before: Held, formBefore: Held): Held {
  return changeEach(fields, values, before, (inside, held, was, form) => {
    let cleared = held
    for (const field of inside) {
      if (typeof field.options !== 'function' || Array.isArray(emptyValue(field))) continue
      const value = cleared[field.name]
      const isIn = (offered: Held, whole: Held) =>
        optionsOf(field, offered, whole).some((option) => isSameChoice(field, option.value, value))
      if (!isBlank(value) && isIn(was, formBefore) && !isIn(cleared, form))
        cleared = keepKey({ ...cleared, [field.name]: emptyValue(field) }, cleared)
    }
    return cleared
  })
}

const isSameChoice = (field: Field, one: unknown, other: unknown) => keyOf(field, one) === keyOf(field, other)

/** The values after a change: choices that are no longer offered fall to the default, or to none where there is a placeholder. */
export const settleChoices = (fields: readonly Field[], values: Held, before: Held): Held =>
  chooseDefaults(fields, clearChoicesGone(fields, values, before, before))

const isPlain = (value: unknown): value is Held =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Lists and plain objects are the same when what they hold is; files only when they are one. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]))
  if (!isPlain(one) || !isPlain(other)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => name in other && isSameValue(one[name], other[name]))
}
