import { type IngestFormat, type MonitoringSource, SourceChecks } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PanelPart } from '#web/ui/overlay/panel-content.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './monitoring-sources.module.css'
import { sourceChecksTexts } from './source-checks.texts.ts'
import { keyOfSource, useChangeChecks } from './source-queries.ts'

const contract = fieldsOf(SourceChecks)

type Values = {
  checksGrafana: boolean
  grafanaSecret: string
  checksGoogle: boolean
  googleAudience: string
  googleEmail: string
  acceptsRawSns: boolean
}

/** An empty field leaves the stored secret as it is. */
function toChecks({
  checksGrafana,
  grafanaSecret,
  checksGoogle,
  googleAudience,
  googleEmail,
  acceptsRawSns,
}: Partial<Values>): SourceChecks {
  return {
    ...(checksGrafana ? (grafanaSecret ? { grafanaSecret } : {}) : { grafanaSecret: null }),
    googleAudience: checksGoogle ? (googleAudience ?? null) : null,
    googleEmail: checksGoogle ? (googleEmail ?? null) : null,
    acceptsRawSns: acceptsRawSns ?? false,
  }
}

const checkable: readonly IngestFormat[] = ['grafana', 'google-cloud', 'cloudwatch-sns']

/** What the senders of a source must prove beside its token. */
export function SourceChecksPart({ source }: { source: MonitoringSource }) {
  const words = useTexts(sourceChecksTexts)
  if (source.formats && !source.formats.some((format) => checkable.includes(format))) return null
  return (
    <PanelPart title={words.title}>
      <p className={styles.help}>{words.help}</p>
      <ChecksForm key={source.version} source={source} />
    </PanelPart>
  )
}

function ChecksForm({ source }: { source: MonitoringSource }) {
  const words = useTexts(sourceChecksTexts)
  const change = useChangeChecks(keyOfSource(source))
  const { checks, formats } = source
  const { hasGrafanaSecret } = checks
  const fields = useMemo((): FieldDefinition<Values>[] => {
    const takes = (format: IngestFormat) => formats === null || formats.includes(format)
    return [
      { type: 'switch', name: 'checksGrafana', label: words.grafana, help: words.grafanaHelp, render: () => takes('grafana') },
      {
        type: 'text',
        name: 'grafanaSecret',
        label: words.grafanaSecret,
        isSecret: true,
        help: hasGrafanaSecret ? words.grafanaSecretKept : words.grafanaSecretHelp,
        maxLength: 200,
        rules: contract.grafanaSecret.rules,
        required: !hasGrafanaSecret,
        render: ({ checksGrafana }) => takes('grafana') && checksGrafana === true,
      },
      { type: 'switch', name: 'checksGoogle', label: words.google, help: words.googleHelp, render: () => takes('google-cloud') },
      {
        type: 'text',
        maxLength: 500,
        rules: contract.googleAudience.rules,
        name: 'googleAudience',
        label: words.googleAudience,
        required: true,
        render: ({ checksGoogle }) => takes('google-cloud') && checksGoogle === true,
      },
      {
        type: 'text',
        maxLength: 254,
        rules: contract.googleEmail.rules,
        name: 'googleEmail',
        label: words.googleEmail,
        placeholder: 'vakt@project.iam.gserviceaccount.com',
        required: true,
        render: ({ checksGoogle }) => takes('google-cloud') && checksGoogle === true,
      },
      { type: 'switch', name: 'acceptsRawSns', label: words.raw, help: words.rawHelp, render: () => takes('cloudwatch-sns') },
    ]
  }, [words, formats, hasGrafanaSecret])
  const form = useForm<Values>({
    fields,
    start: {
      checksGrafana: hasGrafanaSecret,
      grafanaSecret: '',
      checksGoogle: checks.googleAudience !== null,
      googleAudience: checks.googleAudience ?? '',
      googleEmail: checks.googleEmail ?? '',
      acceptsRawSns: checks.acceptsRawSns,
    },
  })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.title}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={(values: Values) => change.mutateAsync({ ...toChecks(values), version: source.version })}
      onSent={() => showToast(words.saved, 'success')}
    >
      <AskBeforeLeaving when={form.isDirty} />
      {(['checksGrafana', 'grafanaSecret', 'checksGoogle', 'googleAudience', 'googleEmail', 'acceptsRawSns'] as const).map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <div>
        <Button type="submit" variant="default" loading={phase === 'submitting'}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
