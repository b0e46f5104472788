import { NewWebhook, type Webhook } from '@vakt/contract/deliveries/webhooks.ts'
import { ticketEventKinds } from '@vakt/contract/tickets/ticket-events.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { webhookTexts } from './webhooks.texts.ts'

const contract = fieldsOf(NewWebhook)

type Values = NewWebhook & { isEnabled: boolean }
type WebhookFormProps<Result> = {
  /** Null for a new one. */
  webhook: Webhook | null
  onSubmit: (values: Values) => Promise<Result>
  onSent: (result: Result) => void
}

export function WebhookForm<Result>({ webhook, onSubmit, onSent }: WebhookFormProps<Result>) {
  const words = useTexts(webhookTexts)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { ...contract.name, type: 'text', name: 'name', label: words.name, takesFocus: webhook === null },
      { ...contract.url, type: 'text', name: 'url', label: words.url, help: words.urlHelp, placeholder: 'https://' },
      {
        ...contract.kinds,
        type: 'select',
        multiple: true,
        name: 'kinds',
        label: words.kindsLabel,
        options: ticketEventKinds.map((value) => ({ value, label: words.kinds[value] })),
      },
      { type: 'switch', name: 'withPrivate', label: words.withPrivate, help: words.withPrivateHelp },
      { type: 'switch', name: 'isEnabled', label: words.isEnabled, render: () => webhook !== null },
    ],
    [words, webhook],
  )
  const start = webhook ?? { kinds: ['created', 'commented', 'status_changed'] as Values['kinds'], withPrivate: false, isEnabled: true }
  const { name = '', url = '', kinds, withPrivate, isEnabled } = start as Values
  const form = useForm<Values>({ fields, start: { name, url, kinds, withPrivate, isEnabled } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={webhook ? words.change : words.add}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={onSubmit}
      onSent={onSent}
    >
      <AskBeforeLeaving when={form.isDirty} />
      <FormField form={form} name="name" />
      <FormField form={form} name="url" />
      <FormField form={form} name="kinds" />
      <FormField form={form} name="withPrivate" />
      <FormField form={form} name="isEnabled" />
      <div>
        <Button type="submit" loading={phase === 'submitting'}>
          {webhook ? words.save : words.add}
        </Button>
      </div>
    </Form>
  )
}
