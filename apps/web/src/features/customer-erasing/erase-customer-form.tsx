import { useQuery } from '@tanstack/react-query'
import type { CustomerErasing, ErasedContent } from '@vakt/contract/customers/customer-erasing.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { customerErasingTexts } from './customer-erasing.texts.ts'
import { customerErasingQuery, useEraseCustomer } from './customer-erasing-queries.ts'

type Values = { confirmation: string }
type EraseCustomerProps = { customerId: string; onClose: () => void }

/** What goes, in names and numbers, and the name of the customer before it does. */
export function EraseCustomerForm({ customerId, onClose }: EraseCustomerProps) {
  const words = useTexts(customerErasingTexts)
  const query = useQuery(customerErasingQuery(customerId))
  if (query.isError && !query.data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  return query.data ? <Confirmation customerId={customerId} found={query.data} onClose={onClose} /> : null
}

function Content({ content }: { content: ErasedContent }) {
  const words = useTexts(customerErasingTexts)
  const format = useFormat()
  const going = Object.entries(content).filter(([, count]) => count > 0) as [keyof ErasedContent, number][]
  return (
    <ul>
      {going.map(([kind, count]) => (
        <li key={kind}>{words.content[kind](format.number(count), count)}</li>
      ))}
      <li>{words.andMore}</li>
    </ul>
  )
}

function Confirmation({ customerId, found: { name, content }, onClose }: EraseCustomerProps & { found: CustomerErasing }) {
  const words = useTexts(customerErasingTexts)
  const { cancel } = useTexts(uiTexts)
  const erase = useEraseCustomer(customerId)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { type: 'text', name: 'confirmation', label: words.name, help: words.nameHelp(name), required: true, maxLength: 200 },
    ],
    [words, name],
  )
  const form = useForm<Values>({ fields, start: { confirmation: '' } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.title}
      messages={words.messages}
      failureTexts={{ onFields: words.failed, general: words.failed }}
      onSubmit={(values) => erase.mutateAsync(values)}
      onSent={() => {
        showToast(words.begun, 'success')
        onClose()
      }}
    >
      <p>{words.whatGoes(name, customerId)}</p>
      <Content content={content} />
      <p>
        <strong>{words.forGood}</strong> {words.whatStays}
      </p>
      <FormField form={form} name="confirmation" />
      <DialogActions>
        {/* Without taking the focus: what the field says when it is left empty would move the button from under the pointer. */}
        <Button variant="default" onMouseDown={(event) => event.preventDefault()} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" color="red" loading={phase === 'submitting'}>
          {words.eraseNow}
        </Button>
      </DialogActions>
    </Form>
  )
}
