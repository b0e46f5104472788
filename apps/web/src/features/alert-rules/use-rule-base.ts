import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { keepDraft } from '#web/forms/form-draft.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { ApiError } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { mergeValues } from './rule-difference.ts'
import { ruleEditingTexts } from './rule-editing.texts.ts'
import { type RuleValues, valuesOf } from './rule-values.ts'

type RuleBaseOptions = {
  form: FormOf<RuleValues>
  draftKey: string
  /** The rule that is edited, as it was when the writing began; null for a new one. */
  opened: AlertRule | null
  /** The same rule, as it is now as far as the browser knows. */
  rule: AlertRule | null
  /** Whether the form began with what was written before. */
  isDraft: boolean
  onReopen: () => void
}

/** Keeps what is written, and notices when someone else changes the rule meanwhile: live, after a reload, and by a refused save. */
export function useRuleBase({ form, draftKey, opened, rule, isDraft, onReopen }: RuleBaseOptions) {
  const editing = useTexts(ruleEditingTexts)
  const { phase, failure } = useFormState(form)
  const [base, setBase] = useState(opened)
  const refused = failure?.error instanceof ApiError && failure.error.status === 409 ? currentOf(failure.error) : null
  const latest = refused && refused.version > (rule?.version ?? 0) ? refused : rule
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
  // Nothing is written that could be lost: the form shows the rule as it is now.
  useEffect(() => {
    if (isNewer && !isWritten) onReopen()
  }, [isNewer, isWritten, onReopen])

  function keepMine() {
    if (!base || !latest) return
    const merged = mergeValues(base, latest, form.state().values)
    setBase(latest)
    for (const name of Object.keys(valuesOf(latest)) as (keyof RuleValues)[]) form.change(name, merged[name])
    keepDraft(draftKey, { base: latest, values: merged })
    showToast(editing.kept, 'success')
  }

  return { base, latest, isConflict: isNewer && isWritten, keepMine }
}

const currentOf = ({ current }: ApiError): AlertRule | null => (current && 'alertRuleId' in current ? (current as AlertRule) : null)
