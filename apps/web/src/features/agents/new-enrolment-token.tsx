import { NewEnrolmentToken as contract, enrolmentTokenLimits as limits } from '@vakt/contract/agents/agents.ts'
import { useMemo, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { InstallAgent } from '#web/shared/agents/install-agent.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SecretOnce } from '#web/ui/controls/secret-once.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { useCreateEnrolmentToken } from './agent-list-queries.ts'
import styles from './agents.module.css'
import { enrolmentTokenTexts } from './enrolment-tokens.texts.ts'

type Values = { name: string; uses: number | ''; hours: string }

const rules = fieldsOf(contract)
const lifetimes = ['1', '24', '168'] as const

/** Creates an enrolment token, then shows it this once. */
export function NewEnrolmentToken({ onClose }: { onClose: () => void }) {
  const words = useTexts(enrolmentTokenTexts)
  const { customerId } = useShownCustomer()
  const create = useCreateEnrolmentToken(customerId)
  const [secret, setSecret] = useState<string | null>(null)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { ...rules.name, type: 'text', name: 'name', label: words.name, help: words.nameHelp, required: true, takesFocus: true },
      { type: 'number', name: 'uses', label: words.uses, help: words.usesHelp, required: true, min: 1, max: limits.uses, value: 1 },
      {
        type: 'select',
        name: 'hours',
        label: words.lifetime,
        value: '24',
        options: lifetimes.map((value) => ({ value, label: words.lifetimes[value] })),
      },
    ],
    [words],
  )
  const form = useForm<Values>({ fields })
  const { phase } = useFormState(form)
  if (secret)
    return (
      <SecretOnce words={words} secret={secret} onDone={onClose}>
        <InstallAgent customerId={customerId} token={secret}>
          <p className={styles.text}>{words.howToUse}</p>
        </InstallAgent>
      </SecretOnce>
    )
  return (
    <PanelContent>
      <PanelTitle>{words.create}</PanelTitle>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.create}
        messages={words.messages}
        failureTexts={{ onFields: words.notCreated, general: words.notCreated }}
        onSubmit={({ name, uses, hours }) => create.mutateAsync({ name, uses: Number(uses), hours: Number(hours), entityId: null })}
        onSent={(made) => setSecret(made.secret)}
      >
        {(['name', 'uses', 'hours'] as const).map((name) => (
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
