import { CustomerSettings, PrepaidHours, ticketSeverities } from '@vakt/contract/customers/customer-settings.ts'
import { priorityRights } from '@vakt/contract/customers/customers.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { FieldPair, FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { customerSettingsTexts } from './customer-settings.texts.ts'
import { useSaveCustomerSettings } from './customer-settings-query.ts'

type Values = Omit<CustomerSettings, 'version' | 'incidentJoinMinutes' | 'prepaidHours'> & {
  incidentJoinMinutes: number | ''
  prepaidHours: { date: string; hours: number | '' }[]
}

const contract = fieldsOf(CustomerSettings)
const ofPurchase = fieldsOf(PrepaidHours)
const maxPurchases = 100

function useSettingsFields(timeZone: string): FieldDefinition<Values>[] {
  const words = useTexts(customerSettingsTexts)
  return useMemo(
    () => [
      {
        type: 'radiogroup',
        name: 'ticketVisibility',
        label: words.ticketVisibility,
        options: [
          { value: 'all', label: words.all, description: words.allHelp },
          { value: 'own', label: words.own, description: words.ownHelp },
        ],
      },
      {
        type: 'select',
        name: 'customerPriority',
        label: words.customerPriority,
        help: words.customerPriorityHelp,
        options: priorityRights.map((value) => ({ value, label: words.priorityRights[value] })),
      },
      { type: 'switch', name: 'hoursShown', label: words.hoursShown, help: words.hoursShownHelp },
      {
        type: 'rows',
        name: 'prepaidHours',
        label: words.prepaidHours,
        help: words.prepaidHoursHelp,
        rowLabel: words.purchase,
        max: maxPurchases,
        layout: 'line',
        fields: [
          { ...ofPurchase.date, type: 'text', name: 'date', label: words.boughtOn, placeholder: '2026-01-31', required: true },
          { ...ofPurchase.hours, type: 'number', name: 'hours', label: words.boughtHours, required: true },
        ],
      },
      {
        type: 'select',
        name: 'ticketFromSeverity',
        label: words.ticketFromSeverity,
        help: words.ticketFromSeverityHelp,
        options: ticketSeverities.toSorted(fromMildest).map((value) => ({ value, label: words.severities[value] })),
      },
      {
        ...contract.incidentJoinMinutes,
        type: 'number',
        name: 'incidentJoinMinutes',
        label: words.incidentJoinMinutes,
        help: words.incidentJoinMinutesHelp,
      },
      {
        type: 'select',
        name: 'mailLanguage',
        label: words.mailLanguage,
        help: words.mailLanguageHelp,
        options: (['sv', 'en'] as const).map((value) => ({ value, label: words.languages[value] })),
      },
      {
        type: 'filterselect',
        name: 'timeZone',
        label: words.timeZone,
        help: words.timeZoneHelp,
        options: timeZonesWith(timeZone).map((value) => ({ value, label: value })),
      },
    ],
    [words, timeZone],
  )
}

const timeZonesWith = (current: string) => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted()

const mildness = ['low', 'medium', 'high', 'critical', 'never']
const fromMildest = (one: string, other: string) => mildness.indexOf(one) - mildness.indexOf(other)

export function CustomerSettingsForm({ customerId, settings }: { customerId: string; settings: CustomerSettings }) {
  const words = useTexts(customerSettingsTexts)
  const save = useSaveCustomerSettings(customerId)
  const { version, ...start } = settings
  const form = useForm<Values>({ fields: useSettingsFields(settings.timeZone), start })
  const { phase } = useFormState(form)
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.title}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) =>
          save.mutateAsync({
            ...values,
            incidentJoinMinutes: Number(values.incidentJoinMinutes),
            prepaidHours: (values.prepaidHours ?? []).map(({ date, hours }) => ({ date, hours: Number(hours) })),
            version,
          })
        }
        onSent={() => showToast(words.saved, 'success')}
      >
        <FormPart title={words.tickets}>
          <FormField form={form} name="ticketVisibility" />
          <FormField form={form} name="customerPriority" />
          <FormField form={form} name="hoursShown" />
          <FormField form={form} name="prepaidHours" />
        </FormPart>
        <FormPart title={words.incidents}>
          <FieldPair>
            <FormField form={form} name="ticketFromSeverity" />
            <FormField form={form} name="incidentJoinMinutes" />
          </FieldPair>
        </FormPart>
        <FormPart title={words.mails}>
          <FieldPair>
            <FormField form={form} name="mailLanguage" />
            <FormField form={form} name="timeZone" />
          </FieldPair>
        </FormPart>
        <FormActions>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </>
  )
}
