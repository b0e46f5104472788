import { useQuery } from '@tanstack/react-query'
import { listOnCallPeople } from '@vakt/contract/on-call/on-call.ts'
import { type AdministeredTeamMember, NewTeamMember } from '@vakt/contract/team.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { languageName } from './language-names.ts'
import { type MemberValues, memberOf, newMember, valuesOf } from './member-values.ts'
import styles from './team.module.css'
import { teamAdminTexts } from './team-admin.texts.ts'
import { useSaveMember } from './team-queries.ts'

const contract = fieldsOf(NewTeamMember)
const spoken = ['sv', 'en', 'nb', 'da', 'fi', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ar', 'fa', 'so', 'uk', 'hi', 'zh']

const accountsQuery = {
  queryKey: ['team', 'accounts'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listOnCallPeople, { signal }),
}

function useMemberFields(): FieldDefinition<MemberValues>[] {
  const words = useTexts(teamAdminTexts)
  const { locale } = useFormat()
  const accounts = useQuery(accountsQuery).data
  const customers = useQuery(customerStatesQuery).data?.customers
  return useMemo(
    () => [
      { ...contract.name, type: 'text', name: 'name', label: words.name, required: true },
      {
        type: 'group',
        name: 'role',
        label: words.title,
        fields: [
          { type: 'text', name: 'en', label: words.role.en, required: true, maxLength: 100 },
          { type: 'text', name: 'sv', label: words.role.sv, help: words.roleHelp, maxLength: 100 },
        ],
      },
      { ...contract.email, type: 'email', name: 'email', label: words.email, required: true },
      { type: 'phone', name: 'phone', label: words.phone },
      {
        type: 'filterselect',
        multiple: true,
        name: 'languages',
        label: words.languages,
        options: spoken.map((value) => ({ value, label: languageName(value, locale) })),
      },
      {
        type: 'filterselect',
        name: 'timeZone',
        label: words.timeZone,
        options: Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
      },
      { type: 'switch', name: 'saysHours', label: words.saysHours },
      { type: 'weekhours', name: 'hours', label: words.hours, render: ({ saysHours }) => saysHours },
      {
        type: 'select',
        name: 'userId',
        label: words.account,
        help: words.accountHelp,
        options: [
          { value: '', label: words.noAccount },
          ...(accounts ?? []).map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` })),
        ],
      },
      { type: 'switch', name: 'showsOnCall', label: words.showsOnCall, render: ({ userId }) => userId !== '' },
      {
        type: 'radiogroup',
        name: 'who',
        label: words.who,
        options: (['all', 'some'] as const).map((value) => ({ value, label: words.whoOf[value] })),
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'customers',
        label: words.customers,
        options: (customers ?? []).map(({ customerId, name }) => ({ value: customerId, label: name })),
        render: ({ who }) => who === 'some',
      },
    ],
    [words, locale, accounts, customers],
  )
}

/** Says that accounts or customers are missing among the choices; nothing while they are there. */
function ChoicesFailed() {
  const words = useTexts(teamAdminTexts)
  const [accounts, customers] = [useQuery(accountsQuery), useQuery(customerStatesQuery)]
  const failed = [accounts, customers].filter(({ data, isError }) => isError && data === undefined)
  if (!failed[0]) return null
  return (
    <ErrorState
      title={words.choicesFailed}
      error={failed[0].error}
      onRetry={() => {
        for (const one of failed) void one.refetch()
      }}
    />
  )
}

/** A new person where none is given. */
export function MemberForm({ member, onClose }: { member: AdministeredTeamMember | null; onClose: () => void }) {
  const words = useTexts(teamAdminTexts)
  const { timeZone } = useFormat()
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(member)
  const save = useSaveMember(before)
  const form = useForm<MemberValues>({ fields: useMemberFields(), start: member ? valuesOf(member) : newMember(timeZone) })
  const { phase } = useFormState(form)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={frame} className={styles.form}>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={member ? words.editNamed(member.name) : words.newPerson}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) => save.mutateAsync(memberOf({ ...values, showsOnCall: values.showsOnCall ?? true }))}
        onSent={() => {
          showToast(words.saved, 'success')
          onClose()
        }}
      >
        <ChoicesFailed />
        {fieldNames.map((name) => (
          <FormField key={name} form={form} name={name} />
        ))}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </div>
  )
}

const fieldNames = [
  ...['name', 'role.en', 'role.sv', 'email', 'phone', 'languages', 'timeZone', 'saysHours', 'hours'],
  ...['userId', 'showsOnCall', 'who', 'customers'],
]
