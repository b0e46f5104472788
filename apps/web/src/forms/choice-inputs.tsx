import { useTexts } from '#web/platform/texts.ts'
import { OptionSelect } from '#web/ui/controls/option-select.tsx'
import { PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { SwitchInput } from '#web/ui/controls/switch.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import type { OptionItem } from './field-definition.ts'
import { type FieldInputProps, inputAttributes } from './field-input.ts'
import { keyOf, optionKey } from './field-value.ts'
import styles from './form-inputs.module.css'

export function YesNoInput(props: FieldInputProps) {
  const { field, onChange } = props
  const input = {
    ...inputAttributes(props),
    disabled: field.isDisabled || field.isLocked,
    checked: field.value as boolean,
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked),
  }
  return field.definition.type === 'switch' ? <SwitchInput {...input} /> : <input type="checkbox" {...input} className={styles.check} />
}

function labelOf({ label, disabled, disabledPreFix, disabledPostFix }: OptionItem<unknown>): string {
  return disabled ? [disabledPreFix, label, disabledPostFix].filter(Boolean).join(' ') : label
}

export function SelectInput(props: FieldInputProps) {
  const { field, onChange } = props
  const { definition, options } = field
  if (definition.multiple) return <OptionInput {...props} />
  return (
    <PlainSelect
      {...inputAttributes(props)}
      disabled={field.isDisabled || field.isLocked}
      data-empty={field.value === '' || undefined}
      value={keyOf(definition, field.value)}
      onChange={(event) => onChange(options.find((option) => optionKey(definition, option) === event.currentTarget.value)?.value ?? '')}
    >
      {definition.placeholder ? <option value="">{definition.placeholder}</option> : null}
      {options.map((option) => (
        <option key={optionKey(definition, option)} value={optionKey(definition, option)} disabled={option.disabled}>
          {labelOf(option)}
        </option>
      ))}
    </PlainSelect>
  )
}

/** One or many of the options, found by searching: filter selects, and objects with what describes them. */
export function OptionInput(props: FieldInputProps) {
  const { id, field, error, describedBy, onChange, onBlur } = props
  const { definition, options } = field
  const words = useTexts(uiTexts)
  const isMany = definition.multiple || definition.type === 'objectmultiple'
  const held = isMany ? (field.value as readonly unknown[]) : [field.value]
  const none = definition.type === 'objectsingle' ? null : ''
  const valueFor = (key: string) => options.find((option) => optionKey(definition, option) === key)?.value
  const choose = (keys: readonly string[]) => {
    if (isMany) onChange(keys.map((key) => valueFor(key) ?? held.find((value) => keyOf(definition, value) === key)))
    else onChange(keys[0] === undefined ? none : valueFor(keys[0]))
  }
  return (
    <OptionSelect
      id={id}
      labelledBy={`${id}-label`}
      describedBy={describedBy}
      placeholder={definition.placeholder ?? (isMany ? words.selectOptions : words.select)}
      isMultiple={isMany ?? false}
      isClearable={!isMany && definition.placeholder !== undefined}
      isDisabled={field.isDisabled || field.isLocked}
      isInvalid={error !== null}
      options={options.map((option) => ({
        value: optionKey(definition, option),
        label: labelOf(option),
        description: option.description,
        isDisabled: option.disabled ?? false,
      }))}
      value={held.map((value) => keyOf(definition, value)).filter((key) => key !== '')}
      onChange={choose}
      onBlur={onBlur}
    />
  )
}

export function RadioInput(props: FieldInputProps) {
  const { id, field, error, describedBy, onChange, onBlur } = props
  const { definition, options } = field
  const focused = options.find((option) => option.value === field.value && !option.disabled) ?? options.find((option) => !option.disabled)
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={error !== null}
      aria-required={definition.required ?? false}
      className={styles.radios}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      {options.map((option) => (
        <label key={optionKey(definition, option)} className={styles.radio}>
          <input
            type="radio"
            id={option === focused ? id : undefined}
            name={id}
            disabled={field.isDisabled || field.isLocked || option.disabled}
            checked={option.value === field.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {labelOf(option)}
            {option.description ? <span className={styles.radioHelp}>{option.description}</span> : null}
          </span>
        </label>
      ))}
    </div>
  )
}
