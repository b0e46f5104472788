import type { ReactNode } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { errorMessageTexts } from '#web/ui/page/error-messages.texts.ts'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import type { Form as FormEngine, FormFailure } from './create-form.ts'
import { problemText } from './field-problem.ts'
import styles from './form.module.css'
import { formTexts } from './form.texts.ts'
import { FormMessages } from './form-messages.ts'
import { useFormState } from './use-form.ts'

/** A failure that a toast has told already. */
export class ToldFailure extends Error {}

type FormProps<Values, Sent> = {
  form: FormEngine<Values>
  /** Its name for those who do not see it. */
  label?: string
  /** Texts by translation key, for what the contract and the server name. */
  messages?: Record<string, string | undefined>
  /** What is said above the form when sending failed: with messages on its fields, and without. */
  failureTexts: { onFields: string; general: string }
  onSubmit: (values: Values) => Promise<Sent>
  /** Called once it was sent, when leaving asks no more. */
  onSent?: (sent: Sent) => void
  children: ReactNode
}

const requestIdOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'requestId' in error ? String(error.requestId) : ''

/** The frame around the fields of one form: sends it once, says how that went, and puts the focus where something is wrong. */
export function Form<Values, Sent>({ form, label, messages = {}, failureTexts, onSubmit, onSent, children }: FormProps<Values, Sent>) {
  const words = useTexts(formTexts)
  const format = useFormat()
  const { phase, failure } = useFormState(form)
  const requestId = requestIdOf(failure?.error)
  const texts = { ...words.messages, ...useTexts(errorMessageTexts), ...messages }

  const explain = ({ hasFieldErrors, others, error }: FormFailure) => {
    if (!hasFieldErrors && others.length === 0) return failureText(error, { failed: failureTexts.general })
    return [
      hasFieldErrors ? failureTexts.onFields : failureTexts.general,
      ...others.map((problem) => problemText(problem, texts, format)),
    ].join(' ')
  }

  /** What is wrong with a field stands beneath it; every other failure is told by a toast too, wherever the form is scrolled to. */
  function toastFailure() {
    const failed = form.state().failure
    if (failed && !failed.hasFieldErrors && !(failed.error instanceof ToldFailure)) showToast(explain(failed), 'failure')
  }

  return (
    <form
      className={styles.form}
      noValidate
      aria-label={label}
      aria-busy={phase === 'submitting'}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit(onSubmit, onSent).then(toastFailure)
      }}
    >
      {failure ? (
        <div className={styles.failure} role="alert">
          <p>{explain(failure)}</p>
          {requestId ? (
            <details>
              <summary>{words.details}</summary>
              {words.requestId}: <code>{requestId}</code>
            </details>
          ) : null}
        </div>
      ) : null}
      <FormMessages value={messages}>{children}</FormMessages>
      <VisuallyHidden role="status">{phase === 'submitting' ? words.sending : phase === 'sent' ? words.sent : ''}</VisuallyHidden>
    </form>
  )
}
