import type { Form } from '#web/forms/create-form.ts'
import type { Field, FieldDefinition } from '#web/forms/field-definition.ts'
import type { Held } from '#web/forms/form-paths.ts'
import type { FormStep } from '#web/forms/step-list.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { summarize } from '#web/forms/value-summary.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { scheduleTexts } from './schedule.texts.ts'
import styles from './step-form.module.css'
import { stepTexts } from './step-form.texts.ts'

type Props<Values> = {
  form: Form<Values>
  fields: readonly FieldDefinition<Values>[]
  steps: readonly FormStep<Values>[]
  /** Undefined while nothing can be changed. */
  onChange: ((step: string) => void) | undefined
}

/** What was filled in, step by step, each with a way back. */
export function StepSummary<Values>({ form, fields, steps, onChange }: Props<Values>) {
  const words = useTexts(stepTexts)
  const schedule = useTexts(scheduleTexts)
  const format = useFormat()
  const { locale, duration } = format
  const writeDay = (iso: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
  const values = useFormState(form).values as Held
  const tools = { locale, duration, schedule, moment: format.exact, day: writeDay, yes: words.yes, no: words.no }
  const shown = (names: readonly string[]) =>
    (fields as readonly Field[]).filter((field) => names.includes(field.name) && (!field.render || field.render(values, values)))
  return (
    <div className={styles.summary}>
      {steps.map((step) => (
        <section key={step.name} aria-label={step.title}>
          <div className={styles.summaryHead}>
            <h3>{step.title}</h3>
            {onChange ? (
              <button type="button" className={styles.change} aria-label={words.changeStep(step.title)} onClick={() => onChange(step.name)}>
                {words.change}
              </button>
            ) : null}
          </div>
          <dl>
            {shown(step.fields).map((field) => (
              <div key={field.name}>
                <dt>{field.label}</dt>
                <dd>{summarize(field, values, values, tools) || words.nothing}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
