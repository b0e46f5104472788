import type { Closing } from '@vakt/contract/customers/customer-closing.ts'
import { standardEraseAfterDays } from '@vakt/contract/customers/customer-closing.ts'
import { useMemo } from 'react'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { customerClosingTexts } from './customer-closing.texts.ts'
import { useSetErasingTerm } from './customer-closing-queries.ts'
import { type TermValues, termBody, termFields } from './term-fields.ts'

const dayMilliseconds = 86_400_000
const daysOf = ({ at, erasesAt }: Closing) =>
  erasesAt ? Math.round((Date.parse(erasesAt) - Date.parse(at)) / dayMilliseconds) : standardEraseAfterDays

/** When a closed customer is erased, with the reason for the change. */
export function TermForm({ customerId, closing, onClose }: { customerId: string; closing: Closing; onClose: () => void }) {
  const words = useTexts(customerClosingTexts)
  const { cancel } = useTexts(uiTexts)
  const set = useSetErasingTerm(customerId)
  const fields = useMemo(() => termFields(words, { needsReason: true }), [words])
  const form = useForm<TermValues>({
    fields,
    start: { term: closing.erasesAt ? 'erase' : 'keep', eraseAfterDays: daysOf(closing), reason: '' },
  })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.changeTerm}
      messages={words.messages}
      failureTexts={{ onFields: words.termFailed, general: words.termFailed }}
      onSubmit={(values) => set.mutateAsync(termBody(values))}
      onSent={() => {
        showToast(words.termSaved, 'success')
        onClose()
      }}
    >
      <FormField form={form} name="term" />
      <FormField form={form} name="eraseAfterDays" />
      <FormField form={form} name="reason" />
      <DialogActions>
        <Button variant="default" onMouseDown={(event) => event.preventDefault()} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.saveTerm}
        </Button>
      </DialogActions>
    </Form>
  )
}
