/** Fixed, or computed from what the form holds. */
export type Dynamic<Values, T> = T | ((values: Values) => T)

export type OptionItem<Value = string> = {
  value: Value
  label: string
  /** A second line, where the list has room for one. */
  description?: string
  /** Tells options apart whose values read the same. */
  key?: string
  disabled?: boolean
  /** Chosen when the form opens with nothing in this field. */
  selected?: boolean
  /** Chosen where one must be, that is in a single select without placeholder. */
  default?: boolean
  /** Stand before and after the label of a disabled option. */
  disabledPreFix?: string
  disabledPostFix?: string
}

/** What is wrong with a field: the text of `key` if there is one, else the message. `limit` is what it says was passed. */
export type FieldProblem = { message: string; key?: string | null; limit?: string | number }

/** A rule that comes with the data rather than with the form. */
export type FieldRule = { passes: (value: unknown) => boolean; problem: FieldProblem }

type Basic<Values, Name, Value> = {
  name: Name
  label: string
  help?: string
  tooltip?: string
  placeholder?: string
  /** What the field holds at first. */
  value?: Value
  required?: boolean
  /** Has the focus when the dialog around the form opens. */
  takesFocus?: boolean
  rules?: readonly FieldRule[]
  validator?: { condition: (value: Value, values: Values) => boolean; message: string }
  disabled?: Dynamic<Values, boolean>
  /** The field exists only while this holds. */
  render?: (values: Values) => boolean
}

type Options<Values, Value> = { options: Dynamic<Values, readonly OptionItem<Value>[]> }
type Objects<Values, Value> = Options<Values, Value> & { identify: (value: Value) => string }
type Bounds<Values, Bound> = { min?: Dynamic<Values, Bound>; max?: Dynamic<Values, Bound> }

type TextKind<Value> = string extends Value
  ? { maxLength?: number; isReadOnly?: boolean } & (
      | {
          type: 'text' | 'email'
          autoComplete?: string
          /** Typed as dots, with a button that shows it. */
          isSecret?: boolean
        }
      | { type: 'textarea'; rows?: number }
    )
  : never
/** Bounds are days such as `2026-11-21`; the value is the moment at which the chosen day begins here. */
type DateKind<Values, Value> = string extends Value ? { type: 'datepicker' } & Bounds<Values, string> : never
type ChoiceKind<Values, Value> = [Value] extends [string | number]
  ? { type: 'select' | 'filterselect' | 'radiogroup' } & Options<Values, Value>
  : never
type NumberKind<Values, Value> = [Value, number | ''] extends [number | '', Value] ? { type: 'number' } & Bounds<Values, number> : never
type YesNoKind<Value> = [Value] extends [boolean] ? { type: 'bool' | 'switch' } : never
type ListKind<Values, Value> = [Value] extends [readonly (infer Item extends string | number)[]]
  ?
      | ({ type: 'select' | 'filterselect'; multiple: true } & Options<Values, Item>)
      | (string extends Item ? { type: 'tags' | 'textmultiple' } : never)
  : never
type FileKind<Value> = [Value] extends [readonly File[]] ? { type: 'file'; accept?: string; maxFiles?: number; maxBytes?: number } : never
type ObjectKind<Values, Value> = [Value] extends [readonly (infer Item extends object)[]]
  ? [Item] extends [File]
    ? never
    : { type: 'objectmultiple' } & Objects<Values, Item>
  : [null, Value] extends [Value, object | null]
    ? { type: 'objectsingle' } & Objects<Values, NonNullable<Value>>
    : never

type Kind<Values, Value> =
  | TextKind<Value>
  | DateKind<Values, Value>
  | ChoiceKind<Values, Value>
  | NumberKind<Values, Value>
  | YesNoKind<Value>
  | ListKind<Values, Value>
  | FileKind<Value>
  | ObjectKind<Values, Value>

type LabelField<Values> = { type: 'label'; name: string; label: string; help?: string; render?: (values: Values) => boolean }

/** One field of a form that holds `Values`; a kind of field that cannot hold the value of that name does not compile. */
export type FieldDefinition<Values> =
  | { [Name in keyof Values & string]: Basic<Values, Name, Values[Name]> & Kind<Values, Values[Name]> }[keyof Values & string]
  | LabelField<Values>

export type FieldType = FieldDefinition<{
  text: string
  yes: boolean
  number: number | ''
  list: string[]
  files: File[]
  one: Sample | null
  many: Sample[]
}>['type']
type Sample = { id: string }

/** Any field, as the engine and the inputs handle it; `FieldDefinition` has checked that its parts fit each other. */
export type Field = {
  type: FieldType
  name: string
  label: string
  help?: string
  tooltip?: string
  placeholder?: string
  value?: unknown
  required?: boolean
  takesFocus?: boolean
  rules?: readonly FieldRule[]
  validator?: { condition: (value: unknown, values: unknown) => boolean; message: string }
  disabled?: Dynamic<unknown, boolean>
  render?: (values: unknown) => boolean
  options?: Dynamic<unknown, readonly OptionItem<unknown>[]>
  identify?: (value: unknown) => string
  multiple?: boolean
  min?: Dynamic<unknown, number | string>
  max?: Dynamic<unknown, number | string>
  maxLength?: number
  isReadOnly?: boolean
  autoComplete?: string
  isSecret?: boolean
  rows?: number
  accept?: string
  maxFiles?: number
  maxBytes?: number
}

export function resolve<T>(dynamic: Dynamic<unknown, T>, values: unknown): T {
  return typeof dynamic === 'function' ? (dynamic as (values: unknown) => T)(values) : dynamic
}
