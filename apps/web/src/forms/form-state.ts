import type { Field, FieldDefinition, FieldProblem, OptionItem } from './field-definition.ts'

export type FormSetup<Values> = {
  fields: readonly FieldDefinition<Values>[]
  /** What the form begins with; a field that is not named here begins with its own `value`, or empty. */
  start?: Partial<Values>
  /** What is wrong with several fields together, as a message on one of them; `steps.0.name` is one in the first row. */
  check?: (values: Values) => Partial<Record<keyof Values & string, string>> | Record<`${keyof Values & string}.${string}`, string>
  /** Is told what the form holds 950 ms after the last change. */
  onRest?: (values: Values) => void
}

export type FormPhase = 'idle' | 'submitting' | 'sent' | 'failed'

/** Why sending failed; `others` are the server's messages that belong to no field. */
export type FormFailure = { error: unknown; hasFieldErrors: boolean; others: readonly FieldProblem[] }

export type FormState<Values> = { values: Values; phase: FormPhase; failure: FormFailure | null }

export type FieldState = {
  definition: Field
  /** Undefined of a group and of rows, whose fields have states of their own. */
  value: unknown
  /** The keys of its rows, in their order. */
  rows: readonly string[]
  isVisible: boolean
  isDisabled: boolean
  /** The form is being sent, or has been. */
  isLocked: boolean
  isValid: boolean
  /** What is wrong, once the user has been at the field, or sent the form. */
  problem: FieldProblem | null
  min: string | number | undefined
  max: string | number | undefined
  options: readonly OptionItem<unknown>[]
  timeZone: string | undefined
}

export type Form<Values> = {
  subscribe(listener: () => void): () => void
  state(): FormState<Values>
  /** All that an input needs, by the path of the field; the same object until something in it changes. Invisible once its row is gone. */
  field(path: string): FieldState
  /** What stands at the path. */
  value(path: string): unknown
  change<Name extends keyof Values & string>(name: Name, value: Values[Name]): void
  /** The same for a field in a group or row. */
  changeAt(path: string, value: unknown): void
  /** Puts the focus into the field, as soon as it is there. */
  focus(path: string): void
  /** The field was left: its value is settled and its problem shown. */
  blur(path: string): void
  /** Says how a field takes the focus; the result forgets it. */
  attach(path: string, focus: () => void): () => void
  /** Sends what the form holds without what is hidden, once; `onSent` is called when it is locked. What `send` throws with `errors` on it lands on the fields. */
  submit<Sent>(send: (values: Values) => Promise<Sent>, onSent?: (sent: Sent) => void): Promise<'sent' | 'failed' | 'invalid' | 'blocked'>
  /** The first of these fields, and of those in them, that is wrong; null when all is well. */
  findWrong(names?: readonly string[]): string | null
  /** Shows what is wrong with these fields, and focuses the first of them; whether all is well. */
  review(names: readonly string[]): boolean
  /** Whether something would be lost by leaving. */
  isDirty(): boolean
  /** Takes other definitions (another language, options that have arrived) and keeps what was filled in. */
  replaceFields(fields: readonly FieldDefinition<Values>[]): void
  restart(): void
  dispose(): void
}
