import type { Retention, RetentionChange } from '@vakt/contract/retention/retention.ts'
import { type RetentionKind, retentionKinds, retentionTerms } from '@vakt/contract/retention/retention-terms.ts'
import { useMemo } from 'react'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { retentionTexts } from './retention.texts.ts'
import { RetentionEffect } from './retention-effect.tsx'
import { askedOf, retentionFields, type RetentionValues as Values } from './retention-fields.ts'
import { useSaveRetention } from './retention-queries.ts'

const each = <From, To>(days: Record<RetentionKind, From>, map: (value: From) => To) =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, map(days[kind])])) as Record<RetentionKind, To>

/** For how many days each kind is kept; what that removes stands beneath before it is saved. */
export function RetentionForm({ customerId, retention }: { customerId: string; retention: Retention }) {
  const words = useTexts(retentionTexts)
  const format = useFormat()
  const save = useSaveRetention(customerId)
  const { own, usual } = retention
  const fields = useMemo(
    () =>
      retentionFields((kind) => {
        const { minDays, maxDays } = retentionTerms[kind]
        const help = words.help(format.number(minDays), format.number(maxDays), format.number(usual[kind]))
        return { label: words.labels[kind], help }
      }),
    [words, format, usual],
  )
  const form = useForm<Values>({ fields, start: each(own, (days) => days ?? '') })
  const { phase, values } = useFormState(form)
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.title}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(sent) => save.mutateAsync(each(sent, (days) => (days === '' ? null : days)) as RetentionChange)}
        onSent={() => showToast(words.saved, 'success')}
      >
        {retentionKinds.map((kind) => (
          <FormField key={kind} form={form} name={kind} />
        ))}
        <RetentionEffect customerId={customerId} asked={askedOf(values)} />
        <div>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </>
  )
}
