import { type Field, resolve } from './field-definition.ts'
import { keepKey, rowKey } from './row-keys.ts'

export type Held = Record<string, unknown>

/** A field where it stands in the form: `settings.tenantId`, `steps.r7.name`. */
export type Place = {
  path: string
  field: Field
  /** The values beside it: of the form, or of the group or row that holds it. */
  beside: Held
  /** It and all that it stands in are shown, or not disabled. */
  isVisible: boolean
  isEnabled: boolean
}

type Outer = Pick<Place, 'isVisible' | 'isEnabled'>
const outermost: Outer = { isVisible: true, isEnabled: true }

function place(field: Field, beside: Held, path: string, form: Held, outer: Outer): Place {
  return {
    path,
    field,
    beside,
    isVisible: outer.isVisible && (!field.render || field.render(beside, form)),
    isEnabled: outer.isEnabled && !resolve(field.disabled ?? false, beside, form),
  }
}

export const rowsOf = (value: unknown): readonly Held[] => (Array.isArray(value) ? value : [])

/** Every field in the order of the definitions; a group or list of rows comes before the fields in it. */
export function* eachPlace(fields: readonly Field[], beside: Held, form = beside, above = '', outer = outermost): Generator<Place> {
  for (const field of fields) {
    const here = place(field, beside, above + field.name, form, outer)
    yield here
    const inside = beside[field.name]
    if (!field.fields) continue
    if (field.type === 'rows')
      for (const row of rowsOf(inside)) yield* eachPlace(field.fields, row, form, `${here.path}.${rowKey(row)}.`, here)
    else yield* eachPlace(field.fields, (inside ?? {}) as Held, form, `${here.path}.`, here)
  }
}

/** Undefined where there is no such field, or its row is gone. */
export function findPlace(fields: readonly Field[], form: Held, path: string): Place | undefined {
  let [inside, beside, outer, above]: [readonly Field[], Held, Outer, string] = [fields, form, outermost, '']
  const names = path.split('.')
  while (names.length > 0) {
    const name = names.shift()
    const field = inside.find((one) => one.name === name)
    if (!field) return undefined
    const here = place(field, beside, above + field.name, form, outer)
    if (names.length === 0) return here
    const key = field.type === 'rows' ? names.shift() : undefined
    const value = beside[field.name]
    const next = key === undefined ? (value as Held | undefined) : rowsOf(value).find((row) => rowKey(row) === key)
    if (!field.fields || !next) return undefined
    inside = field.fields
    beside = next
    outer = here
    above = key === undefined ? `${here.path}.` : `${here.path}.${key}.`
  }
  return undefined
}

export function valueAt(form: Held, path: string): unknown {
  let value: unknown = form
  for (const name of path.split('.')) {
    if (Array.isArray(value)) value = rowsOf(value).find((row) => rowKey(row) === name)
    else value = (value as Held | undefined)?.[name]
  }
  return value
}

/** The same values with another at the path. What does not change stays the same object. */
export function withValue<Inside>(inside: Inside, path: string, value: unknown): Inside {
  const [name = '', ...rest] = path.split('.')
  const next = (before: unknown) => (rest.length === 0 ? value : withValue(before, rest.join('.'), value))
  if (Array.isArray(inside)) return inside.map((row) => (rowKey(row) === name ? next(row) : row)) as Inside
  const held = (inside ?? {}) as Held
  return keepKey({ ...held, [name]: next(held[name]) }, held) as Inside
}

/** The path of the field that `body/steps/0/name` or `steps.0.name` means; null where the form has none. */
export function locateField(fields: readonly Field[], form: Held, property: string): string | null {
  const names = property.replace(/^body[./]/, '').split(/[./[\]]+/)
  const path: string[] = []
  let [inside, beside]: [readonly Field[] | undefined, Held | undefined] = [fields, form]
  for (const name of names.filter(Boolean)) {
    if (!inside) break
    const row: Held | undefined = rowsOf(beside)[Number(name)]
    const field: Field | undefined = Array.isArray(beside) ? undefined : inside.find((one) => one.name === name)
    if (row) path.push(rowKey(row))
    else if (field) path.push(name)
    else break
    beside = row ?? (beside?.[name] as Held | undefined)
    inside = field ? field.fields : inside
  }
  return path.length === 0 ? null : path.join('.')
}

/** What the form holds without the fields that are hidden. */
export function visibleValues(fields: readonly Field[], beside: Held, form = beside): Held {
  const shown = { ...beside }
  for (const field of fields) {
    const inside = shown[field.name]
    if (field.render && !field.render(beside, form)) delete shown[field.name]
    else if (field.type === 'rows') shown[field.name] = rowsOf(inside).map((row) => visibleValues(field.fields ?? [], row, form))
    else if (field.fields) shown[field.name] = visibleValues(field.fields, (inside ?? {}) as Held, form)
  }
  return shown
}

/** Gives what the form, each group and each row holds to `change`, the innermost first, with what the same held before. */
export function changeEach(
  fields: readonly Field[],
  values: Held,
  before: Held,
  change: (fields: readonly Field[], values: Held, before: Held, form: Held) => Held,
  form = values,
): Held {
  let changed = values
  for (const field of fields) {
    const inside = changed[field.name]
    if (!field.fields || inside === undefined) continue
    const within = (part: Held, was: Held) => changeEach(field.fields ?? [], part, was, change, form)
    const past = before[field.name]
    const next = field.type === 'rows' ? changeRows(rowsOf(inside), rowsOf(past), within) : within(inside as Held, (past ?? {}) as Held)
    if (next !== inside) changed = keepKey({ ...changed, [field.name]: next }, changed)
  }
  return change(fields, changed, before, form)
}

function changeRows(rows: readonly Held[], before: readonly Held[], within: (row: Held, was: Held) => Held): readonly Held[] {
  const next = rows.map((row) => keepKey(within(row, before.find((was) => rowKey(was) === rowKey(row)) ?? row), row))
  return next.every((row, index) => row === rows[index]) ? rows : next
}
