import type { FieldState, Form } from './create-form.ts'

export type OnPasted = (pictures: readonly File[], target: EventTarget | null) => void

/** What every input is given: its value, whether the validator's condition holds, the error that is shown, and how to tell of changes. */
export type FieldInputProps = {
  /** Of the element that takes the focus. */
  id: string
  field: FieldState
  error: string | null
  /** The ids of help, tooltip and error. */
  describedBy: string | undefined
  onChange: (value: unknown) => void
  /** Told of pictures that a field of files has taken from the clipboard, and where they were pasted. */
  onPasted?: OnPasted | undefined
  onBlur: () => void
}

/** What a group or a list of rows is given, which draws the fields in it. */
export type FieldPartsProps = {
  id: string
  form: Form<unknown>
  path: string
  field: FieldState
  error: string | null
  describedBy: string | undefined
}

/** The attributes that each element which holds a value bears alike. */
export const inputAttributes = ({ id, field, error, describedBy, onBlur }: FieldInputProps) => ({
  id,
  name: field.definition.name,
  required: field.definition.required ?? false,
  'data-autofocus': field.definition.takesFocus || undefined,
  disabled: field.isDisabled,
  'aria-invalid': error !== null,
  'aria-describedby': describedBy,
  onBlur,
})
