import { featureKeys } from '@vakt/contract/features.ts'
import { type ApiToken, NewApiToken } from '@vakt/contract/users/api-tokens.ts'
import { useEffect, useMemo, useRef } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { type TokenValues, useTokenFields } from '#web/shared/tokens/token-fields.ts'
import { expiryOf } from '#web/shared/tokens/token-lifetime.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { apiTokenTexts } from './api-token.texts.ts'
import styles from './api-token-form.module.css'
import { useCreateApiToken } from './api-token-queries.ts'

export type MadeToken = ApiToken & { secret: string }

const rules = fieldsOf(NewApiToken)

export function ApiTokenForm({ onMade, onCancel }: { onMade: (token: MadeToken) => void; onCancel: () => void }) {
  const words = useTexts(apiTokenTexts)
  const create = useCreateApiToken()
  const { features: own } = useSession()
  const features = useMemo(() => featureKeys.filter((key) => own.has(key)), [own])
  const form = useForm<TokenValues>({ fields: useTokenFields({ rules, words, features, lifetime: '90' }) })
  const { phase } = useFormState(form)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={frame} className={styles.form}>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.form}
        messages={words.messages}
        failureTexts={{ onFields: words.notCreated, general: words.failed }}
        onSubmit={({ name, scope, lifetime, expiresAt }) =>
          create.mutateAsync({ name, scope, expiresAt: expiryOf(lifetime, expiresAt, new Date(serverNow())) })
        }
        onSent={onMade}
      >
        <FormField form={form} name="name" />
        <FormField form={form} name="scope" />
        <div className={styles.row}>
          <FormField form={form} name="lifetime" />
          <FormField form={form} name="expiresAt" />
        </div>
        <div className={styles.actions}>
          <Button variant="default" disabled={phase === 'submitting'} onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
            {words.submit}
          </Button>
        </div>
      </Form>
    </div>
  )
}
