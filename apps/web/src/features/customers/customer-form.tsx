import { useQuery } from '@tanstack/react-query'
import { staffRoles } from '@vakt/contract/features.ts'
import { CustomerChange, type CustomerRecord, NewCustomer } from '@vakt/contract/users/administration.ts'
import { useMemo, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { staffRolesQuery } from '#web/shared/access/staff-roles-query.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useChangeCustomer, useCreateCustomer } from './customer-queries.ts'
import styles from './customers.module.css'
import { customerTexts } from './customers.texts.ts'

type Named = Pick<CustomerChange, 'name' | 'emailDomains' | 'tenants'>
type Changed = Named & { labels: string[]; welcomeRole: string }

const newRules = fieldsOf(NewCustomer)
const { name: nameRules, emailDomains: domainRules, tenants: tenantRules, labels: labelRules } = fieldsOf(CustomerChange)

function useNamedFields(): FieldDefinition<Named>[] {
  const words = useTexts(customerTexts)
  return useMemo(
    () => [
      { ...nameRules, type: 'text', name: 'name', label: words.name },
      { ...domainRules, type: 'tags', name: 'emailDomains', label: words.emailDomains, help: words.emailDomainsHelp },
      { ...tenantRules, type: 'tags', name: 'tenants', label: words.tenants, help: words.tenantsHelp },
    ],
    [words],
  )
}

/** With the groups that it is in; those of the provider say besides which role its people begin with. */
function useChangedFields(isProvider: boolean): FieldDefinition<Changed>[] {
  const words = useTexts(customerTexts)
  const nameOf = useRoleName()
  const named = useNamedFields()
  const own = useQuery({ ...staffRolesQuery, enabled: isProvider, select: (roles) => roles.map(({ role }) => role) }).data
  return useMemo(
    () => [
      ...(named as FieldDefinition<Changed>[]),
      { ...labelRules, type: 'tags', name: 'labels', label: words.labels, help: words.labelsHelp },
      {
        type: 'select',
        name: 'welcomeRole',
        label: words.welcomeRole,
        help: words.welcomeRoleHelp,
        options: [
          { value: 'none', label: words.noWelcomeRole },
          ...[...staffRoles, ...(own ?? [])].map((value) => ({ value, label: nameOf(value) })),
        ],
        render: () => isProvider,
      },
    ],
    [words, named, nameOf, own, isProvider],
  )
}

export function CreateCustomerForm({ onCreated }: { onCreated: (customerId: string) => void }) {
  const words = useTexts(customerTexts)
  const named = useNamedFields()
  const create = useCreateCustomer()
  const fields = useMemo(
    (): FieldDefinition<NewCustomer>[] => [
      ...(named as FieldDefinition<NewCustomer>[]).map((field) => (field.name === 'name' ? { ...field, takesFocus: true } : field)),
      { ...newRules.customerId, type: 'text', name: 'customerId', label: words.id, help: words.idHelp, required: true },
      { ...newRules.labels, type: 'tags', name: 'labels', label: words.labels, help: words.labelsHelp },
    ],
    [words, named],
  )
  const form = useForm<NewCustomer>({ fields })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.create}
      messages={words.messages}
      failureTexts={{ onFields: words.onFields, general: words.failed }}
      onSubmit={(values) => create.mutateAsync(values)}
      onSent={({ customerId }) => {
        showToast(words.created, 'success')
        onCreated(customerId)
      }}
    >
      <AskBeforeLeaving when={form.isDirty} />
      <FormField form={form} name="name" />
      <FormField form={form} name="customerId" />
      <FormField form={form} name="emailDomains" />
      <FormField form={form} name="tenants" />
      <FormField form={form} name="labels" />
      <div>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.create}
        </Button>
      </div>
    </Form>
  )
}

/** Changes the record that it began with; when another one was saved meanwhile, that one is shown and can be taken over. */
export function ChangeCustomerForm({ current }: { current: CustomerRecord }) {
  const [begun, setBegun] = useState(current)
  return (
    <>
      {begun.version === current.version ? null : <CustomerConflict theirs={current} onTake={() => setBegun(current)} />}
      <NamedForm key={begun.version} begun={begun} onSaved={setBegun} />
    </>
  )
}

function NamedForm({ begun, onSaved }: { begun: CustomerRecord; onSaved: (saved: CustomerRecord) => void }) {
  const words = useTexts(customerTexts)
  const change = useChangeCustomer(begun.customerId)
  const { name, emailDomains, tenants, labels, version, isProvider } = begun
  const fields = useChangedFields(isProvider)
  const form = useForm<Changed>({ fields, start: { name, emailDomains, tenants, labels, welcomeRole: begun.welcomeRole ?? 'none' } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.details}
      messages={words.messages}
      failureTexts={{ onFields: words.onFields, general: words.failed }}
      onSubmit={({ welcomeRole, ...values }) =>
        change.mutateAsync({ ...values, version, ...(isProvider && { welcomeRole: welcomeRole === 'none' ? null : welcomeRole }) })
      }
      onSent={(saved) => {
        showToast(words.saved, 'success')
        onSaved(saved)
      }}
    >
      <AskBeforeLeaving when={form.isDirty} />
      <FormField form={form} name="name" />
      <FormField form={form} name="emailDomains" />
      <FormField form={form} name="tenants" />
      <FormField form={form} name="labels" />
      <FormField form={form} name="welcomeRole" />
      <div>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}

function CustomerConflict({ theirs, onTake }: { theirs: CustomerRecord; onTake: () => void }) {
  const words = useTexts(customerTexts)
  return (
    <section className={styles.conflict} role="alert">
      <p>{words.conflict}</p>
      <div>
        {words.name}: {theirs.name}
        <br />
        {words.emailDomains}: {theirs.emailDomains.join(', ') || '–'}
        <br />
        {words.tenants}: {theirs.tenants.join(', ') || '–'}
        <br />
        {words.labels}: {theirs.labels.join(', ') || '–'}
      </div>
      <Button variant="default" onClick={onTake}>
        {words.takeTheirs}
      </Button>
    </section>
  )
}
