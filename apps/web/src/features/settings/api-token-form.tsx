import { type ApiToken, NewApiToken } from '@vakt/contract/api-tokens.ts'
import { type FeatureKey, featureKeys } from '@vakt/contract/features.ts'
import { useEffect, useMemo, useRef } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { featureNames } from '#web/links/feature-names.texts.ts'
import { expiryOf, type Lifetime, lifetimes, tomorrow } from '#web/links/token-lifetime.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskBeforeLeaving } from '#web/ui/ask-before-leaving.tsx'
import { Button } from '#web/ui/button.tsx'
import { apiTokenTexts } from './api-token.texts.ts'
import styles from './api-token-form.module.css'
import { useCreateApiToken } from './api-token-queries.ts'

type Values = { name: string; scope: FeatureKey[]; lifetime: Lifetime; expiresAt: string }
export type MadeToken = ApiToken & { secret: string }

const contract = fieldsOf(NewApiToken)

function useTokenFields(): FieldDefinition<Values>[] {
  const words = useTexts(apiTokenTexts)
  const names = useTexts(featureNames)
  const { features } = useSession()
  return useMemo(
    () => [
      { ...contract.name, type: 'text', name: 'name', label: words.name, help: words.nameHelp, required: true },
      {
        ...contract.scope,
        type: 'select',
        multiple: true,
        name: 'scope',
        label: words.scope,
        help: words.scopeHelp,
        required: true,
        options: featureKeys.filter((key) => features.has(key)).map((key) => ({ value: key, label: names[key] })),
      },
      {
        type: 'select',
        name: 'lifetime',
        label: words.lifetime,
        value: '90',
        options: lifetimes.map((lifetime) => ({ value: lifetime, label: words.lifetimes[lifetime] })),
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
    [words, names, features],
  )
}

export function ApiTokenForm({ onMade, onCancel }: { onMade: (token: MadeToken) => void; onCancel: () => void }) {
  const words = useTexts(apiTokenTexts)
  const create = useCreateApiToken()
  const form = useForm<Values>({ fields: useTokenFields() })
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
          create.mutateAsync({ name, scope, expiresAt: expiryOf(lifetime, expiresAt, new Date()) })
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
