import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import type { OpeningHours } from '@vakt/contract/tickets/service-levels.ts'
import type { DurationUnit } from './duration.ts'

/**
 * Fixed, or computed from the values beside the field: those of the form, or of the group or row in which it stands. `form` is what the
 * whole form holds.
 */
export type Dynamic<Values, T, Form = Values> = T | ((values: Values, form: Form) => T)

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
export type FieldProblem = { message: string; key?: string | null; limit?: string | number | { minutes: number } }

/** A rule that comes with the data rather than with the form. */
export type FieldRule = { passes: (value: unknown) => boolean; problem: FieldProblem }

type Basic<Values, Name, Value, Form> = {
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
  validator?: { condition: (value: Value, values: Values, form: Form) => boolean; message: string }
  disabled?: Dynamic<Values, boolean, Form>
  /** The field exists only while this holds: otherwise it is neither checked nor sent. */
  render?: (values: Values, form: Form) => boolean
}

type Options<Values, Value, Form> = { options: Dynamic<Values, readonly OptionItem<Value>[], Form> }
type Objects<Values, Value, Form> = Options<Values, Value, Form> & { identify: (value: Value) => string }
type Bounds<Values, Bound, Form> = { min?: Dynamic<Values, Bound, Form>; max?: Dynamic<Values, Bound, Form> }

type TextKind<Value> = string extends Value
  ? { maxLength?: number; isReadOnly?: boolean } & (
      | {
          type: 'text' | 'email'
          autoComplete?: string
          /** Offered while it is typed; any other text may be given too. */
          suggestions?: readonly OptionItem[]
          /** Typed as dots, with a button that shows it. */
          isSecret?: boolean
        }
      | { type: 'textarea'; rows?: number }
    )
  : never
/** Bounds are days such as `2026-11-21`; the value is the moment at which the chosen day begins here. */
type DateKind<Values, Value, Form> = string extends Value ? { type: 'datepicker' } & Bounds<Values, string, Form> : never
type PhoneKind<Value> = string extends Value
  ? {
      /** The value is E.164, such as `+46701234567`. */
      type: 'phone'
      /** Of numbers that are written without one; `46` unless told. */
      countryCode?: string
    }
  : never
/** The value is a moment in ISO 8601. Typed and shown in the zone, the user's own unless told. */
type DateTimeKind<Values, Value, Form> = string extends Value
  ? { type: 'datetime'; timeZone?: Dynamic<Values, string, Form> } & Bounds<Values, string, Form>
  : never
type ChoiceKind<Values, Value, Form> = [Value] extends [string | number]
  ? { type: 'select' | 'filterselect' | 'radiogroup' } & Options<Values, Value, Form>
  : never
type NumberKind<Values, Value, Form> = [Value, number | ''] extends [number | '', Value]
  ? {
      type: 'number'
      /** With decimals; else what is typed is read as a whole number. */
      isDecimal?: boolean
    } & Bounds<Values, number, Form>
  : never
/** Whole minutes; null while it is empty. */
type DurationKind<Values, Value, Form> = [Value, number | null] extends [number | null, Value]
  ? { type: 'duration'; units?: readonly DurationUnit[] } & Bounds<Values, number, Form>
  : never
type YesNoKind<Value> = [Value] extends [boolean] ? { type: 'bool' | 'switch' } : never
type ListKind<Values, Value, Form> = [Value] extends [readonly (infer Item extends string | number)[]]
  ?
      | ({ type: 'select' | 'filterselect'; multiple: true } & Options<Values, Item, Form>)
      | (string extends Item ? { type: 'tags' | 'textmultiple' } : never)
  : never
type FileKind<Value> = [Value] extends [readonly File[]] ? { type: 'file'; accept?: string; maxFiles?: number; maxBytes?: number } : never
type ObjectKind<Values, Value, Form> = [Value] extends [readonly (infer Item extends object)[]]
  ? [Item] extends [File]
    ? never
    : ({ type: 'objectmultiple' } & Objects<Values, Item, Form>) | Found<Item>
  : [null, Value] extends [Value, object | null]
    ? { type: 'objectsingle' } & Objects<Values, NonNullable<Value>, Form>
    : never

/** Any number of what the server finds: people, groups, resources. */
type Found<Item> = {
  type: 'search'
  identify: (item: Item) => string
  nameOf: (item: Item) => string
  find: (search: string, signal: AbortSignal) => Promise<readonly OptionItem<Item>[]>
}

/** An amount as a decimal number with a point, such as `1250.50`, and its currency in ISO 4217. */
export type Money = { amount: string; currency: string }
type MoneyKind<Value> = [Money | null, Value] extends [Value, Money | null] ? { type: 'money'; currencies: readonly string[] } : never

