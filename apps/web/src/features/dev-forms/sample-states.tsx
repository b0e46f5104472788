import { useEffect } from 'react'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './dev-forms.module.css'
import { devFormsTexts } from './dev-forms.texts.ts'
import { filledSample, type Sample, useSampleFields } from './sample-fields.ts'

const states = ['empty', 'filled', 'wrong', 'disabled', 'sent'] as const
type State = (typeof states)[number]

const wrong: Partial<Sample> = {
  name: '404',
  email: 'nobody',
  notify: true,
  high: 3,
  low: 12,
  to: filledSample.from,
  from: filledSample.to,
}
const starts: Record<State, Partial<Sample>> = { empty: {}, filled: filledSample, wrong, disabled: filledSample, sent: filledSample }
const nothing = { onFields: '', general: '' }

/** The same form five times, once in each state. */
export function SampleStates() {
  return (
    <div className={styles.states}>
      {states.map((state) => (
        <StateForm key={state} state={state} />
      ))}
    </div>
  )
}

function StateForm({ state }: { state: State }) {
  const words = useTexts(devFormsTexts)
  const fields = useSampleFields(state === 'disabled')
  const refused = state === 'wrong' ? words.nameTaken : ''
  const form = useForm<Sample>({
    fields,
    start: starts[state],
    check: () => (refused ? { tags: refused, resources: refused, files: refused, watchers: refused, addresses: refused } : {}),
  })
  useEffect(() => {
    if (state === 'wrong') for (const { name } of fields) form.blur(name)
    if (state === 'sent') void form.submit(async () => {})
  }, [form, state, fields])
  return (
    <section className={styles.state} aria-labelledby={`state-${state}`}>
      <h3 id={`state-${state}`} className={styles.small}>
        {words.state[state]}
      </h3>
      <Form form={form} label={words.state[state]} failureTexts={nothing} onSubmit={async () => {}}>
        {fields.map(({ name }) => (
          <FormField key={name} form={form} name={name} />
        ))}
      </Form>
    </section>
  )
}
