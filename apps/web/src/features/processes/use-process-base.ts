import type { Process } from '@vakt/contract/processes/processes.ts'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { keepDraft } from '#web/forms/form-draft.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { ApiError } from '#web/platform/api.ts'
import { mergeValues, type ProcessValues } from './process-values.ts'

type ProcessBaseOptions = {
  form: FormOf<ProcessValues>
  draftKey: string
  /** The process that is edited, as it was when the writing began; null for a new one. */
  opened: Process | null
  /** The same process, as it is now as far as the browser knows. */
  process: Process | null
  /** Whether the form began with what was written before. */
  isDraft: boolean
  valuesOf: (process: Process) => ProcessValues
  onReopen: () => void
}

const currentOf = ({ current }: ApiError): Process | null => (current && 'processModelId' in current ? (current as Process) : null)

/** Keeps what is written, and notices when someone else changes the process meanwhile: live, after a reload, and by a refused save. */
export function useProcessBase({ form, draftKey, opened, process, isDraft, valuesOf, onReopen }: ProcessBaseOptions) {
  const { phase, failure } = useFormState(form)
  const [base, setBase] = useState(opened)
  const refused = failure?.error instanceof ApiError && failure.error.status === 409 ? currentOf(failure.error) : null
  const latest = refused && refused.version > (process?.version ?? 0) ? refused : process
  const isNewer = base !== null && latest !== null && latest.version > base.version && phase !== 'sent' && phase !== 'submitting'
  const isWritten = isDraft || form.isDirty()

  useLayoutEffect(
    () =>
      form.subscribe(() => {
        const { phase, values } = form.state()
        if (phase === 'sent') keepDraft(draftKey, null)
        else if (form.isDirty()) keepDraft(draftKey, { base, values })
      }),
    [form, draftKey, base],
  )
  // Nothing is written that could be lost: the form shows the process as it is now.
  useEffect(() => {
    if (isNewer && !isWritten) onReopen()
  }, [isNewer, isWritten, onReopen])

  function keepMine() {
    if (!base || !latest) return
    const merged = mergeValues(valuesOf(base), valuesOf(latest), form.state().values)
    setBase(latest)
    for (const name of Object.keys(merged) as (keyof ProcessValues)[]) form.change(name, merged[name])
    keepDraft(draftKey, { base: latest, values: merged })
  }

  return { base, latest, isConflict: isNewer && isWritten, keepMine }
}
