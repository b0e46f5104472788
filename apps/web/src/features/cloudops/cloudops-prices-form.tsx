import { type CloudOpsPrices, currencies } from '@vakt/contract/cloudops.ts'
import { useEffect, useMemo, useRef } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { cloudOpsAdminTexts } from './cloudops-admin.texts.ts'
import { useSavePrices } from './cloudops-queries.ts'
import { amountOf, minorOf } from './minor-units.ts'

type Line = { entityType: string; hourlyMinor: string }
type Values = { currency: CloudOpsPrices['currency']; prices: Line[] }

const amountPattern = /^\d{1,9}([.,]\d{1,2})?$/

const valuesOf = ({ currency, prices }: CloudOpsPrices): Values => ({
  currency,
  prices: prices.map(({ entityType, hourlyMinor }) => ({ entityType, hourlyMinor: amountOf(hourlyMinor) })),
})

function usePriceFields(): FieldDefinition<Values>[] {
  const words = useTexts(cloudOpsAdminTexts)
  return useMemo(() => {
    const fields: FieldDefinition<Line, Values>[] = [
      { type: 'text', name: 'entityType', label: words.type, maxLength: 200 },
      {
        type: 'text',
        name: 'hourlyMinor',
        label: words.amount,
        validator: { condition: (amount) => amountPattern.test(amount.trim()), message: words.amountWrong },
      },
    ]
    return [
      {
        type: 'select',
        name: 'currency',
        label: words.currency,
        help: words.currencyHelp,
        options: currencies.map((value) => ({ value, label: value })),
      },
      {
        type: 'rows',
        name: 'prices',
        label: words.prices,
        help: words.typeHelp,
        rowLabel: words.price,
        max: 500,
        layout: 'line',
        newRow: { entityType: '', hourlyMinor: '' },
        fields,
      },
    ]
  }, [words])
}

type PricesFormProps = {
  customerId: string
  prices: CloudOpsPrices
  label: string
  /** How often it was saved here: then the form begins again, and goes on where the last one ended. */
  saves: number
  onSaved: () => void
}

/** The prices of an hour at a customer, or at the provider for every customer. */
export function CloudOpsPricesForm({ customerId, prices, label, saves, onSaved }: PricesFormProps) {
  const words = useTexts(cloudOpsAdminTexts)
  const save = useSavePrices(customerId)
  const form = useForm<Values>({ fields: usePriceFields(), start: valuesOf(prices) })
  const { phase } = useFormState(form)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (saves > 0) button.current?.focus()
  }, [saves])
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={label}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={({ currency, prices: lines }) =>
          save.mutateAsync({
            currency,
            prices: lines.map(({ entityType, hourlyMinor }) => ({
              entityType,
              hourlyMinor: minorOf(hourlyMinor.trim().replace(',', '.')),
            })),
            version: prices.version,
          })
        }
        onSent={() => {
          showToast(words.saved, 'success')
          onSaved()
        }}
      >
        <FormField form={form} name="currency" />
        <FormField form={form} name="prices" />
        <div>
          <Button ref={button} type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </>
  )
}
