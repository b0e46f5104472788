import { type ComponentType, lazy, Suspense, useContext, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { afterPress } from './after-press.ts'
import { OptionInput, RadioInput, SelectInput, YesNoInput } from './choice-inputs.tsx'
import type { Form } from './create-form.ts'
import { keepPastes } from './early-pastes.ts'
import type { FieldType } from './field-definition.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps, FieldPartsProps, OnPasted } from './field-input.ts'
import { problemText } from './field-problem.ts'
import styles from './form.module.css'
import { formTexts } from './form.texts.ts'
import { FormMessages } from './form-messages.ts'
import { LoadingParts, useHoldingBack } from './loading-parts.tsx'
import { DateInput, NumberInput, TextArea, TextInput } from './text-inputs.tsx'

type Look = { Input: ComponentType<FieldInputProps>; kind: 'input' | 'group' | 'beside' }

const FileInput = lazy(() => import('./file-input.tsx').then((module) => ({ default: module.FileInput })))
const TagsField = lazy(() => import('./list-inputs.tsx').then((module) => ({ default: module.TagsField })))
const TextListInput = lazy(() => import('./list-inputs.tsx').then((module) => ({ default: module.TextListInput })))
const DurationInput = lazy(() => import('./parts/duration-input.tsx'))
const DateTimeInput = lazy(() => import('./parts/date-time-input.tsx'))
const MoneyInput = lazy(() => import('./parts/money-input.tsx'))
const SearchInput = lazy(() => import('./parts/search-input.tsx'))
const WeekHoursInput = lazy(() => import('./parts/week-hours-input.tsx'))
const RecurrenceInput = lazy(() => import('./parts/recurrence-input.tsx'))

const looks: Record<Exclude<FieldType, 'label' | 'group' | 'rows'>, Look> = {
  text: { Input: TextInput, kind: 'input' },
  email: { Input: TextInput, kind: 'input' },
  phone: { Input: TextInput, kind: 'input' },
  textarea: { Input: TextArea, kind: 'input' },
  number: { Input: NumberInput, kind: 'input' },
  duration: { Input: DurationInput, kind: 'input' },
  money: { Input: MoneyInput, kind: 'input' },
  datepicker: { Input: DateInput, kind: 'input' },
  datetime: { Input: DateTimeInput, kind: 'input' },
  select: { Input: SelectInput, kind: 'input' },
  filterselect: { Input: OptionInput, kind: 'group' },
  objectsingle: { Input: OptionInput, kind: 'group' },
  objectmultiple: { Input: OptionInput, kind: 'group' },
  search: { Input: SearchInput, kind: 'group' },
  radiogroup: { Input: RadioInput, kind: 'group' },
  bool: { Input: YesNoInput, kind: 'beside' },
  switch: { Input: YesNoInput, kind: 'beside' },
  tags: { Input: TagsField, kind: 'input' },
  textmultiple: { Input: TextListInput, kind: 'group' },
  weekhours: { Input: WeekHoursInput, kind: 'group' },
  recurrence: { Input: RecurrenceInput, kind: 'group' },
  file: { Input: FileInput, kind: 'group' },
}

const parts: Record<'group' | 'rows', ComponentType<FieldPartsProps>> = {
  group: lazy(() => import('./parts/field-group.tsx')),
  rows: lazy(() => import('./parts/field-rows.tsx')),
}

/** In place of an input until it is loaded. What is pasted meanwhile waits for the field of files. */
function Loading({ type }: { type: FieldType }) {
  const frame = useRef<HTMLDivElement>(null)
  useHoldingBack(frame)
  useEffect(() => {
    const form = frame.current?.closest('form')
    return type === 'file' && form ? keepPastes(form) : undefined
  }, [type])
  return <div ref={frame} className={styles.loading} data-type={type} />
}

type FormFieldProps<Values> = {
  form: Form<Values>
  /** Its path: `name`, `settings.tenantId`. */
  name: string
  onPasted?: OnPasted
}

/** One field of the form, drawn by its definition; nothing while its render condition does not hold. */
export function FormField<Values>({ form, name, onPasted }: FormFieldProps<Values>) {
  const words = useTexts(formTexts)
  const format = useFormat()
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
  const problem = field.problem
  const limit = type === 'datetime' && typeof problem?.limit === 'string' ? { limit: format.exact(problem.limit) } : {}
  const error = problem && problemText({ ...problem, ...limit }, { ...words.messages, ...messages }, format)
  const describedBy = [help && `${id}-help`, tooltip && `${id}-tooltip`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  if (type === 'group' || type === 'rows') {
    const Parts = parts[type]
    return (
      <Suspense fallback={<LoadingParts />}>
        <Parts id={id} form={form as Form<unknown>} path={name} field={field} error={error} describedBy={describedBy} />
      </Suspense>
    )
  }
  const { Input, kind } = looks[type]
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
      <Suspense fallback={<Loading type={type} />}>
        <Input
          id={id}
          field={field}
          error={error}
          describedBy={describedBy}
          onChange={(value) => form.changeAt(name, value)}
          onBlur={() => afterPress(() => form.blur(name))}
          onPasted={onPasted}
        />
      </Suspense>
    </FieldFrame>
  )
}
