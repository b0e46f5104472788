import type { PhoneNumber } from '@vakt/contract/on-call/phone-numbers.ts'
import { useMemo, useRef, useState } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './phone-number.module.css'
import { phoneNumberTexts } from './phone-number.texts.ts'

type Verbs = {
  save: (number: string) => Promise<unknown>
  remove: () => Promise<unknown>
  /** Absent for staff: only its owner has the code. */
  confirm?: (code: string) => Promise<unknown>
}
type PhoneNumberSectionProps = { phoneNumber: PhoneNumber | null; sendsSms: boolean; heading: 'h2' | 'h3' } & Verbs

/** The telephone number of a person: set, confirmed by a code, changed and removed. */
export function PhoneNumberSection({ phoneNumber, sendsSms, heading: Heading, save, remove, confirm }: PhoneNumberSectionProps) {
  const words = useTexts(phoneNumberTexts)
  const [isChanging, setChanging] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const done = (said: string) => {
    setChanging(false)
    showToast(said, 'success')
    title.current?.focus()
  }
  const isAsking = phoneNumber === null || isChanging
  return (
    <section className={styles.section} aria-label={words.title}>
      <Heading ref={title} tabIndex={-1}>
        {words.title}
      </Heading>
      <p className={styles.help}>{confirm ? words.own : words.ofUser}</p>
      {phoneNumber ? (
        <p className={styles.number}>
          {phoneNumber.number}{' '}
          <span className={phoneNumber.isConfirmed ? styles.confirmed : styles.unconfirmed}>
            {phoneNumber.isConfirmed ? words.confirmed : words.unconfirmed}
          </span>
        </p>
      ) : null}
      {sendsSms ? null : <p className={styles.unconfirmed}>{words.kept}</p>}
      {isAsking ? (
        <OneField
          key="number"
          field="number"
          submit={words.sendCode}
          onSubmit={save}
          onSent={() => done(sendsSms ? words.codeSent : words.codeKept)}
          onCancel={phoneNumber ? () => setChanging(false) : undefined}
        />
      ) : (
        <>
          {confirm && !phoneNumber.isConfirmed ? (
            <OneField key="code" field="code" submit={words.confirm} onSubmit={confirm} onSent={() => done(words.isConfirmed)} />
          ) : null}
          <div className={styles.actions}>
            <Button variant="default" onClick={() => setChanging(true)}>
              {words.change}
            </Button>
            <Remove remove={remove} onDone={() => done(words.isRemoved)} />
          </div>
        </>
      )}
    </section>
  )
}

function Remove({ remove, onDone }: { remove: () => Promise<unknown>; onDone: () => void }) {
  const words = useTexts(phoneNumberTexts)
  const [isBusy, setBusy] = useState(false)
  async function begin() {
    setBusy(true)
    await remove().then(onDone, failureToast(words.failed))
    setBusy(false)
  }
  return (
    <Button variant="subtle" loading={isBusy} onClick={() => void begin()}>
      {words.remove}
    </Button>
  )
}

type Values = { number: string; code: string }
type OneFieldProps = {
  field: keyof Values
  submit: string
  onSubmit: (value: string) => Promise<unknown>
  onSent: () => void
  onCancel?: (() => void) | undefined
}

function OneField({ field, submit, onSubmit, onSent, onCancel }: OneFieldProps) {
  const words = useTexts(phoneNumberTexts)
  const fields = useMemo((): FieldDefinition<Values>[] => {
    const isNumber = field === 'number'
    return [
      { type: 'phone', name: 'number', label: words.number, help: words.numberHelp, required: true, render: () => isNumber },
      {
        type: 'text',
        name: 'code',
        label: words.code,
        help: words.codeHelp,
        maxLength: 6,
        autoComplete: 'one-time-code',
        required: true,
        render: () => !isNumber,
      },
    ]
  }, [words, field])
  const form = useForm<Values>({ fields, start: { number: '', code: '' } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={field === 'number' ? words.number : words.code}
      messages={words.messages}
      failureTexts={{ onFields: words.failed, general: words.failed }}
      onSubmit={(values) => onSubmit(values[field])}
      onSent={onSent}
    >
      <FormField form={form} name={field} />
      <div className={styles.actions}>
        <Button type="submit" loading={phase === 'submitting'}>
          {submit}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
