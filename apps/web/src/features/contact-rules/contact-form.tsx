import { type ContactPreference, ContactRule, DailyHours } from '@vakt/contract/contact-rules.ts'
import { contactChannels } from '@vakt/contract/deliveries/delivery-states.ts'
import { severities } from '@vakt/contract/severity.ts'
import { useEffect, useMemo, useRef } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './contact.module.css'
import { contactTexts } from './contact.texts.ts'
import { useSavePreference } from './contact-queries.ts'
import { type ContactValues, newRule, preferenceOf, type RuleValues, valuesOf } from './contact-values.ts'

const hours = fieldsOf(DailyHours)
const contract = fieldsOf(ContactRule)

function useContactFields(): FieldDefinition<ContactValues>[] {
  const words = useTexts(contactTexts)
  const levels = useTexts(severityTexts)
  return useMemo(() => {
    const times: FieldDefinition<{ opens: string; closes: string }, ContactValues>[] = [
      { ...hours.opens, type: 'text', name: 'opens', label: words.opens },
      { ...hours.closes, type: 'text', name: 'closes', label: words.closes },
    ]
    const channels = contactChannels.map((value) => ({ value, label: words.channels[value] }))
    const rule: FieldDefinition<RuleValues, ContactValues>[] = [
      {
        ...contract.severities,
        type: 'select',
        multiple: true,
        name: 'severities',
        label: words.severities,
        options: severities.map((value) => ({ value, label: levels[value] })),
      },
      { type: 'select', name: 'first', label: words.first, options: channels },
      { type: 'select', name: 'second', label: words.second, options: [{ value: '', label: words.nothing }, ...channels] },
      { type: 'number', name: 'minutes', label: words.minutes, required: true, min: 1, max: 60, render: ({ second }) => second !== '' },
      { type: 'switch', name: 'isLimited', label: words.isLimited },
      { type: 'group', name: 'hours', label: '', layout: 'line', fields: times as never, render: ({ isLimited }) => isLimited },
    ]
    return [
      { type: 'switch', name: 'isQuiet', label: words.quietOn },
      { type: 'group', name: 'quietHours', label: '', layout: 'line', fields: times, render: ({ isQuiet }) => isQuiet },
      {
        type: 'rows',
        name: 'rules',
        label: words.rules,
        rowLabel: words.rule,
        min: 0,
        max: 10,
        isOrdered: true,
        newRow: newRule,
        fields: rule,
      },
    ] as FieldDefinition<ContactValues>[]
  }, [words, levels])
}

type ContactFormProps = {
  preference: ContactPreference & { timeZone: string }
  hasRules: boolean
  /** How often it was saved here: then the form begins again, and goes on where the last one ended. */
  saves: number
  onSaved: () => void
}

/** Quiet hours, and for staff the rules by which they are paged. */
export function ContactForm({ preference, hasRules, saves, onSaved }: ContactFormProps) {
  const words = useTexts(contactTexts)
  const save = useSavePreference()
  const form = useForm<ContactValues>({ fields: useContactFields(), start: valuesOf(preference) })
  const { phase } = useFormState(form)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (saves > 0) button.current?.focus()
  }, [saves])
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.title}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) => save.mutateAsync(preferenceOf(values, preference.version))}
        onSent={() => {
          showToast(words.saved, 'success')
          onSaved()
        }}
      >
        <section className={styles.section} aria-labelledby="quiet-hours">
          <h2 id="quiet-hours">{words.quietTitle}</h2>
          <p className={styles.about}>
            {words.quietText(preference.timeZone)} {hasRules ? words.quietPages : null}
          </p>
          <FormField form={form} name="isQuiet" />
          <FormField form={form} name="quietHours" />
        </section>
        {hasRules ? (
          <section className={styles.section} aria-labelledby="contact-rules">
            <h2 id="contact-rules">{words.rulesTitle}</h2>
            <p className={styles.about}>{words.rulesText}</p>
            <FormField form={form} name="rules" />
          </section>
        ) : null}
        <div>
          <Button ref={button} type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </>
  )
}
