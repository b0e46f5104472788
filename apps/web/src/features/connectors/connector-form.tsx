import { AzureSettings, type Connector, NewConnector } from '@vakt/contract/connectors.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { connectorTexts } from './connectors.texts.ts'

const contract = fieldsOf(NewConnector)
const settings = fieldsOf(AzureSettings)

type Values = {
  name: string
  settings: AzureSettings
  /** Empty: the one that is stored stays. */
  secret: string
  schedule: string
  /** Undefined unless the schedule is `cron`. */
  cron?: string
  /** Undefined of a new one. */
  isEnabled?: boolean
}

/** The secret stands with the ids that it belongs to. */
const shown = ['name', 'settings.tenantId', 'settings.clientId', 'secret', 'settings.subscriptions', 'schedule', 'cron', 'isEnabled']

const hours = [1, 3, 6, 12, 24]

export type ConnectorValues = Omit<NewConnector, 'secret'> & { secret?: string; isEnabled: boolean }

function toConnector({ name, settings, secret, schedule, cron, isEnabled = true }: Values): ConnectorValues {
  const everyHours = Number(schedule)
  return {
    name,
    settings,
    ...(secret ? { secret } : {}),
    everyHours: everyHours > 0 ? everyHours : null,
    cron: cron?.trim() ?? null,
    isEnabled,
  }
}

const scheduleOf = ({ everyHours, cron }: Connector) => (everyHours === null ? (cron === null ? 'never' : 'cron') : String(everyHours))

function startOf(connector: Connector | null): Values {
  return {
    name: connector?.name ?? 'Azure',
    settings: connector?.settings ?? { tenantId: '', clientId: '', subscriptions: [] },
    secret: '',
    schedule: connector ? scheduleOf(connector) : '6',
    cron: connector?.cron ?? '',
    isEnabled: connector?.isEnabled ?? true,
  }
}

type ConnectorFormProps<Result> = {
  /** Null for a new one. */
  connector: Connector | null
  onSubmit: (values: ConnectorValues) => Promise<Result>
  onSent: (result: Result) => void
}

export function ConnectorForm<Result>({ connector, onSubmit, onSent }: ConnectorFormProps<Result>) {
  const words = useTexts(connectorTexts)
  const keepsSecret = connector !== null && connector.secretUnreadableSince === null
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { ...contract.name, type: 'text', name: 'name', label: words.name, takesFocus: connector === null },
      {
        type: 'group',
        name: 'settings',
        label: words.application,
        fields: [
          { ...settings.tenantId, type: 'text', name: 'tenantId', label: words.tenant, help: words.tenantHelp },
          { ...settings.clientId, type: 'text', name: 'clientId', label: words.client },
          { ...settings.subscriptions, type: 'tags', name: 'subscriptions', label: words.subscriptions, help: words.subscriptionsHelp },
        ],
      },
      {
        type: 'text',
        name: 'secret',
        label: words.secret,
        maxLength: 500,
        isSecret: true,
        help: keepsSecret ? words.secretKept : words.secretHelp,
        ...(keepsSecret ? {} : { rules: contract.secret.rules, required: true }),
      },
      {
        type: 'select',
        name: 'schedule',
        label: words.schedule,
        options: [
          ...[...new Set([...hours, connector?.everyHours ?? 6])]
            .toSorted((one, other) => one - other)
            .map((every) => ({ value: String(every), label: words.everyHours(every) })),
          { value: 'cron', label: words.byCron },
          { value: 'never', label: words.onlyByHand },
        ],
      },
      {
        type: 'text',
        name: 'cron',
        label: words.cron,
        placeholder: '15 2 * * *',
        help: words.cronHelp,
        required: true,
        render: ({ schedule }) => schedule === 'cron',
      },
      { type: 'switch', name: 'isEnabled', label: words.isEnabled, render: () => connector !== null },
    ],
    [words, connector, keepsSecret],
  )
  const form = useForm<Values>({ fields, start: startOf(connector) })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={connector ? words.change : words.add}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={(values: Values) => onSubmit(toConnector(values))}
      onSent={onSent}
    >
      <AskBeforeLeaving when={form.isDirty} />
      {shown.map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <div>
        <Button type="submit" loading={phase === 'submitting'}>
          {connector ? words.save : words.connect}
        </Button>
      </div>
    </Form>
  )
}
