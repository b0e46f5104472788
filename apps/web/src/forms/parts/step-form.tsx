import { type ReactNode, useEffect, useRef } from 'react'
import type { Form } from '#web/forms/create-form.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { FormField } from '#web/forms/form-field.tsx'
import { type FormStep, reachableStep, summaryStep, wrongStep } from '#web/forms/step-list.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './step-form.module.css'
import { stepTexts } from './step-form.texts.ts'
import { StepSummary } from './step-summary.tsx'

type Props<Values> = {
  form: Form<Values>
  fields: readonly FieldDefinition<Values>[]
  steps: readonly FormStep<Values>[]
  /** As the address says, and how it comes to say another. */
  step: string | undefined
  onStep: (step: string) => void
  /** On the button of the last step, which sends the form. */
  action: string
  /** Draws a step itself, where its fields are not to stand one below the other. */
  renderStep?: (step: string) => ReactNode
}

/**
 * The inside of a `Form` that is filled in step by step. Each is checked before the next; the last sums up, with a way back to each. Going
 * back loses nothing. What the server refuses opens the step that it is in.
 */
export function StepForm<Values>({ form, fields, steps, step, onStep, action, renderStep }: Props<Values>) {
  const words = useTexts(stepTexts)
  const { phase, failure } = useFormState(form)
  const shown = phase === 'sent' ? summaryStep : reachableStep(form, steps, step)
  const index = steps.findIndex(({ name }) => name === shown)
  const current = steps[index]
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(shown)
  const all = [...steps, { name: summaryStep, title: words.summary, fields: [] }]
  const reached = all.findIndex(({ name }) => name === reachableStep(form, steps, summaryStep))
  const isOff = phase === 'submitting' || phase === 'sent'

  useEffect(() => {
    if (before.current !== shown && !heading.current?.closest('form')?.contains(document.activeElement)) heading.current?.focus()
    before.current = shown
  }, [shown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that sending failed
  useEffect(() => {
    const wrong = failure && wrongStep(form, steps)
    if (wrong) onStep(wrong)
  }, [failure])

  function next() {
    if (current && !form.review(current.fields)) return
    onStep(all[index + 1]?.name ?? summaryStep)
    requestAnimationFrame(() => heading.current?.focus())
  }

  return (
    <>
      <ol className={styles.steps} aria-label={words.steps}>
        {all.map(({ name, title }, at) => (
          <li key={name} data-state={name === shown ? 'current' : at < reached || shown === summaryStep ? 'done' : 'later'}>
            <button
              type="button"
              disabled={isOff || at > reached}
              aria-current={name === shown ? 'step' : undefined}
              onClick={() => onStep(name)}
            >
              <span className={styles.number} aria-hidden="true">
                {at + 1}
              </span>
              {title}
            </button>
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {current?.title ?? words.summary}
      </h2>
      {current ? (
        (renderStep?.(current.name) ?? current.fields.map((name) => <FormField key={name} form={form} name={name} />))
      ) : (
        <StepSummary form={form} fields={fields} steps={steps} onChange={isOff ? undefined : onStep} />
      )}
      <div className={styles.actions}>
        {index === 0 ? null : (
          <Button variant="default" disabled={isOff} onClick={() => onStep(all[(current ? index : steps.length) - 1]?.name ?? '')}>
            {words.back}
          </Button>
        )}
        {current ? (
          // A key of its own: the button that sends must not be the one that was just pressed.
          <Button key="next" type="button" onClick={next}>
            {words.next}
          </Button>
        ) : (
          <Button key="send" type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
            {action}
          </Button>
        )}
      </div>
    </>
  )
}
