import { standardEraseAfterDays } from '@vakt/contract/customers/customer-closing.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { customerClosingTexts } from './customer-closing.texts.ts'
import { useCloseCustomer } from './customer-closing-queries.ts'
import { type TermValues, termBody, termFields } from './term-fields.ts'

type Values = TermValues & { confirmation: string }
type CloseCustomerFormProps = { customerId: string; name: string; onClose: () => void }

/** Asks for the name of the customer before it is closed. */
export function CloseCustomerForm({ customerId, name, onClose }: CloseCustomerFormProps) {
  const words = useTexts(customerClosingTexts)
  const { cancel } = useTexts(uiTexts)
  const close = useCloseCustomer(customerId)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      ...termFields(words, { needsReason: false }),
      { type: 'text', name: 'confirmation', label: words.name, help: words.nameHelp(name), required: true, maxLength: 200 },
    ],
    [words, name],
  )
  const form = useForm<Values>({ fields, start: { term: 'erase', eraseAfterDays: standardEraseAfterDays, confirmation: '' } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.closeNow}
      messages={words.messages}
      failureTexts={{ onFields: words.failed, general: words.failed }}
      onSubmit={(values) => close.mutateAsync({ confirmation: values.confirmation, ...termBody(values) })}
      onSent={() => {
        showToast(words.closed, 'success')
        onClose()
      }}
    >
      <FormField form={form} name="term" />
      <FormField form={form} name="eraseAfterDays" />
      <FormField form={form} name="reason" />
      <FormField form={form} name="confirmation" />
      <DialogActions>
        {/* Without taking the focus: what the field says when it is left empty would move the button from under the pointer. */}
        <Button variant="default" onMouseDown={(event) => event.preventDefault()} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" color="red" loading={phase === 'submitting'}>
          {words.closeNow}
        </Button>
      </DialogActions>
    </Form>
  )
}
