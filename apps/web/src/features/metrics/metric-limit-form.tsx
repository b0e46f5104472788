import { MetricLimit, type MetricUsage } from '@vakt/contract/metrics.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './metric-usage.module.css'
import { metricUsageTexts } from './metric-usage.texts.ts'
import { useSetMetricLimit } from './metric-usage-queries.ts'

const { maxSeries: rules } = fieldsOf(MetricLimit)

/** As they are typed: an empty field is no number. */
type Values = { maxSeries: number | '' }

/** How many label sets a customer may have. */
export function MetricLimitForm({ usage, onDone }: { usage: MetricUsage; onDone: () => void }) {
  const words = useTexts(metricUsageTexts)
  const change = useSetMetricLimit(usage.customer.customerId)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { ...rules, type: 'number', name: 'maxSeries', label: words.limit, help: words.limitHelp, required: true, takesFocus: true },
    ],
    [words],
  )
  const form = useForm<Values>({ fields, start: { maxSeries: usage.maxSeries } })
  const { phase } = useFormState(form)
  return (
    <div className={styles.panel}>
      <h2>{usage.customer.name}</h2>
      <Form
        form={form}
        label={words.change}
        messages={words.messages}
        failureTexts={{ onFields: words.onFields, general: words.saveFailed }}
        onSubmit={(values) => change.mutateAsync(values as MetricLimit)}
        onSent={() => {
          showToast(words.saved, 'success')
          onDone()
        }}
      >
        <FormField form={form} name="maxSeries" />
        <div>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </div>
  )
}
