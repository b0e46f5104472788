import { type FeatureKey, featureKeys } from '@vakt/contract/features.ts'
import { NewServiceToken as contract } from '@vakt/contract/service-tokens.ts'
import { useMemo, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { featureNames } from '#web/links/feature-names.texts.ts'
import { expiryOf, type Lifetime, lifetimes, tomorrow } from '#web/links/token-lifetime.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskBeforeLeaving } from '#web/ui/ask-before-leaving.tsx'
import { Button } from '#web/ui/button.tsx'
import { PanelContent, PanelTitle } from '#web/ui/panel-content.tsx'
import { useCreateServiceToken } from './service-token-queries.ts'
import { ServiceTokenSecret } from './service-token-secret.tsx'
import { serviceTokenTexts } from './service-tokens.texts.ts'

const rules = fieldsOf(contract)

type Values = { name: string; scope: FeatureKey[]; lifetime: Lifetime; expiresAt: string }

function useTokenFields(): FieldDefinition<Values>[] {
  const words = useTexts(serviceTokenTexts)
  const names = useTexts(featureNames)
  return useMemo(
    () => [
      { ...rules.name, type: 'text', name: 'name', label: words.name, help: words.nameHelp, takesFocus: true },
      {
        ...rules.scope,
        type: 'select',
        multiple: true,
        name: 'scope',
        label: words.scope,
        help: words.scopeHelp,
        required: true,
        options: featureKeys.map((key) => ({ value: key, label: names[key] })),
      },
      {
        type: 'select',
        name: 'lifetime',
        label: words.lifetime,
        value: '365',
        options: lifetimes.map((value) => ({ value, label: words.lifetimes[value] })),
      },
      {
        type: 'datepicker',
        name: 'expiresAt',
        label: words.until,
        min: tomorrow(),
        required: true,
        render: ({ lifetime }) => lifetime === 'date',
      },
    ],
    [words, names],
  )
}

/** Creates a service token, then shows it this once. */
export function NewServiceToken({ onClose }: { onClose: () => void }) {
  const words = useTexts(serviceTokenTexts)
  const { customerId } = useShownCustomer()
  const create = useCreateServiceToken(customerId)
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<Values>({ fields: useTokenFields() })
  const { phase } = useFormState(form)
  if (secret) return <ServiceTokenSecret customerId={customerId} secret={secret} onDone={onClose} />
  return (
    <PanelContent>
      <PanelTitle>{words.create}</PanelTitle>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.create}
        messages={words.messages}
        failureTexts={{ onFields: words.notCreated, general: words.notCreated }}
        onSubmit={({ name, scope, lifetime, expiresAt }: Values) =>
          create.mutateAsync({ name, scope, expiresAt: expiryOf(lifetime, expiresAt, new Date()) })
        }
        onSent={(made) => setSecret(made.secret)}
      >
        {(['name', 'scope', 'lifetime', 'expiresAt'] as const).map((name) => (
          <FormField key={name} form={form} name={name} />
        ))}
        <div>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.submit}
          </Button>
        </div>
      </Form>
    </PanelContent>
  )
}
