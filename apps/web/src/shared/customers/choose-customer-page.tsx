import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormActions, FormPage } from '#web/ui/page/form-page.tsx'
import type { AskedFor } from './ask-for-customer.tsx'
import { chooseCustomerTexts } from './choose-customer.texts.ts'
import { customerStatesQuery } from './customer-states-query.ts'

const places = {
  rule: '/alert-rules/$customerId/create',
  process: '/automation/$customerId/new',
  reports: '/reports/$customerId',
  window: '/service-window/$customerId/create',
} as const

type Values = { customerId: string }

/** Asks which customer a screen is for. */
export function ChooseCustomerPage({ what, beside }: { what: AskedFor; beside: ReactNode }) {
  const words = useTexts(chooseCustomerTexts)
  const navigate = useNavigate()
  const states = useQuery(customerStatesQuery)
  const customers = states.data?.customers
  const fields = useMemo((): FieldDefinition<Values>[] => {
    const options = (customers ?? [])
      .map(({ customerId, name }) => ({ value: customerId, label: name }))
      .toSorted((one, other) => one.label.localeCompare(other.label))
    return [
      {
        type: 'select',
        name: 'customerId',
        label: words.customer,
        placeholder: words.placeholder,
        options,
        required: true,
        takesFocus: true,
      },
    ]
  }, [words, customers])
  const form = useForm<Values>({ fields })
  return (
    <FormPage title={words.titles[what]} intro={words.intros[what]}>
      {states.isError ? <ErrorState title={words.failed} error={states.error} onRetry={() => void states.refetch()} /> : null}
      <Form
        form={form}
        label={words.titles[what]}
        messages={{}}
        failureTexts={{ onFields: words.chooseOne, general: words.failed }}
        onSubmit={({ customerId }) => navigate({ to: places[what], params: { customerId } })}
      >
        <FormField form={form} name="customerId" />
        <FormActions>
          <Button type="submit">{words.next}</Button>
        </FormActions>
      </Form>
      <Suspense>{beside}</Suspense>
    </FormPage>
  )
}
