import { useQuery } from '@tanstack/react-query'
import { type EscalationPolicy, NewEscalationPolicy } from '@vakt/contract/on-call/paging.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './paging.module.css'
import { pagingTexts } from './paging.texts.ts'
import { type Targets, targetsQuery, useSavePolicy } from './paging-queries.ts'

type StepValues = { target: string; minutes: number | '' }
type PolicyValues = { name: string; repeats: number | ''; isDefault: boolean; steps: StepValues[] }

const contract = fieldsOf(NewEscalationPolicy)

const valuesOf = ({ name, repeats, isDefault, steps }: EscalationPolicy): PolicyValues => ({
  name,
  repeats,
  isDefault,
  steps: steps.map(({ scheduleId, userId, minutes, name: known }) => ({
    // Whom it can page no more is chosen again.
    target: known === null ? '' : scheduleId ? `schedule:${scheduleId}` : `user:${userId}`,
    minutes,
  })),
})

const policyOf = ({ name, repeats, isDefault, steps }: PolicyValues): NewEscalationPolicy => ({
  name,
  repeats: Number(repeats),
  isDefault,
  steps: steps.map(({ target, minutes }) => {
    const [kind, id = null] = target.split(':')
    return { scheduleId: kind === 'schedule' ? id : null, userId: kind === 'user' ? id : null, minutes: Number(minutes) }
  }),
})

function usePolicyFields(targets: Targets): FieldDefinition<PolicyValues>[] {
  const words = useTexts(pagingTexts)
  return useMemo(() => {
    const steps: FieldDefinition<StepValues, PolicyValues>[] = [
      { type: 'filterselect', name: 'target', label: words.target, required: true, options: targets },
      { type: 'number', name: 'minutes', label: words.minutes, required: true, min: 1, max: 1440 },
    ]
    return [
      { ...contract.name, type: 'text', name: 'name', label: words.name },
      {
        type: 'rows',
        name: 'steps',
        label: words.steps,
        help: words.stepsHelp,
        rowLabel: words.stepRow,
        min: 1,
        max: 20,
        isOrdered: true,
        newRow: { target: '', minutes: 5 },
        fields: steps,
      },
      { type: 'number', name: 'repeats', label: words.repeats, help: words.repeatsHelp, required: true, min: 0, max: 5 },
      { type: 'switch', name: 'isDefault', label: words.isDefault },
    ]
  }, [words, targets])
}

const noTargets: Targets = []

/** A new policy where none is given. */
export function PolicyForm({ policy, onClose }: { policy: EscalationPolicy | null; onClose: () => void }) {
  const words = useTexts(pagingTexts)
  const targets = useQuery(targetsQuery)
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(policy)
  const save = useSavePolicy(before)
  const form = useForm<PolicyValues>({
    fields: usePolicyFields(targets.data ?? noTargets),
    start: policy ? valuesOf(policy) : { name: '', repeats: 1, isDefault: false, steps: [{ target: '', minutes: 5 }] },
  })
  const { phase } = useFormState(form)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={frame} className={styles.form}>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={policy ? words.editNamed(policy.name) : words.newPolicy}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) => save.mutateAsync(policyOf(values))}
        onSent={() => {
          showToast(words.saved, 'success')
          onClose()
        }}
      >
        <FormField form={form} name="name" />
        {targets.isError && !targets.data ? (
          <ErrorState title={words.targetsFailed} error={targets.error} onRetry={() => void targets.refetch()} />
        ) : null}
        <FormField form={form} name="steps" />
        <FormField form={form} name="repeats" />
        <FormField form={form} name="isDefault" />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </div>
  )
}
