import { NewInstallation, type SetUpStatus, setUpInstallation } from '@vakt/contract/set-up.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { call } from '#web/platform/api.ts'
import { currentLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldPair, FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { setUpTexts } from './set-up.texts.ts'

const rules = fieldsOf(NewInstallation)

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const timeZones = () => [...new Set([ownTimeZone(), ...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted()

function useFields(): FieldDefinition<NewInstallation>[] {
  const words = useTexts(setUpTexts)
  return useMemo(
    () => [
      {
        ...rules.providerName,
        type: 'text',
        name: 'providerName',
        label: words.providerName,
        help: words.providerNameHelp,
        autoComplete: 'organization',
      },
      { ...rules.emailDomains, type: 'tags', name: 'emailDomains', label: words.emailDomains, help: words.emailDomainsHelp },
      { ...rules.tenants, type: 'tags', name: 'tenants', label: words.tenants, help: words.tenantsHelp },
      { ...rules.administratorName, type: 'text', name: 'administratorName', label: words.administratorName, autoComplete: 'name' },
      {
        ...rules.administratorEmail,
        type: 'email',
        name: 'administratorEmail',
        label: words.administratorEmail,
        help: words.administratorEmailHelp,
        autoComplete: 'email',
      },
      {
        type: 'radiogroup',
        name: 'language',
        label: words.language,
        options: (['sv', 'en'] as const).map((value) => ({ value, label: words.languages[value] })),
      },
      { type: 'filterselect', name: 'timeZone', label: words.timeZone, options: timeZones().map((value) => ({ value, label: value })) },
    ],
    [words],
  )
}

type SetUpFormProps = { token: string; onDone: (status: SetUpStatus, email: string) => void }

/** The provider and its first administrator. */
export function SetUpForm({ token, onDone }: SetUpFormProps) {
  const words = useTexts(setUpTexts)
  const form = useForm<NewInstallation>({
    fields: useFields(),
    start: { emailDomains: [], tenants: [], language: currentLanguage(), timeZone: ownTimeZone() },
    check: ({ emailDomains, tenants }) =>
      emailDomains.length === 0 && tenants.length === 0 ? { emailDomains: words.messages['set_up.rule_missing'] } : {},
  })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.title}
      messages={words.messages}
      failureTexts={{ onFields: words.onFields, general: words.failed }}
      onSubmit={async (values) => ({
        status: await call(setUpInstallation, { body: { token, ...values } }),
        email: values.administratorEmail,
      })}
      onSent={({ status, email }) => onDone(status, email)}
    >
      <FormPart title={words.provider}>
        <FormField form={form} name="providerName" />
        <FormField form={form} name="emailDomains" />
        <FormField form={form} name="tenants" />
      </FormPart>
      <FormPart title={words.administrator}>
        <FieldPair>
          <FormField form={form} name="administratorName" />
          <FormField form={form} name="administratorEmail" />
        </FieldPair>
      </FormPart>
      <FormPart title={words.defaults}>
        <FieldPair>
          <FormField form={form} name="timeZone" />
          <FormField form={form} name="language" />
        </FieldPair>
      </FormPart>
      <FormActions>
        <Button type="submit" size="md" loading={phase === 'submitting'}>
          {words.submit}
        </Button>
      </FormActions>
    </Form>
  )
}