/** From Monday on; null: closed. */
export type WeekHours = readonly (OpeningHours | null)[]
type WeekKind<Value> = [Value] extends [WeekHours] ? { type: 'weekhours' } : never

type RecurrenceKind<Value> = [Value, Recurrence] extends [Recurrence, Value]
  ? {
      type: 'recurrence'
      /** For a form that shows the next starts itself. */
      hidesStarts?: boolean
    }
  : never

/** An object whose fields stand together under the label. */
type GroupKind<Value, Form> = Value extends readonly unknown[] | File | null
  ? never
  : Value extends object
    ? { type: 'group'; fields: readonly FieldDefinition<Value, Form>[]; layout?: Layout }
    : never

/** Beside each other where there is room for it, or one below the other. */
export type Layout = 'line' | 'stack'

/** Objects that are added, removed and put in order. */
type RowsKind<Value, Form> = [Value] extends [readonly (infer Row extends object)[]]
  ? [Row] extends [File]
    ? never
    : {
        type: 'rows'
        fields: readonly FieldDefinition<Row, Form>[]
        /** What one of them is called: `Step` makes *Step 2*, *Add step*. */
        rowLabel: string
        /** The name of one instead of its number. */
        titleOf?: (row: Row, index: number) => string
        /** What a row begins with that is added. */
        newRow?: Partial<Row>
        /** How many there must and may be. */
        min?: number
        max?: number
        /** The rows can be put in another order. */
        isOrdered?: boolean
        layout?: Layout
      }
  : never

type Kind<Values, Value, Form> =
  | TextKind<Value>
  | PhoneKind<Value>
  | DateKind<Values, Value, Form>
  | DateTimeKind<Values, Value, Form>
  | ChoiceKind<Values, Value, Form>
  | NumberKind<Values, Value, Form>
  | DurationKind<Values, Value, Form>
  | YesNoKind<Value>
  | ListKind<Values, Value, Form>
  | FileKind<Value>
  | ObjectKind<Values, Value, Form>
  | MoneyKind<Value>
  | WeekKind<Value>
  | RecurrenceKind<Value>
  | GroupKind<Value, Form>
  | RowsKind<Value, Form>

type LabelField<Values, Form> = {
  type: 'label'
  name: string
  label: string
  help?: string
  render?: (values: Values, form: Form) => boolean
}

/** One field of a form that holds `Values`; a kind of field that cannot hold the value of that name does not compile. */
export type FieldDefinition<Values, Form = Values> =
  | {
      [Name in keyof Values & string]-?: Basic<Values, Name, Values[Name], Form> & Kind<Values, Exclude<Values[Name], undefined>, Form>
    }[keyof Values & string]
  | LabelField<Values, Form>

export type FieldType = FieldDefinition<{
  text: string
  yes: boolean
  number: number | ''
  list: string[]
  files: File[]
  minutes: number | null
  one: Sample | null
  many: Sample[]
  group: Sample
  money: Money | null
  week: WeekHours
  recurrence: Recurrence
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
  validator?: { condition: (value: unknown, values: unknown, form: unknown) => boolean; message: string }
  disabled?: Dynamic<unknown, boolean>
  render?: (values: unknown, form: unknown) => boolean
  options?: Dynamic<unknown, readonly OptionItem<unknown>[]>
  identify?: (value: unknown) => string
  multiple?: boolean
  min?: Dynamic<unknown, number | string>
  max?: Dynamic<unknown, number | string>
  maxLength?: number
  isReadOnly?: boolean
  isDecimal?: boolean
  autoComplete?: string
  suggestions?: readonly OptionItem[]
  isSecret?: boolean
  rows?: number
  accept?: string
  maxFiles?: number
  maxBytes?: number
  countryCode?: string
  timeZone?: Dynamic<unknown, string>
  currencies?: readonly string[]
  units?: readonly DurationUnit[]
  hidesStarts?: boolean
  nameOf?: (item: unknown) => string
  find?: (search: string, signal: AbortSignal) => Promise<readonly OptionItem<unknown>[]>
  /** Of a group or of rows. */
  fields?: readonly Field[]
  layout?: Layout
  rowLabel?: string
  titleOf?: (row: object, index: number) => string
  newRow?: object
  isOrdered?: boolean
}

export function resolve<T>(dynamic: Dynamic<unknown, T>, values: unknown, form: unknown): T {
  return typeof dynamic === 'function' ? (dynamic as (values: unknown, form: unknown) => T)(values, form) : dynamic
}
