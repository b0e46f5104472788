import { type ComponentType, useContext, useEffect, useId, useSyncExternalStore } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { OptionInput, RadioInput, SelectInput, YesNoInput } from './choice-inputs.tsx'
import type { Form } from './create-form.ts'
import type { FieldType } from './field-definition.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps, OnPasted } from './field-input.ts'
import { problemText } from './field-problem.ts'
import { FileInput } from './file-input.tsx'
import styles from './form.module.css'
import { formTexts } from './form.texts.ts'
import { FormMessages } from './form-messages.ts'
import { TagsField, TextListInput } from './list-inputs.tsx'
import { DateInput, NumberInput, TextArea, TextInput } from './text-inputs.tsx'

type Look = { Input: ComponentType<FieldInputProps>; kind: 'input' | 'group' | 'beside' }

const looks: Record<Exclude<FieldType, 'label'>, Look> = {
  text: { Input: TextInput, kind: 'input' },
  email: { Input: TextInput, kind: 'input' },
  textarea: { Input: TextArea, kind: 'input' },
  number: { Input: NumberInput, kind: 'input' },
  datepicker: { Input: DateInput, kind: 'input' },
  select: { Input: SelectInput, kind: 'input' },
  filterselect: { Input: OptionInput, kind: 'group' },
  objectsingle: { Input: OptionInput, kind: 'group' },
  objectmultiple: { Input: OptionInput, kind: 'group' },
  radiogroup: { Input: RadioInput, kind: 'group' },
  bool: { Input: YesNoInput, kind: 'beside' },
  switch: { Input: YesNoInput, kind: 'beside' },
  tags: { Input: TagsField, kind: 'input' },
  textmultiple: { Input: TextListInput, kind: 'group' },
  file: { Input: FileInput, kind: 'group' },
}

/** One field of the form, drawn by its definition; nothing while its render condition does not hold. */
export function FormField<Values>({ form, name, onPasted }: { form: Form<Values>; name: string; onPasted?: OnPasted }) {
  const words = useTexts(formTexts)
  const messages = useContext(FormMessages)
  const id = `${useId()}-${name}`
  const field = useSyncExternalStore(form.subscribe, () => form.field(name))
  useEffect(() => form.attach(name, () => document.getElementById(id)?.focus()), [form, name, id])
  if (!field.isVisible) return null
  const { type, label, help, tooltip, required = false } = field.definition
  if (type === 'label') {
    return (
      <div className={styles.label}>
        <p>{label}</p>
        {help ? <p className={styles.labelHelp}>{help}</p> : null}
      </div>
    )
  }
  const error = field.problem && problemText(field.problem, { ...words.messages, ...messages })
  const { Input, kind } = looks[type]
  const describedBy = [help && `${id}-help`, tooltip && `${id}-tooltip`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <FieldFrame
      id={id}
      label={label}
      kind={type === 'select' && field.definition.multiple ? 'group' : kind}
      help={help}
      tooltip={tooltip}
      isRequired={required}
      error={error}
    >
      <Input
        id={id}
        field={field}
        error={error}
        describedBy={describedBy || undefined}
        onChange={(value) => form.change(name as never, value as never)}
        onBlur={() => form.blur(name)}
        onPasted={onPasted}
      />
    </FieldFrame>
  )
}
