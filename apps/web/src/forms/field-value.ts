import { emailPattern } from '@vakt/contract/schema.ts'
import { type Field, type OptionItem, resolve } from './field-definition.ts'

export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const lists = new Set<Field['type']>(['objectmultiple', 'tags', 'textmultiple', 'file'])

function emptyValue(field: Field): unknown {
  if (field.multiple || lists.has(field.type)) return []
  if (field.type === 'bool' || field.type === 'switch') return false
  return field.type === 'objectsingle' ? null : ''
}

export const isEmail = (text: string): boolean => emailPattern.test(text)

/** A whole number, or empty for what does not begin with one. */
export function parseInteger(text: string): number | '' {
  const parsed = Number.parseInt(text, 10)
  return Number.isNaN(parsed) ? '' : parsed
}

/** Within the bounds; what is empty becomes the minimum, if there is one. */
export function clamp(value: number | '', min: number | undefined, max: number | undefined): number | '' {
  if (value === '') return min ?? ''
  if (min !== undefined && value < min) return min
  return max !== undefined && value > max ? max : value
}

/** What the field holds once it was left. */
export function settleValue(field: Field, value: unknown, values: unknown): unknown {
  if (field.type !== 'number') return value
  const bound = (dynamic: Field['min']) => (dynamic === undefined ? undefined : (resolve(dynamic, values) as number))
  return clamp(value as number | '', bound(field.min), bound(field.max))
}

export const optionsOf = (field: Field, values: unknown): readonly OptionItem<unknown>[] =>
  field.options === undefined ? [] : resolve(field.options, values)

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

function firstValue(field: Field, values: unknown): unknown {
  const selected = optionsOf(field, values).filter((option) => option.selected)
  if (selected.length === 0) return field.value ?? emptyValue(field)
  return Array.isArray(emptyValue(field)) ? selected.map((option) => option.value) : selected[0]?.value
}

/** Each field at its first value, and what is said of it beforehand. */
export function startValues(fields: readonly Field[], start: object): Record<string, unknown> {
  const values: Record<string, unknown> = { ...start }
  for (const field of fields) {
    if (field.type !== 'label' && values[field.name] === undefined) values[field.name] = firstValue(field, values)
  }
  return chooseDefaults(fields, values)
}

/** Chooses an option in each single select that needs one and has none, or one that is not offered any more. */
export function chooseDefaults<Values extends Record<string, unknown>>(fields: readonly Field[], values: Values): Values {
  let chosen = values
  for (const field of fields.filter(mustChoose)) {
    const options = optionsOf(field, chosen)
    const value = chosen[field.name]
    const isOffered = options.some((option) => option.value === value)
    if (isOffered || (field.type === 'filterselect' && !isBlank(value))) continue
    const option = defaultOption(field, options)
    if (option) chosen = { ...chosen, [field.name]: option.value }
  }
  return chosen
}

/** Clears each single choice that was offered for the values before and is not any more, because another field decides what is offered. */
function clearChoicesGone<Values extends Record<string, unknown>>(fields: readonly Field[], values: Values, before: Values): Values {
  let cleared = values
  for (const field of fields) {
    if (typeof field.options !== 'function' || Array.isArray(emptyValue(field))) continue
    const value = cleared[field.name]
    const isIn = (offered: Values) => optionsOf(field, offered).some((option) => isSameChoice(field, option.value, value))
    if (!isBlank(value) && isIn(before) && !isIn(cleared)) cleared = { ...cleared, [field.name]: emptyValue(field) }
  }
  return cleared
}

const isSameChoice = (field: Field, one: unknown, other: unknown) => keyOf(field, one) === keyOf(field, other)

/** The values after a change: choices that are no longer offered fall to the default, or to none where there is a placeholder. */
export const settleChoices = <Values extends Record<string, unknown>>(fields: readonly Field[], values: Values, before: Values): Values =>
  chooseDefaults(fields, clearChoicesGone(fields, values, before))

/** Lists are the same when their items are. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((item, index) => Object.is(item, other[index]))
}
