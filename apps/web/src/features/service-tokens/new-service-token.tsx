import { featureKeys } from '@vakt/contract/features.ts'
import { NewServiceToken as contract } from '@vakt/contract/users/service-tokens.ts'
import { useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { type TokenValues, useTokenFields } from '#web/shared/tokens/token-fields.ts'
import { expiryOf } from '#web/shared/tokens/token-lifetime.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { useCreateServiceToken } from './service-token-queries.ts'
import { ServiceTokenSecret } from './service-token-secret.tsx'
import { serviceTokenTexts } from './service-tokens.texts.ts'

const rules = fieldsOf(contract)

/** Creates a service token, then shows it this once. */
export function NewServiceToken({ onClose }: { onClose: () => void }) {
  const words = useTexts(serviceTokenTexts)
  const { customerId } = useShownCustomer()
  const create = useCreateServiceToken(customerId)
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<TokenValues>({ fields: useTokenFields({ rules, words, features: featureKeys, lifetime: '365' }) })
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
        onSubmit={({ name, scope, lifetime, expiresAt }: TokenValues) =>
          create.mutateAsync({ name, scope, expiresAt: expiryOf(lifetime, expiresAt, new Date(serverNow())) })
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
