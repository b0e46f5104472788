import {
  type ChatDestination,
  ChatDestinationChange,
  type ChatKind,
  chatKinds,
  NewChatDestination,
} from '@vakt/contract/deliveries/chat-destinations.ts'
import { type ChatService, chatServices } from '@vakt/contract/deliveries/delivery-states.ts'
import { severities } from '@vakt/contract/severity.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { chatDestinationsTexts } from './chat-destinations.texts.ts'

const [ofNew, ofChange] = [fieldsOf(NewChatDestination), fieldsOf(ChatDestinationChange)]

export type ChatValues = NewChatDestination & { isEnabled: boolean }
type ChatFormProps<Result> = {
  /** Null for a new one. */
  destination: ChatDestination | null
  onSubmit: (values: ChatValues) => Promise<Result>
  onSent: (result: Result) => void
}

function useChatFields(destination: ChatDestination | null): FieldDefinition<ChatValues>[] {
  const words = useTexts(chatDestinationsTexts)
  return useMemo((): FieldDefinition<ChatValues>[] => {
    const contract = destination ? ofChange : ofNew
    const address = (service: ChatService) =>
      destination ? `${words.addressHelp[service]} ${words.addressKept}` : words.addressHelp[service]
    return [
      {
        type: 'select',
        name: 'service',
        label: words.service,
        options: chatServices.map((value) => ({ value, label: words.services[value] })),
        render: () => destination === null,
      },
      { ...contract.name, type: 'text', name: 'name', label: words.name, placeholder: '#drift' },
      {
        ...contract.address,
        type: 'text',
        name: 'address',
        label: words.address,
        help: destination ? address(destination.service) : `${address('teams')} ${address('slack')}`,
        placeholder: destination ? destination.host : 'https://',
      },
      {
        ...contract.kinds,
        type: 'select',
        multiple: true,
        name: 'kinds',
        label: words.kindsLabel,
        options: chatKinds.map((value) => ({ value, label: words.kinds[value] })),
      },
      {
        type: 'select',
        name: 'fromSeverity',
        label: words.fromSeverity,
        options: severities.map((value) => ({ value, label: words.severities[value] })),
      },
      {
        type: 'select',
        name: 'language',
        label: words.language,
        options: (['sv', 'en'] as const).map((value) => ({ value, label: words.languages[value] })),
      },
      { type: 'switch', name: 'isEnabled', label: words.isEnabled, render: () => destination !== null },
    ]
  }, [words, destination])
}

const fresh: ChatValues = {
  service: 'teams',
  name: '',
  address: '',
  kinds: ['incident_opened', 'incident_escalated', 'incident_resolved'] satisfies ChatKind[],
  fromSeverity: 'high',
  language: 'sv',
  isEnabled: true,
}

function startOf({ service, name, kinds, fromSeverity, language, isEnabled }: ChatDestination): ChatValues {
  return { service, name, address: '', kinds, fromSeverity, language, isEnabled }
}

export function ChatDestinationForm<Result>({ destination, onSubmit, onSent }: ChatFormProps<Result>) {
  const words = useTexts(chatDestinationsTexts)
  const form = useForm<ChatValues>({ fields: useChatFields(destination), start: destination ? startOf(destination) : fresh })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={destination ? words.change : words.add}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={onSubmit}
      onSent={onSent}
    >
      <AskBeforeLeaving when={form.isDirty} />
      <FormField form={form} name="service" />
      <FormField form={form} name="name" />
      <FormField form={form} name="address" />
      <FormField form={form} name="kinds" />
      <FormField form={form} name="fromSeverity" />
      <FormField form={form} name="language" />
      <FormField form={form} name="isEnabled" />
      <div>
        <Button type="submit" loading={phase === 'submitting'}>
          {destination ? words.save : words.add}
        </Button>
      </div>
    </Form>
  )
}
