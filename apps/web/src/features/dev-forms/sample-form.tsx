import { useMemo, useState } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './dev-forms.module.css'
import { devFormsTexts } from './dev-forms.texts.ts'
import { pretendToSend, type ServerMood } from './pretended-server.ts'
import { type Sample, useSampleFields } from './sample-fields.ts'

const describeFile = ({ name, size }: File) => `${name} (${size} bytes)`
const asText = (values: Partial<Sample>) =>
  JSON.stringify(values, (_, value: unknown) => (value instanceof File ? describeFile(value) : value), 2)

type Mood = { mood: ServerMood }

function useMoodFields(): FieldDefinition<Mood>[] {
  const words = useTexts(devFormsTexts)
  return useMemo(
    () => [
      {
        type: 'radiogroup',
        name: 'mood',
        label: words.answer,
        value: 'accepts',
        options: (['accepts', 'refuses', 'fails'] as const).map((value) => ({ value, label: words.answers[value] })),
      },
    ],
    [words],
  )
}

export function SampleForm() {
  const words = useTexts(devFormsTexts)
  const [held, setHeld] = useState<Partial<Sample>>({})
  const form = useForm<Sample>({ fields: useSampleFields(), onRest: setHeld })
  const moodForm = useForm<Mood>({ fields: useMoodFields() })
  const { phase } = useFormState(form)
  return (
    <div className={styles.sample}>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.allKinds}
        messages={{ 'dev.name_taken': words.nameTaken }}
        failureTexts={{ onFields: words.notSaved, general: words.failed }}
        onSubmit={() => pretendToSend(moodForm.state().values.mood)}
        onSent={() => showToast(words.saved, 'success')}
      >
        <FormField form={form} name="heading" />
        <FormField form={form} name="name" />
        <FormField form={form} name="description" />
        <FormField form={form} name="key" />
        <div className={styles.pair}>
          <FormField form={form} name="low" />
          <FormField form={form} name="high" />
          <FormField form={form} name="from" />
          <FormField form={form} name="to" />
        </div>
        <FormField form={form} name="severity" />
        <div className={styles.pair}>
          <FormField form={form} name="cloud" />
          <FormField form={form} name="region" />
        </div>
        <FormField form={form} name="resources" />
        <FormField form={form} name="areas" />
        <FormField form={form} name="owner" />
        <FormField form={form} name="watchers" />
        <FormField form={form} name="addresses" />
        <FormField form={form} name="tags" />
        <FormField form={form} name="files" />
        <FormField form={form} name="notify" />
        <FormField form={form} name="email" />
        <FormField form={form} name="enabled" />
        <FormField form={form} name="agree" />
        <div className={styles.actions}>
          <Button variant="default" onClick={form.restart}>
            {words.restart}
          </Button>
          <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
            {words.save}
          </Button>
        </div>
      </Form>
      <aside className={styles.aside} aria-label={words.holds}>
        <FormField form={moodForm} name="mood" />
        <div>
          <h3 className={styles.small}>{words.holds}</h3>
          <p className={styles.dim}>{words.holdsText}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
          <pre className={styles.values} tabIndex={0}>
            {asText(held)}
          </pre>
        </div>
      </aside>
    </div>
  )
}
