import type { Retention, RetentionChange } from '@vakt/contract/retention/retention.ts'
import { type RetentionKind, retentionKinds, retentionTerms } from '@vakt/contract/retention/retention-terms.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
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
import { type AskedDays, useSaveRetention } from './retention-queries.ts'

/** As they are typed: an empty field is no number. */
type Values = Record<RetentionKind, number | ''>

const each = <From, To>(days: Record<RetentionKind, From>, map: (value: From) => To) =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, map(days[kind])])) as Record<RetentionKind, To>

const isWithin = (kind: RetentionKind, days: number) => days >= retentionTerms[kind].minDays && days <= retentionTerms[kind].maxDays

/** The chosen days; null while one is out of its limits. */
function askedOf(values: Values): AskedDays | null {
  const chosen = retentionKinds.flatMap((kind) => (values[kind] === '' ? [] : [[kind, values[kind]] as const]))
  return chosen.every(([kind, days]) => isWithin(kind, days)) ? Object.fromEntries(chosen) : null
}

/** For how many days each kind is kept; what that removes stands beneath before it is saved. */
export function RetentionForm({ customerId, retention }: { customerId: string; retention: Retention }) {
  const words = useTexts(retentionTexts)
  const format = useFormat()
  const save = useSaveRetention(customerId)
  const { own, usual } = retention
  const fields = useMemo(
    () =>
      retentionKinds.map((kind): FieldDefinition<Values> => {
        const { minDays, maxDays } = retentionTerms[kind]
        const help = words.help(format.number(minDays), format.number(maxDays), format.number(usual[kind]))
        return { type: 'number', name: kind, label: words.labels[kind], help, min: minDays, max: maxDays }
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
